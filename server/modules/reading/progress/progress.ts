import type { Pool } from 'pg';
import type { LastRead } from '#contract/shapes';
import { transaction } from '../../../core/db.ts';
import { type ComicRecord, fromAge, published } from '../../catalog/catalog.ts';
import { openLibrary } from '../library/store.ts';
import {
  findPlace,
  findStanding,
  finishChapter,
  listReadAmong,
  noteReading,
  type Place,
  see,
  type Told,
} from './store.ts';

/**
 * A reading as a device tells it: how long ago, since its clock may be wrong. `counts` = from now on what the reader keeps
 * counts in rankings.
 */
export type ToldReading = Place & { chapterId: number; finished: boolean; ageMs: number; counts: boolean };

/** What a reader has to do with a comic. */
export type ComicStanding = {
  subscribed: boolean;
  favorited: boolean;
  last: LastRead | null;
  read: ReadonlySet<number>;
};

/** Where readers are in the chapters they read. */
export type Progress = {
  /** Keeps the newest reading, for the chapter and for the comic; gives the place that is kept. */
  tell(readerId: number, record: ComicRecord, told: ToldReading, now: Date): Promise<Place>;
  /** How the reader stands to a comic whose detail they look at: what is out is new no more. */
  look(readerId: number, record: ComicRecord, now: Date): Promise<ComicStanding>;
  /** The place in a chapter that the reader opens, and which of `marked` were read to their end. */
  open(
    readerId: number,
    record: ComicRecord,
    chapterId: number,
    marked: readonly number[],
    now: Date,
  ): Promise<{ place: Place | null; read: ReadonlySet<number> }>;
  /** Of these chapters of a comic, those that the reader read to their end. */
  readAmong(readerId: number, record: ComicRecord, chapterIds: readonly number[]): Promise<ReadonlySet<number>>;
};

const NONE: ReadonlySet<number> = new Set();

export function createProgress(pool: Pool): Progress {
  async function seen(readerId: number, record: ComicRecord, seenAt: Date, now: Date): Promise<void> {
    const shown = shownUntil(record, now);
    if (shown > seenAt) await see(pool, readerId, record.comic.id, shown);
  }

  return {
    async tell(readerId, record, { ageMs, finished, counts, ...told }, now) {
      const at = new Date(now.getTime() - ageMs);
      const reading: Told = {
        readerId,
        comicId: record.comic.id,
        chapterId: told.chapterId,
        ...placeWithin(told, pagesOf(record, told.chapterId)),
        at,
        seenAt: shownUntil(record, at),
        latestAt: latestOf(record, now),
        age: fromAge(record.comic.ageRating),
      };
      if (!finished) return noteReading(pool, reading);
      return transaction(pool, async (client) => {
        if (counts) await openLibrary(client, readerId, true);
        const kept = await noteReading(client, reading);
        await finishChapter(client, reading);
        return kept;
      });
    },

    async look(readerId, record, now) {
      const standing = await findStanding(pool, readerId, record.comic.id);
      if (!standing) return { subscribed: false, favorited: false, last: null, read: NONE };
      await seen(readerId, record, standing.seenAt, now);
      const { subscribed, favorited, chapterId, finished } = standing;
      const read = new Set(finished);
      const chapter = published(record, now).find(({ id }) => id === chapterId);
      const last = chapter
        ? {
            chapterId: chapter.id,
            no: chapter.no,
            ...placeWithin(standing, chapter.pageCount),
            finished: read.has(chapter.id),
          }
        : null;
      return { subscribed, favorited, last, read };
    },

    async open(readerId, record, chapterId, marked, now) {
      const found = await findPlace(pool, readerId, record.comic.id, chapterId, marked);
      if (!found) return { place: null, read: NONE };
      await seen(readerId, record, found.seenAt, now);
      const place = found.page === null ? null : placeWithin(found, pagesOf(record, chapterId));
      return { place, read: new Set(found.finished) };
    },

    async readAmong(readerId, record, chapterIds) {
      if (chapterIds.length === 0) return NONE;
      return new Set(await listReadAmong(pool, readerId, record.comic.id, chapterIds));
    },
  };
}

/** A place in a chapter of so many pages; one beyond its end is the end. */
export function placeWithin({ page, offset }: { page: number | null; offset: number | null }, pages: number): Place {
  if (page === null) return { page: 0, offset: 0 };
  return page < pages ? { page, offset: offset ?? 0 } : { page: pages - 1, offset: 1 };
}

function pagesOf(record: ComicRecord, chapterId: number): number {
  return record.chapters.find(({ id }) => id === chapterId)?.pageCount ?? 1;
}

function latestOf(record: ComicRecord, at: Date): Date {
  return new Date(Math.max(0, ...published(record, at).map(({ publishedAt }) => publishedAt.getTime())));
}

/** Up to when a reader saw what is out. The database keeps finer times than ours: the next millisecond covers them. */
function shownUntil(record: ComicRecord, at: Date): Date {
  return new Date(latestOf(record, at).getTime() + 1);
}
