import { drawNumber } from '../draw-number.ts';
import type { GeneralList, Listed, RelatedList } from '../lists.ts';
import { weightAfter } from '../making/tastes.ts';

/** A comic that a reader has liked for this many days. */
export type Tasted = { comicId: number; days: number };

export type Sources = { tasted: readonly Tasted[]; related: readonly RelatedList[]; general: GeneralList | null };

export type PickQuery = {
  /** Comics that must not be picked. */
  without: ReadonlySet<number>;
  /** Comics from a higher age on are left out. */
  ageLimit: number;
  size: number;
  /** The new comics are drawn by this: the day, and the reader or comic of the pick. */
  draw: { day: number; for: number };
};

/** The picked comics in order, and how much each tasted one counted for them. */
export type Picked = { comics: number[]; reasons: ReadonlyMap<number, number> };

/** The places of new comics in every twelve. */
const FRESH_PLACES = [3, 8];
const TWELVE = 12;
/** Taste changes faster than the relation of comics. */
const HALF_LIFE_DAYS = 30;

/**
 * The comics most related to all liked ones, of which the latest count most; if they are too few, those that are
 * popular. Two of twelve are new comics, drawn at random, the same for the whole day.
 */
export function pick({ tasted, related, general }: Sources, query: PickQuery): Picked {
  const { without, ageLimit, size, draw } = query;
  const isAllowed = ({ comicId, fromAge }: Listed) => fromAge <= ageLimit && !without.has(comicId);
  const { scores, shares } = scoresOf(tasted, related, isAllowed);
  const liked = [...scores].sort(([, one], [, other]) => other - one).map(([comicId]) => comicId);
  const popular = idsOf((general?.comics ?? []).filter(isAllowed));
  const ordered = [...new Set([...liked, ...popular])].slice(0, size);

  const ownFresh = related.flatMap(({ fresh }) => fresh).filter(isAllowed);
  const fresh = ownFresh.length > 0 ? ownFresh : (general?.fresh ?? []).filter(isAllowed);
  const comics = withFresh(ordered, inOrderOfDraw(idsOf(fresh), draw), size);
  return { comics, reasons: sumShares(comics, shares) };
}

function idsOf(listed: readonly Listed[]): number[] {
  return listed.map(({ comicId }) => comicId);
}

/** Each comic once, in a random order that is the same all day for the same reader or comic. */
function inOrderOfDraw(comicIds: readonly number[], draw: PickQuery['draw']): number[] {
  const drawn = new Map(comicIds.map((comicId) => [comicId, drawNumber(draw.day, draw.for, comicId)]));
  return [...drawn].sort(([, one], [, other]) => one - other).map(([comicId]) => comicId);
}

/** How much each tasted comic has counted for these comics together. */
function sumShares(comics: readonly number[], shares: Shares): Map<number, number> {
  const sums = new Map<number, number>();
  for (const comicId of comics)
    for (const [of, share] of shares.get(comicId) ?? []) sums.set(of, (sums.get(of) ?? 0) + share);
  return sums;
}

/** By comic, how much each tasted one counts for it. */
type Shares = ReadonlyMap<number, readonly [of: number, share: number][]>;

/** The score of each comic, and its parts. */
function scoresOf(tasted: readonly Tasted[], related: readonly RelatedList[], isAllowed: (listed: Listed) => boolean) {
  const weights = new Map(tasted.map(({ comicId, days }) => [comicId, weightAfter(days, HALF_LIFE_DAYS)]));
  const scores = new Map<number, number>();
  const shares = new Map<number, [of: number, share: number][]>();
  for (const { comicId: of, comics } of related)
    for (const each of comics) {
      if (!isAllowed(each)) continue;
      const share = each.score * (weights.get(of) ?? 0);
      scores.set(each.comicId, (scores.get(each.comicId) ?? 0) + share);
      shares.set(each.comicId, [...(shares.get(each.comicId) ?? []), [of, share]]);
    }
  return { scores, shares };
}

/** The list with new comics at their places, which the others move down from; at most `size`. */
function withFresh(ordered: readonly number[], fresh: readonly number[], size: number): number[] {
  const list: number[] = [];
  const others = [...ordered];
  const waiting = fresh.slice(0, Math.ceil((size / TWELVE) * FRESH_PLACES.length));
  const isPlaced = new Set<number>();
  const takeNext = (from: number[]): number | undefined => {
    for (let next = from.shift(); next !== undefined; next = from.shift()) if (!isPlaced.has(next)) return next;
    return undefined;
  };
  while (list.length < size) {
    const isFreshPlace = FRESH_PLACES.includes(list.length % TWELVE);
    const next = isFreshPlace ? (takeNext(waiting) ?? takeNext(others)) : (takeNext(others) ?? takeNext(waiting));
    if (next === undefined) break;
    list.push(next);
    isPlaced.add(next);
  }
  return list;
}
