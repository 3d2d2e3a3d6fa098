import { COMIC_FIELD_NAMES, columnName, HIDDEN_COLUMNS } from '#contract/console/column-names';
import { plainText } from '../parts/plain-text.ts';
import { timeText } from '../parts/time.ts';
import { fieldText } from './words.ts';

export function isShown(column: string): boolean {
  return !HIDDEN_COLUMNS.includes(column);
}

/** The field whose column this is. */
function fieldOf(column: string): keyof typeof COMIC_FIELD_NAMES | undefined {
  const name = column.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return Object.hasOwn(COMIC_FIELD_NAMES, name) ? (name as keyof typeof COMIC_FIELD_NAMES) : undefined;
}

/** A value of a column as text. */
export function columnText(column: string, value: unknown): string {
  if (column === 'pages_version') return value ? '手工改的' : '导入的';
  if (value === null || value === undefined) return '无';
  if (column === 'cover' || column === 'wide') return '一张图片';
  if (column === 'merged') return mergeText(value);
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return timeText(value);
  const field = fieldOf(column);
  return field ? fieldText(field, value) : plainText(value);
}

/** The fields that an entry has left to imports again; empty if it is of another kind. */
export function unlockedText({ before, after }: Record<'before' | 'after', Record<string, unknown>>): string {
  const namesIn = ({ set_by_hand: names }: Record<string, unknown>) => (Array.isArray(names) ? names.map(String) : []);
  const kept = namesIn(after);
  const unlocked = namesIn(before).filter((column) => !kept.includes(column));
  return unlocked.map(columnName).join('、');
}

function mergeText(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('from' in value)) return String(value);
  const { from, moved } = value as { from: number; moved: readonly number[] };
  return `编号 ${from} 并入，移来 ${moved.length} 话`;
}
