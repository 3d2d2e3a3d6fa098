import type { Tx } from '../../../core/db/db.ts';
import { addToStats, type ComicNews, findStats, listNewsOf, type StatsChange } from '../../catalog/catalog.ts';
import { addGains } from '../views/store.ts';
import {
  copyEntries,
  copyPlaces,
  countShelf,
  type Follows,
  forgetCopies,
  lockReadersOf,
  movePlaces,
  moveViews,
  openEntries,
  rankNow,
  renewReadings,
  type ShelfCounts,
  setNews,
  setOwned,
  splitFollows,
  takeViews,
  viewsByDay,
} from './comic-merge-store.ts';
import { copyToGroups, moveBackInGroups } from './group-merge-store.ts';

export type { ShelfCounts } from './comic-merge-store.ts';

/** `moved`: chapters that move to the other comic. `left`: chapters that are replaced by the chapter `stays`. */
export type MovedReading = {
  fromId: number;
  intoId: number;
  moved: readonly number[];
  left: readonly { id: number; stays: number }[];
};

/** By comic, the readers who own a chapter of it after the change. */
export type OwnersOf = ReadonlyMap<number, readonly { readerId: number; at: Date }[]>;

export type MergedReading = { before: { from: ShelfCounts; into: ShelfCounts }; after: ShelfCounts; views: number };

/**
 * Copies the library entries and reading positions of one comic to the other. The entries of the first comic stay, invisible to
 * readers: the merge is undone with them.
 */
export async function mergeReading(
  tx: Tx,
  { fromId, intoId, moved, left }: MovedReading,
  owners: OwnersOf,
  now: Date,
): Promise<MergedReading> {
  const { pair, before, from, into } = await lockPair(tx, fromId, intoId, now);
  const added = await copyEntries(tx, pair, left, into);
  await movePlaces(tx, pair, moved);
  await copyPlaces(tx, pair, left);
  await setOwned(tx, intoId, owners.get(intoId) ?? [], into);
  await copyToGroups(tx, pair);
  await setOwned(tx, fromId, [], from);
  await setNews(tx, fromId, from);
  await setNews(tx, intoId, into);
  await moveViews(tx, moved, intoId);
  const days = await viewsByDay(tx, fromId);
  if (days.length > 0)
    await addGains(
      tx,
      days.map((day) => ({ ...day, comicId: intoId })),
    );
  const { views } = await findStats(tx, fromId);
  await addToStats(tx, [{ comicId: intoId, views }, ...added.map((change) => statsOf(intoId, change, 1))]);
  await rankNow(tx, now);
  return { before, after: await countShelf(tx, intoId), views };
}

/** Undoes `mergeReading`. Later actions of readers stay with their chapter. */
export async function splitReading(
  tx: Tx,
  { fromId, intoId, moved, left }: MovedReading,
  owners: OwnersOf,
  now: Date,
): Promise<MergedReading> {
  const { pair, before, from, into } = await lockPair(tx, fromId, intoId, now);
  await forgetCopies(tx, pair, left);
  await openEntries(tx, pair, moved);
  await movePlaces(tx, [intoId, fromId], moved);
  await setOwned(tx, fromId, owners.get(fromId) ?? [], from);
  // Must run before the entries of the merge are removed with their groups.
  await moveBackInGroups(tx, pair);
  await setOwned(tx, intoId, owners.get(intoId) ?? [], into);
  await renewReadings(tx, pair);
  const gone = await splitFollows(tx, pair);
  await setNews(tx, fromId, from);
  await setNews(tx, intoId, into);
  await moveViews(tx, moved, fromId);
  await takeViews(tx, pair);
  const { views } = await findStats(tx, fromId);
  await addToStats(tx, [
    { comicId: intoId, views: -views },
    ...gone.map((change) => statsOf(change.comicId, change, -1)),
  ]);
  await rankNow(tx, now);
  return { before, after: await countShelf(tx, fromId), views };
}

/** Locks the readers of two comics; returns how many each has, and the latest chapter of each. */
async function lockPair(tx: Tx, fromId: number, intoId: number, now: Date) {
  await lockReadersOf(tx, fromId, intoId);
  const before = { from: await countShelf(tx, fromId), into: await countShelf(tx, intoId) };
  const [from, into] = [await newsOf(tx, fromId, now), await newsOf(tx, intoId, now)];
  return { pair: [fromId, intoId] as const, before, from, into };
}

async function newsOf(tx: Tx, comicId: number, now: Date): Promise<ComicNews> {
  const [news] = await listNewsOf(tx, now, [comicId]);
  return news ?? { comicId, latestAt: null, age: 0 };
}

function statsOf(comicId: number, { subscribed, favorited }: Follows, by: 1 | -1): StatsChange {
  return { comicId, subscribers: subscribed ? by : 0, favorites: favorited ? by : 0 };
}
