import { plainText } from '../parts/plain-text.ts';
import { type Field, nextId, type PartFields } from './field.ts';
import { type FormItem, readField, writeField } from './form-values.ts';

/** An item as one person has edited it. `basedOn`: its place in the list that was opened; undefined for a new item. */
export type EditedItem = FormItem & { basedOn?: number; conflict?: number };

/**
 * A conflict: two people changed the same value differently. The merged items hold what the other one has saved. `field`: null if one of them
 * has removed the item and the other one has changed it; it is then kept.
 */
export type PartConflict = { conflict: number; title: string; field: Field | null; mine: unknown; theirs: unknown };

/** Shown as the value of the person who removed the item. */
export const REMOVED = '去掉了';
const CHANGED = '改过';

export type Merged = { items: EditedItem[]; conflicts: PartConflict[] };

/** The identity of an item in both lists: a place in the opened list, or a new item of one person. */
type Token = `base ${number}` | `mine ${number}` | `theirs ${number}`;

/** The items of a part for the form, with their places. */
export function numbered(items: readonly FormItem[]): EditedItem[] {
  return items.map((item, basedOn) => ({ ...item, basedOn }));
}

/**
 * Merges the changes of two people since `base`: one has edited, the other one has saved. Fields that only one of them has
 * changed are merged; for the others both values are returned.
 */
export function mergeParts(
  part: PartFields,
  base: readonly FormItem[],
  mine: readonly EditedItem[],
  theirs: readonly FormItem[],
): Merged {
  const mineBy = tokensOfMine(mine);
  const theirsBy = tokensOfTheirs(part, base, theirs);
  const newOfTheirs = [...theirsBy].filter(([token]) => token.startsWith('theirs')).map(([, item]) => item);
  const conflicts: PartConflict[] = [];
  const merged = new Map<Token, EditedItem>();
  for (const token of new Set([...mineBy.keys(), ...theirsBy.keys()])) {
    const [own, other] = [mineBy.get(token), theirsBy.get(token)];
    const before = token.startsWith('base') ? base[Number(token.slice('base '.length))] : undefined;
    const result = before ? mergeKnown(part, before, own, other) : mergeNew(part, own, other, newOfTheirs);
    if (!result) continue;
    const conflict = merged.size;
    const title = part.titleOf?.(own ?? other ?? {}) ?? '';
    merged.set(token, before ? { ...result.item, conflict } : result.item);
    for (const clash of result.clashes) conflicts.push({ conflict, title, ...clash });
  }
  const order = inOrder(base.length, [...mineBy.keys()], [...theirsBy.keys()], merged);
  const places = new Map([...theirsBy.keys()].map((token, index) => [token, index]));
  const items = order.map((token) => withPlace(merged.get(token) ?? {}, places.get(token)));
  return { items: withOwnIds(items), conflicts };
}

function tokensOfMine(mine: readonly EditedItem[]): Map<Token, EditedItem> {
  return new Map(
    mine.map((item, index) => [item.basedOn === undefined ? `mine ${index}` : `base ${item.basedOn}`, item]),
  );
}

function tokensOfTheirs(
  part: PartFields,
  base: readonly FormItem[],
  theirs: readonly FormItem[],
): Map<Token, FormItem> {
  const basePlaces = new Map<number, number>();
  for (const [index, place] of matched(part, base, theirs).entries()) if (place !== -1) basePlaces.set(place, index);
  return new Map(
    theirs.map((item, index) => {
      const place = basePlaces.get(index);
      return [place === undefined ? `theirs ${index}` : `base ${place}`, item];
    }),
  );
}

type Clash = Pick<PartConflict, 'field' | 'mine' | 'theirs'>;
type MergedItem = { item: EditedItem; clashes: Clash[] };

/** An item of the opened list; null if it was removed. */
function mergeKnown(
  part: PartFields,
  before: FormItem,
  own: EditedItem | undefined,
  other: FormItem | undefined,
): MergedItem | null {
  if (own && other) return mergeItem(part.fields, before, own, other);
  // One of them has removed it.
  const left = own ?? other;
  if (!left || isSameItem(part, left, before)) return null;
  const values = own ? { mine: CHANGED, theirs: REMOVED } : { mine: REMOVED, theirs: CHANGED };
  return { item: left, clashes: [{ field: null, ...values }] };
}

