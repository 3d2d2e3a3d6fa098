import type { Tx } from '../../core/db.ts';
import { addToStats, type StatsChange } from '../catalog/catalog.ts';
import {
  copyLibrary,
  dropLibrary,
  exportEntries,
  exportPlaces,
  listFollows,
  listShared,
  lockLibraries,
} from './library-keeper-store.ts';
import { lockLibrary, openLibrary } from './library-store.ts';

/**
 * What becomes of a library with its reader; each verb runs in a transaction of the account's. `onSubscribe` is told of
 * readers who come to subscriptions by a merge.
 */
export function keepLibrary(onSubscribe: (db: Tx, readerId: number) => Promise<void>) {
  return {
    name: 'library',

    /** Everything goes over: the newest wins, and a comic that both followed counts once. */
    async onMerge(db: Tx, fromReaderId: number, toReaderId: number): Promise<void> {
      const held = await lockLibraries(db, [fromReaderId, toReaderId]);
      if (fromReaderId === toReaderId || !held.has(fromReaderId)) return;
      // What a guest favourited counts by the account they log in to.
      await openLibrary(db, toReaderId, true);
      const follows = await listFollows(db, fromReaderId);
      if (follows.some(({ subscribed }) => subscribed)) await onSubscribe(db, toReaderId);
      const shared = await listShared(db, fromReaderId, toReaderId);
      await copyLibrary(db, fromReaderId, toReaderId);
      await dropLibrary(db, fromReaderId);
      await addToStats(db, noLonger(shared));
    },

    async onErase(db: Tx, readerId: number): Promise<void> {
      if (!(await lockLibrary(db, readerId))) return;
      const follows = await listFollows(db, readerId);
      await dropLibrary(db, readerId);
      await addToStats(db, noLonger(follows));
    },

    async onExport(db: Tx, readerId: number): Promise<unknown> {
      return { comics: await exportEntries(db, readerId), places: await exportPlaces(db, readerId) };
    },
  };
}

function noLonger(follows: { comicId: number; subscribed: boolean; favorited: boolean }[]): StatsChange[] {
  return follows
    .filter(({ subscribed, favorited }) => subscribed || favorited)
    .map(({ comicId, subscribed, favorited }) => ({
      comicId,
      subscribers: subscribed ? -1 : 0,
      favorites: favorited ? -1 : 0,
    }));
}
