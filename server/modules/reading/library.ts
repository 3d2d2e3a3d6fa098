import type { Pool } from 'pg';
import { type Tx, transaction } from '../../core/db.ts';
import { shanghaiDay } from '../../core/shanghai-day.ts';
import { type Audience, addToStats, ageLimit, type Catalog, findStats } from '../catalog/catalog.ts';
import { countEntries, type LibraryCounts } from './library-keeper-store.ts';
import {
  type Added,
  addFollowed,
  addOwned,
  type Chosen,
  dropFollowed,
  dropHistory,
  type Following,
  lockLibrary,
  openLibrary,
} from './library-store.ts';
import type { RankedReaders } from './ranked-readers.ts';
import { takeInNews } from './shelf-news.ts';
import { countNews, type EntryRow, listEntries, listLatest, type PageWanted, type Shelf } from './shelf-store.ts';

/** Whose library it is, and what they may see in it. */
export type Reader = Audience & { readerId: number };

/** A reader who follows something: from where, and whether what they do counts in rankings. */
export type Follower = Reader & { address: string; counts: boolean };

/** What readers keep: subscribed, favourited, owned, read. */
export type Library = {
  /** Follows a comic; gives how many readers do so now, null where the reader may not see it. */
  follow(how: Following, reader: Follower, comicId: number, now: Date): Promise<number | null>;
  /** Follows those that the reader may see; gives how many were not followed before. */
  followMany(how: Following, reader: Follower, comicIds: readonly number[], now: Date): Promise<number>;
  /** Gives how many were followed before. */
  unfollow(how: Following, readerId: number, chosen: Chosen): Promise<number>;
  /** Forgets readings, places and read marks; gives of how many comics. */
  forget(readerId: number, chosen: Chosen): Promise<number>;
  /** Notes that a reader owns something of a comic, in the transaction of what made it so. */
  own(db: Tx, readerId: number, comicId: number, now: Date): Promise<void>;
  /** A page of a list. The first one takes in what came out by now; the next ones keep to the order it found. */
  list(shelf: Shelf, reader: Reader, now: Date, page: Omit<PageWanted, 'age'>): Promise<EntryRow[]>;
  /** The comics a reader had to do with lately, and those that they know already. */
  taste(readerId: number): Promise<{ to: number[]; without: number[] }>;
  /** How many comics are in each part of a library. */
  counts(readerId: number): Promise<LibraryCounts>;
  /** How many subscribed comics have chapters that the reader has not seen. */
  unread(reader: Reader, now: Date): Promise<number>;
};

/** What a reader had to do with long ago says little of their taste, and may be recommended again. */
const TASTED = 20;
const KNOWN = 200;

const COUNTED_AS = { subscribed: 'subscribers', favorited: 'favorites' } as const;

export function createLibrary(
  pool: Pool,
  catalog: Pick<Catalog, 'news' | 'statsChanged'>,
  ranked: RankedReaders,
  onSubscribe: (db: Tx, readerId: number) => Promise<void>,
): Library {
  async function addable(reader: Reader, comicIds: readonly number[], now: Date): Promise<Omit<Added, 'counts'>[]> {
    const known = await catalog.news.of(now, comicIds);
    return known.flatMap(({ comicId, latestAt, age }) =>
      latestAt === null || age > ageLimit(reader) ? [] : [{ comicId, latestAt, age }],
    );
  }

  /** What was not followed before counts from now on; gives how many those are. */
  async function add(how: Following, follower: Follower, addable: Omit<Added, 'counts'>[], now: Date) {
    const { readerId, address } = follower;
    const visits = addable.map(({ comicId }) => ({ day: shanghaiDay(now), address, comicId, readerId }));
    const favoriting = how === 'favorited' ? await ranked.hashed(visits) : [];
    const added = await transaction(pool, async (client) => {
      if (how === 'subscribed') await onSubscribe(client, readerId);
      await openLibrary(client, readerId, follower.counts);
      const counting = new Set((await ranked.counted(client, favoriting)).map(({ comicId }) => comicId));
      const comics = addable.map((comic) => ({ ...comic, counts: counting.has(comic.comicId) }));
      const comicIds = await addFollowed(client, how, readerId, now, comics);
      await addToStats(client, counted(how, comicIds, 1));
      return comicIds;
    });
    catalog.statsChanged(added);
    return added.length;
  }

  return {
    async follow(how, reader, comicId, now) {
      const comics = await addable(reader, [comicId], now);
      if (comics.length === 0) return null;
      await add(how, reader, comics, now);
      return (await findStats(pool, comicId))[COUNTED_AS[how]];
    },

    async followMany(how, reader, comicIds, now) {
      const comics = await addable(reader, comicIds, now);
      return comics.length === 0 ? 0 : add(how, reader, comics, now);
    },

    async unfollow(how, readerId, chosen) {
      const dropped = await transaction(pool, async (client) => {
        if (!(await lockLibrary(client, readerId))) return [];
        const comicIds = await dropFollowed(client, how, readerId, chosen);
        await addToStats(client, counted(how, comicIds, -1));
        return comicIds;
      });
      catalog.statsChanged(dropped);
      return dropped.length;
    },

    forget: (readerId, chosen) =>
      transaction(pool, async (client) =>
        (await lockLibrary(client, readerId)) ? dropHistory(client, readerId, chosen) : 0,
      ),

    async own(db, readerId, comicId, now) {
      const [comic] = await catalog.news.of(now, [comicId]);
      if (!comic) return;
      // Whoever buys has credentials.
      await openLibrary(db, readerId, true);
      await addOwned(db, readerId, now, comic);
    },

    async list(shelf, reader, now, page) {
      if (page.after === null) await takeInNews(pool, catalog, reader.readerId, now);
      return listEntries(pool, shelf, reader.readerId, { ...page, age: ageLimit(reader) });
    },

    async taste(readerId) {
      const without = await listLatest(pool, readerId, KNOWN);
      return { to: without.slice(0, TASTED), without };
    },

    counts: (readerId) => countEntries(pool, readerId),

    async unread(reader, now) {
      const keeps = await takeInNews(pool, catalog, reader.readerId, now);
      return keeps ? countNews(pool, reader.readerId, ageLimit(reader)) : 0;
    },
  };
}

/** What following or no longer following these comics changes in their counts. */
function counted(how: Following, comicIds: readonly number[], by: 1 | -1) {
  return comicIds.map((comicId) => ({ comicId, [COUNTED_AS[how]]: by }));
}
