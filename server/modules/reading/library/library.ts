import type { Pool } from 'pg';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { type Page, readPage } from '../../../core/refusal/paging.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { type Audience, addToStats, ageLimit, type Catalog, type ComicNews, findStats } from '../../catalog/catalog.ts';
import type { ReadingPorts } from '../ports.ts';
import type { RankedReaders } from '../ranking/ranked-readers.ts';
import { countEntries, type LibraryCounts } from './data-owner-store.ts';
import { updateLibrary } from './shelf-news.ts';
import { countNews, type EntryRow, listEntries, listFinishedIn, type PageQuery, type Shelf } from './shelf-store.ts';
import {
  type Added,
  addFollowed,
  addOwned,
  type ComicSelection,
  dropFollowed,
  dropHistory,
  type Following,
  lockLibrary,
  openLibrary,
} from './store.ts';
import { type KnownComic, listKnown } from './tastes-store.ts';

/** The owner of a library, with their audience. */
export type Reader = Audience & { readerId: number };

/** A reader who follows something, with their address; `counts` = their favourites count in rankings. */
export type Follower = Reader & { address: string; counts: boolean };

/** The comics of a reader: subscribed, favourited, owned, read. */
export type Library = {
  /** Follows a comic; returns how many readers follow it now, null if the reader is not allowed to see it. */
  follow(how: Following, reader: Follower, comicId: number, now: Date): Promise<number | null>;
  /** Follows the comics that the reader is allowed to see; returns how many were not followed before. */
  followMany(how: Following, reader: Follower, comicIds: readonly number[], now: Date): Promise<number>;
  /** Returns how many were followed before. */
  unfollow(how: Following, readerId: number, selection: ComicSelection): Promise<number>;
  /** Deletes readings, places and read marks; returns of how many comics. */
  deleteHistory(readerId: number, selection: ComicSelection): Promise<number>;
  /** Records that the reader owns something of a comic, in the transaction of the purchase. */
  addOwned(db: Tx, readerId: number, comic: ComicNews, now: Date): Promise<void>;
  /** A page of a list. The first page updates the library first; later pages keep its order. */
  list(shelf: Shelf, reader: Reader, now: Date, query: Omit<PageQuery, 'age'>): Promise<Page<EntryRow>>;
  /** The comics of a reader by latest activity: the basis of recommendations, and the comics to leave out. */
  known(readerId: number): Promise<KnownComic[]>;
  /** The chapters of these comics that the reader has finished. */
  finishedIn(readerId: number, comicIds: readonly number[]): Promise<number[]>;
  /** How many comics each list of a library has. */
  count(reader: Reader): Promise<LibraryCounts>;
  /** How many subscribed comics have chapters that the reader has not seen. */
  countUnread(reader: Reader, now: Date): Promise<number>;
};

/** Older comics say little about taste, and may be recommended again. */
const KNOWN = 200;

const COUNTED_AS = { subscribed: 'subscribers', favorited: 'favorites' } as const;

export function createLibrary(
  pool: Pool,
  catalog: Pick<Catalog, 'news' | 'statsChanged'>,
  ranked: RankedReaders,
  { expectNews }: Pick<ReadingPorts, 'expectNews'>,
): Library {
  async function addable(reader: Reader, comicIds: readonly number[], now: Date): Promise<Omit<Added, 'counts'>[]> {
    const known = await catalog.news.of(now, comicIds);
    return known.flatMap(({ comicId, latestAt, age }) =>
      latestAt === null || age > ageLimit(reader) ? [] : [{ comicId, latestAt, age }],
    );
  }

  /** Adds the comics and updates their counts; returns how many were not followed before. */
  async function add(how: Following, follower: Follower, addable: Omit<Added, 'counts'>[], now: Date) {
    const { readerId, address } = follower;
    const visits = addable.map(({ comicId }) => ({ day: shanghaiDay(now), address, comicId, readerId }));
    const favoriting = how === 'favorited' ? await ranked.hashAddresses(visits) : [];
    const added = await transaction(pool, async (client) => {
      if (how === 'subscribed') await expectNews(client, readerId);
      await openLibrary(client, readerId, follower.counts);
      const counting = new Set((await ranked.count(client, favoriting)).map(({ comicId }) => comicId));
      const comics = addable.map((comic) => ({ ...comic, counts: counting.has(comic.comicId) }));
      const comicIds = await addFollowed(client, how, readerId, now, comics);
      await addToStats(client, countChanges(how, comicIds, 1));
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

    async unfollow(how, readerId, selection) {
      const dropped = await transaction(pool, async (client) => {
        if (!(await lockLibrary(client, readerId))) return [];
        const comicIds = await dropFollowed(client, how, readerId, selection);
        await addToStats(client, countChanges(how, comicIds, -1));
        return comicIds;
      });
      catalog.statsChanged(dropped);
      return dropped.length;
    },

    deleteHistory: (readerId, selection) =>
      transaction(pool, async (client) =>
        (await lockLibrary(client, readerId)) ? dropHistory(client, readerId, selection) : 0,
      ),

    async addOwned(db, readerId, comic, now) {
      // Buying requires credentials, so the favourites count in rankings.
      await openLibrary(db, readerId, true);
      await addOwned(db, readerId, now, comic);
    },

    async list(shelf, reader, now, { size, ...query }) {
      if (query.after === null) await updateLibrary(pool, catalog, reader.readerId, now);
      const age = ageLimit(reader);
      return readPage(size, (limit) => listEntries(pool, shelf, reader.readerId, { ...query, size: limit, age }));
    },

    known: (readerId) => listKnown(pool, readerId, KNOWN),

    finishedIn: (readerId, comicIds) => listFinishedIn(pool, readerId, comicIds),

    count: (reader) => countEntries(pool, reader.readerId, ageLimit(reader)),

    async countUnread(reader, now) {
      const keeps = await updateLibrary(pool, catalog, reader.readerId, now);
      return keeps ? countNews(pool, reader.readerId, ageLimit(reader)) : 0;
    },
  };
}

/** The changes of the counts when these comics are followed or no longer followed. */
function countChanges(how: Following, comicIds: readonly number[], by: 1 | -1) {
  return comicIds.map((comicId) => ({ comicId, [COUNTED_AS[how]]: by }));
}
