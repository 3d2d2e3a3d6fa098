import { MOST_GROUPS } from '#contract/group-limits';
import type { Tx } from '../../../core/db/db.ts';
import { addToStats, type StatsChange } from '../../catalog/catalog.ts';
import type { ReadingPorts } from '../ports.ts';
import { listAllAuthors, mergeAuthors } from './author-store.ts';
import {
  copyLibrary,
  dropLibrary,
  exportEntries,
  exportPlaces,
  listFollows,
  listShared,
  lockLibraries,
} from './data-owner-store.ts';
import { copyGroupedComics, copyGroups, exportGroupedComics, exportGroups } from './group-store.ts';
import { lockLibrary, openLibrary } from './store.ts';

/** Merges, erases and exports the library of a reader; each verb runs in a transaction of the account module. */
export function createLibraryDataOwner({ expectNews }: Pick<ReadingPorts, 'expectNews'>) {
  return {
    name: 'library',

    /** The newest value wins, and a comic that both followed counts once. */
    async mergeReader(db: Tx, fromReaderId: number, toReaderId: number): Promise<void> {
      const held = await lockLibraries(db, [fromReaderId, toReaderId]);
      if (fromReaderId === toReaderId || !held.has(fromReaderId)) return;
      // The favourites of the anonymous reader count in rankings through the account.
      await openLibrary(db, toReaderId, true);
      const follows = await listFollows(db, fromReaderId);
      if (follows.some(({ subscribed }) => subscribed)) await expectNews(db, toReaderId);
      const shared = await listShared(db, fromReaderId, toReaderId);
      await copyLibrary(db, fromReaderId, toReaderId);
      await mergeAuthors(db, fromReaderId, toReaderId);
      // Groups with one name become one. Those above the limit are left out; their comics are in the library.
      await copyGroups(db, fromReaderId, toReaderId, MOST_GROUPS);
      await copyGroupedComics(db, fromReaderId, toReaderId);
      await dropLibrary(db, fromReaderId);
      await addToStats(db, statsWithout(shared));
    },

    async eraseReader(db: Tx, readerId: number): Promise<void> {
      if (!(await lockLibrary(db, readerId))) return;
      const follows = await listFollows(db, readerId);
      await dropLibrary(db, readerId);
      await addToStats(db, statsWithout(follows));
    },

    async exportReader(db: Tx, readerId: number): Promise<unknown> {
      return {
        comics: await exportEntries(db, readerId),
        places: await exportPlaces(db, readerId),
        authors: await listAllAuthors(db, readerId),
        groups: await exportGroups(db, readerId),
        groupedComics: await exportGroupedComics(db, readerId),
      };
    },
  };
}

function statsWithout(follows: { comicId: number; subscribed: boolean; favorited: boolean }[]): StatsChange[] {
  return follows
    .filter(({ subscribed, favorited }) => subscribed || favorited)
    .map(({ comicId, subscribed, favorited }) => ({
      comicId,
      subscribers: subscribed ? -1 : 0,
      favorites: favorited ? -1 : 0,
    }));
}
