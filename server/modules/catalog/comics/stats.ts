import type { Db, Tx } from '../../../core/db/db.ts';
import type { ComicStats, StatsChange } from './stats-store.ts';
import * as statsStore from './stats-store.ts';

/** The counts of a comic; zeros for one that nobody has read or followed yet. */
export async function findStats(db: Db, comicId: number): Promise<ComicStats> {
  return (await statsStore.findStats(db, comicId)) ?? { views: 0, subscribers: 0, favorites: 0 };
}

/** Changes counts in the transaction that records why they change. */
export async function addToStats(tx: Tx, changes: readonly StatsChange[]): Promise<void> {
  if (changes.length === 0) return;
  await statsStore.addStats(
    tx,
    changes.map((change) => ({ views: 0, subscribers: 0, favorites: 0, ...change })),
  );
}
