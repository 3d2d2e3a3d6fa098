import { COMIC_FIELDS, type CountName, type FieldKind, ofEachField } from '#contract/comic-fields';
import { COMIC_FIELD_NAMES } from '#contract/console/column-names';
import type { EditedFields } from '#contract/console/comic-shapes';

export type FieldName = keyof EditedFields;

/** The fields as a form has them: lists and numbers are text. */
export type FormValues = Record<Exclude<FieldName, 'weekdays'>, string> & { weekdays: string[] };

export const FIELD_LIST = Object.keys(COMIC_FIELD_NAMES) as FieldName[];
const KINDS: Readonly<Record<FieldName, FieldKind>> = {
  title: 'text',
  ...ofEachField(({ kind }) => kind),
  priceCoins: 'count',
  freeFirst: 'count',
};

export type FormCount = CountName | 'priceCoins' | 'freeFirst';
const MOST_COINS = 1_000_000;

/** The smallest and the largest value of a count. */
export function rangeOf(name: FormCount): readonly [least: number, most: number] {
  return name === 'priceCoins' || name === 'freeFirst' ? [0, MOST_COINS] : COMIC_FIELDS[name].range;
}

export function toForm(fields: EditedFields): FormValues {
  const values = FIELD_LIST.map((name) => [name, toInput(KINDS[name], fields[name])]);
  return Object.fromEntries(values) as FormValues;
}

function toInput(kind: FieldKind, value: EditedFields[FieldName]): string | string[] {
  if (!Array.isArray(value)) return String(value);
  return kind === 'weekdays' ? value.map(String) : value.join('、');
}

export function fromForm(values: FormValues): EditedFields {
  const fields = FIELD_LIST.map((name) => [name, fromInput(KINDS[name], values[name])]);
  return Object.fromEntries(fields) as EditedFields;
}

function fromInput(kind: FieldKind, input: string | string[]): EditedFields[FieldName] {
  if (Array.isArray(input)) return input.map(Number).sort();
  if (kind === 'names') return namesIn(input);
  return kind === 'count' ? Number(input) : input.trim();
}

export function namesIn(text: string): string[] {
  const names = text.split(/[,，、;；\n]/).map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Only these fields. */
export function pick(fields: EditedFields, names: readonly FieldName[]): Partial<EditedFields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
