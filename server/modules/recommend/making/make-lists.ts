import { createYield, forEachYielding, sortYielding } from '../../../core/jobs/yield.ts';
import { dayNumber, drawNumber } from '../draw-number.ts';
import type { GeneralList, Listed, Related, RelatedList } from '../lists.ts';
import { relateByReaders } from './co-reading.ts';
import { type Comparable, relateByContent } from './content-similarity.ts';
import { createBest } from './cut.ts';
import { createSums } from './sums.ts';
import type { Tastes } from './tastes.ts';

/** A comic that can be recommended. */
export type Recommendable = Comparable & {
  id: number;
  fromAge: number;
  views: number;
  createdAt: Date;
  latestAt: Date;
};

/** Twice as many as are shown at once: the reader may know some, and some may go offline. */
const LISTED = 24;
const LISTED_IN_GENERAL = 60;
const FRESH = 12;
const FRESH_IN_GENERAL = 48;
/** Small, so that similarity by readers decides where it is known. */
const SIMILARITY_WEIGHT = 0.1;
const NEW_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;
const MOST_NEW = 1_000;

/** Makes all lists. Each related list is passed to `write`, which is awaited. The work yields to requests. */
export async function makeLists(
  comics: readonly Recommendable[],
  tastes: Tastes,
  now: Date,
  write: (list: RelatedList) => Promise<void> | void,
): Promise<GeneralList> {
  const yieldNow = createYield();
  const readers = await relateByReaders(tastes, comics.length, yieldNow);
  const compare = (a: number, b: number) => byPopularity(comics, readers.popularity, a, b);
  const isMorePopular = (a: number, b: number) => compare(a, b) < 0;
  const order = await sortYielding([...comics.keys()], compare);
  const similarity = await relateByContent(comics, order, yieldNow);
  const drawFresh = createFreshDraw(comics, now);
  const scores = createSums(comics.length);

  for (const [index, comic] of comics.entries()) {
    await readers.visit(index, scores.add);
    similarity.visit(index, (other, score) => scores.add(other, score * SIMILARITY_WEIGHT));
    const best = createBest<Related & { index: number }>(LISTED, (a, b) =>
      a.score === b.score ? isMorePopular(a.index, b.index) : a.score > b.score,
    );
    scores.drain((other, score) => {
      const found = comics[other];
      if (!found || score < (best.last(found.fromAge)?.score ?? 0)) return;
      best.add({ comicId: found.id, fromAge: found.fromAge, score, index: other });
    });
    await write({ comicId: comic.id, comics: best.list(), fresh: drawFresh(comic) });
    await yieldNow();
  }

  const popular = createBest<Listed & { index: number }>(LISTED_IN_GENERAL, (a, b) => isMorePopular(a.index, b.index));
  await forEachYielding(order, (index) => {
    const comic = comics[index];
    if (comic) popular.add({ comicId: comic.id, fromAge: comic.fromAge, index });
  });
  return { comics: popular.list(), fresh: drawFresh(null) };
}

/** Sorts by popularity, then by views, then by the latest chapter. */
function byPopularity(comics: readonly Recommendable[], popularity: Float64Array, a: number, b: number): number {
  const [one, other] = [comics[a], comics[b]];
  if (!one || !other) return 0;
  return (
    (popularity[b] ?? 0) - (popularity[a] ?? 0) ||
    other.views - one.views ||
    other.latestAt.getTime() - one.latestAt.getTime() ||
    other.id - one.id
  );
}

/**
 * Draws new comics for each list at random, different ones each day, so that every new comic is shown to some readers. A comic's
 * list draws from its genres, the general list from all.
 */
function createFreshDraw(comics: readonly Recommendable[], now: Date) {
  const day = dayNumber(now);
  const since = now.getTime() - NEW_DAYS * DAY_MS;
  const fresh = comics
    .filter(({ createdAt }) => createdAt.getTime() > since)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, MOST_NEW);
  return (comic: Recommendable | null): Listed[] => {
    const genres = new Set(comic?.genres);
    const best = createBest<Listed & { drawn: number }>(
      comic ? FRESH : FRESH_IN_GENERAL,
      (a, b) => a.drawn < b.drawn || (a.drawn === b.drawn && a.comicId < b.comicId),
    );
    for (const { id: comicId, fromAge, genres: others } of fresh)
      if (comicId !== comic?.id && (comic === null || others.some((genre) => genres.has(genre))))
        best.add({ comicId, fromAge, drawn: drawNumber(day, comic?.id ?? 0, comicId) });
    return best.list();
  };
}