/** An item that one of them has added; null if both have added the same one, which is then theirs. */
function mergeNew(
  part: PartFields,
  own: EditedItem | undefined,
  other: FormItem | undefined,
  newOfTheirs: readonly FormItem[],
): MergedItem | null {
  if (own && !newOfTheirs.some((each) => isSameItem(part, own, each))) return { item: own, clashes: [] };
  return other ? { item: other, clashes: [] } : null;
}

function mergeItem(fields: readonly Field[], before: FormItem, own: FormItem, other: FormItem): MergedItem {
  const item: EditedItem = structuredClone(other);
  const clashes: Clash[] = [];
  for (const field of fields) {
    if (isSame(field, own, before) || isSame(field, own, other)) continue;
    const [mine, theirs] = [readField(own, field.name), readField(other, field.name)];
    if (isSame(field, other, before)) writeField(item, field.name, mine);
    else clashes.push({ field, mine, theirs });
  }
  return { item, clashes };
}

function isSameItem({ fields }: PartFields, one: FormItem, other: FormItem): boolean {
  return fields.every((field) => isSame(field, one, other));
}

function isSame({ name }: Field, one: FormItem, other: FormItem): boolean {
  return JSON.stringify(readField(one, name) ?? '') === JSON.stringify(readField(other, name) ?? '');
}

/** For each item of `base` its place in the other list, -1 if it is not there: by its id, its content, or its title. */
function matched(part: PartFields, base: readonly FormItem[], others: readonly FormItem[]): number[] {
  const { titleOf } = part;
  const idOf = ({ id, key }: FormItem) => plainText(id) || plainText(key);
  const places = base.map(() => -1);
  const ways: ((one: FormItem, other: FormItem) => boolean)[] = [
    (one, other) => idOf(one) !== '' && idOf(one) === idOf(other),
    (one, other) => isSameItem(part, one, other),
    (one, other) => titleOf === undefined || (idOf(one) === '' && titleOf(one) === titleOf(other)),
  ];
  for (const isSameItem of ways)
    for (const [index, item] of base.entries())
      if (places[index] === -1)
        places[index] = others.findIndex((other, place) => !places.includes(place) && isSameItem(item, other));
  return places;
}

/** The order of the person who has moved items; if both have, the saved one. New items follow the item that they followed. */
function inOrder(
  baseLength: number,
  mine: readonly Token[],
  theirs: readonly Token[],
  merged: ReadonlyMap<Token, unknown>,
): Token[] {
  const places = Array.from({ length: baseLength }, (_, index): Token => `base ${index}`);
  const isMoved = (tokens: readonly Token[]) => {
    const kept = tokens.map((token) => places.indexOf(token)).filter((place) => place !== -1);
    return kept.some((place, index) => place < (kept[index - 1] ?? -1));
  };
  const [leading, other] = isMoved(mine) && !isMoved(theirs) ? [mine, theirs] : [theirs, mine];
  const order = leading.filter((token) => merged.has(token));
  for (const [index, token] of other.entries()) {
    if (!merged.has(token) || order.includes(token)) continue;
    const previous = other.slice(0, index).findLast((each) => order.includes(each));
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, token);
  }
  return order;
}

function withPlace({ basedOn: _before, ...item }: EditedItem, basedOn: number | undefined): EditedItem {
  return basedOn === undefined ? item : { ...item, basedOn };
}

/** A new item may have got the id that the other person's new item has. */
function withOwnIds(items: readonly EditedItem[]): EditedItem[] {
  const made: EditedItem[] = [];
  for (const item of items) {
    const isTaken = [...made, ...items.filter(({ basedOn }) => basedOn !== undefined)].some(
      (other) => other !== item && plainText(item.id) !== '' && plainText(other.id) === plainText(item.id),
    );
    made.push(isTaken && item.basedOn === undefined ? { ...item, id: nextId([...items, ...made]) } : item);
  }
  return made;
}
