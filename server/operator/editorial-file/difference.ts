import { isDeepStrictEqual } from 'node:util';
import type { EditorialState } from '../../modules/editorial/editing.ts';
import { type Listed, PARTS } from './part-names.ts';
import { shanghaiText } from './span-text.ts';
import type { TargetParts } from './target.ts';
import { valueText } from './value-text.ts';

/**
 * One line of the difference: an item that is added, changed or removed, or with an empty `what` the part itself. `fields`: the
 * what is changed. `leaves`: readers see it now or would see it later, and no more.
 */
export type Change = { sign: '+' | '~' | '-'; what: string; fields?: ChangedField[]; leaves?: string };

/** `loss`: the parts that are removed. `before` and `after`: as text, if it is short enough to be compared at a glance. */
export type ChangedField = { name: string; loss: string; before?: string; after?: string };

/** The changes of one part. */
export type PartChanges = { name: keyof EditorialState; title: string; changes: Change[] };

/** Fields that have another name in the file. */
const FIELDS: Record<string, string> = {
  image: 'picture',
  cashFen: 'price',
  kind: 'bonus 或 tickets',
  amount: 'bonus 或 tickets',
};

/** A genre that is not listed is shown all the same, after the others. */
const SHOWN_ANYWAY: readonly string[] = ['genres'];

/** The changes part by part; none for a part that stays as it is. */
export function changesBetween(current: EditorialState, target: TargetParts, now: Date): PartChanges[] {
  const after = { ...current, ...target };
  return PARTS.flatMap(({ name, title, items }) => {
    const [old, fresh] = [plain(current[name]), plain(after[name])];
    if (isDeepStrictEqual(old, fresh)) return [];
    const changes: Change[] = items
      ? changesOf(items(current), items(after), now)
      : [{ sign: '~', what: '', fields: changedFields(old, fresh) }];
    const isShown = !SHOWN_ANYWAY.includes(name);
    return [{ name, title, changes: isShown ? changes : changes.map(withoutLeaves) }];
  });
}

function withoutLeaves({ sign, what, fields }: Change): Change {
  return { sign, what, ...(fields && { fields }) };
}

/** The lines an operator reads. */
export function formatDifference(parts: readonly PartChanges[]): string {
  return parts
    .map(({ title, changes }) =>
      [
        title,
        ...changes.map((change) => `  ${change.sign} ${textOf(change)}${change.leaves ? `，${change.leaves}` : ''}`),
        '',
      ].join('\n'),
    )
    .join('');
}

/** The items, by their names, that readers see now, or would see later, and then see no more. */
export function leavingOf(parts: readonly PartChanges[]): string[] {
  return parts.flatMap(({ title, changes }) =>
    changes.flatMap((change) => (change.leaves === undefined ? [] : [`${title}「${textOf(change)}」`])),
  );
}

function textOf({ what, fields = [] }: Change): string {
  const changed = new Set(fields.map(({ name, loss }) => `${name}${loss}`));
  return [what, [...changed].join('、')].filter((text) => text !== '').join('：');
}

function changesOf(before: Listed[], after: Listed[], now: Date): Change[] {
  const old = new Map(before.map((each) => [each.id, each]));
  const fresh = new Map(after.map((each) => [each.id, each]));
  const changes: Change[] = [
    ...after.flatMap(({ id, label, item }): Change[] => {
      const was = old.get(id);
      if (!was) return [{ sign: '+', what: label }];
      if (isDeepStrictEqual(plain(was.item), plain(item))) return [];
      const change: Change = { sign: '~', what: label, fields: changedFields(plain(was.item), plain(item)) };
      const isHidden = shownAt(was.item, now) === 'now' && shownAt(item, now) !== 'now';
      return [isHidden ? { ...change, leaves: '现在显示着，改后不显示' } : change];
    }),
    ...before.flatMap(({ id, label, item }): Change[] => (fresh.has(id) ? [] : [removed(label, item, now)])),
  ];
  const stayed = (list: Listed[]) => list.map(({ id }) => id).filter((id) => old.has(id) && fresh.has(id));
  return isDeepStrictEqual(stayed(before), stayed(after)) ? changes : [...changes, { sign: '~', what: '顺序' }];
}

function removed(label: string, item: unknown, now: Date): Change {
  const change: Change = { sign: '-', what: label };
  const { start, end } = spanIn(item);
  switch (shownAt(item, now)) {
    case 'over':
      return { ...change, what: `${label}，已经结束` };
    case 'later':
      return { ...change, leaves: `${shanghaiText(start ?? '')} 开始` };
    default:
      return { ...change, leaves: end === null ? '现在显示着' : `现在显示着，到 ${shanghaiText(end)}` };
  }
}

function shownAt(item: unknown, now: Date): 'over' | 'now' | 'later' {
  const { start, end } = spanIn(item);
  if (end !== null && Date.parse(end) <= now.getTime()) return 'over';
  return start !== null && Date.parse(start) > now.getTime() ? 'later' : 'now';
}

/** An item without a span is always shown. */
function spanIn(item: unknown): { start: string | null; end: string | null } {
  const { start = null, end = null } = isRecord(item) ? item : {};
  return { start: typeof start === 'string' ? start : null, end: typeof end === 'string' ? end : null };
}

function changedFields(before: unknown, after: unknown): ChangedField[] {
  if (!isRecord(before) || !isRecord(after)) return [{ name: '内容', loss: '' }];
  const names = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return names.map((name) => {
    const [old, fresh] = [valueText(name, before[name]), valueText(name, after[name])];
    const loss = lossOf(before[name], after[name]);
    return { name: FIELDS[name] ?? name, loss, ...(old !== null && fresh !== null && { before: old, after: fresh }) };
  });
}

/** The removed part of a field: all of it, or items of its list. */
function lossOf(before: unknown, after: unknown): string {
  if (isEmpty(after) && !isEmpty(before)) return '（去掉）';
  if (!Array.isArray(before) || !Array.isArray(after)) return '';
  const left = new Set(after.map((each) => JSON.stringify(each)));
  const gone = before.filter((each) => !left.has(JSON.stringify(each))).length;
  return gone > 0 ? `（去掉 ${gone} 项）` : '';
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value in the form in which the database would return it. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
