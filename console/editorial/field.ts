import { plainText } from '../parts/plain-text.ts';
import { toLocalTime } from '../parts/time.ts';

/** The kinds of input. */
type Kind =
  | 'text'
  | 'lines'
  | 'number'
  | 'numbers'
  | 'prices'
  | 'time'
  | 'color'
  | 'select'
  | 'theme'
  | 'yes'
  | 'comics'
  | 'comic'
  | 'notes'
  | 'picture'
  | 'icon'
  | 'logo'
  | 'choice';

export type Field = {
  /** The name in the editorial file; of a field within a field with dots. */
  name: string;
  label: string;
  kind: Kind;
  hint?: string;
  /** `select`: its values. `choice`: the names of the fields, of which one is filled in. */
  options?: readonly (readonly [string, string])[];
  /** The values of this `select` are numbers. */
  isNumeric?: boolean;
  /** The value of an empty field; default: the field is left out. */
  empty?: null | '';
  /** The name of a `choice`: the field is shown if it is the chosen one. */
  of?: string;
};

export type PartFields = {
  /** The word for one item of the list; undefined for a part that is no list. */
  item?: string;
  fields: readonly Field[];
  /** The name of an item. */
  titleOf?(item: Readonly<Record<string, unknown>>): string;
  /** The fields of a new item. */
  fresh?(others: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown>;
  /** Each item is the value of its only field. */
  isBare?: boolean;
  hint?: string;
};

export const START: Field = { name: 'start', label: '开始', kind: 'time', hint: '北京时间；不写就是一直' };
export const END: Field = { name: 'end', label: '结束', kind: 'time', hint: '不写就是一直' };

export const titled = ({ title }: Readonly<Record<string, unknown>>) => plainText(title) || '（没有标题）';

/** An id that no other item has. */
export function nextId(others: readonly Readonly<Record<string, unknown>>[]): string {
  return String(Math.max(0, ...others.map(({ id }) => Number(id) || 0)) + 1);
}

export const newKey = () => Date.now().toString(36);

const DAY_MS = 24 * 3600 * 1000;
const SATURDAY = 6;

/** The next Saturday and Sunday of Shanghai, which is when most sales are. */
export function nextWeekend(now: Date): { start: string; end: string } {
  const today = toLocalTime(now.toISOString()).slice(0, 10);
  const days = (SATURDAY - new Date(today).getUTCDay() + 7) % 7 || 7;
  const midnight = (later: number) =>
    `${new Date(Date.parse(today) + later * DAY_MS).toISOString().slice(0, 10)} 00:00`;
  return { start: midnight(days), end: midnight(days + 2) };
}
