import type { Recommendable } from '../../server/modules/recommend/making/make-lists.ts';
import { type Random, seededRandom } from '../app/seeded-random.ts';

/** A service with readers whose tastes are known. */
export type MadeUp = {
  now: Date;
  comics: Recommendable[];
  /** The comics that each reader has read, and will read. */
  readers: { read: number[]; next: number }[];
};

const DAY_MS = 24 * 3600 * 1000;
/** Of twenty comics that a reader reads, this number are popular ones that do not depend on their taste. */
const FASHION = 5;
const OF_TWENTY = 20;

/**
 * Comics of some circles, a few of each read by many and most by few; genres are those of the circle, though one in three comics
 * has that of another. Readers belong to a circle or two, and sometimes read comics that everybody reads.
 */
export function makeUp(size: { comics: number; readers: number; circles: number; seed: number }): MadeUp {
  const random = seededRandom(size.seed, 0);
  const now = new Date('2026-11-22T04:00:00Z');
  const comics = Array.from({ length: size.comics }, (_, index): Recommendable => {
    const genre = random.below(3) === 0 ? random.below(size.circles) : index % size.circles;
    return {
      id: index + 1,
      genres: [`题材${genre % 12}`, `题材${random.below(12)}`],
      authors: [`作者${random.below(size.comics)}`],
      fromAge: 0,
      views: 0,
      // One in ten is new.
      createdAt: new Date(now.getTime() - (index % 10 === 9 ? 5 : 400) * DAY_MS),
      latestAt: now,
    };
  });
  const isNew = (index: number) => index % 10 === 9;
  const circleOf = (circle: number) =>
    comics.flatMap((_, index) => (index % size.circles === circle && !isNew(index) ? index : []));
  const circles = Array.from({ length: size.circles }, (_, circle) => circleOf(circle));
  const all = comics.flatMap((_, index) => (isNew(index) ? [] : index));

  const readers = Array.from({ length: size.readers }, () => {
    const own = [random.oneOf(circles), random.oneOf(circles)];
    const read = new Set<number>();
    const many = 4 + random.below(8);
    while (read.size < many) {
      const from = random.below(OF_TWENTY) < FASHION ? all : random.oneOf(own);
      read.add((from[skewed(random, from.length)] ?? 0) + 1);
    }
    const list = [...read];
    return { read: list.slice(0, -1), next: list.at(-1) ?? 1 };
  });
  return { now, comics, readers };
}

/** Mostly small numbers: a comic ten places further down is read less and less. */
function skewed(random: Random, limit: number): number {
  const part = random.below(1_000_000) / 1_000_000;
  return Math.floor(limit * part ** 2);
}
