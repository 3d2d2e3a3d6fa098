import type { Pool } from 'pg';
import { isOnlyPlace } from '#contract/chapter-no';
import type { LastRead } from '#contract/shapes';
import { transaction } from '../../../core/db/db.ts';
import { type ComicRecord, fromAge, published } from '../../catalog/catalog.ts';
import { openLibrary } from '../library/store.ts';
import { type Place, placeWithin } from '../place.ts';
import {
  findEntry,
  findPlace,
  finishChapter,
  listReadAmong,
  noteReading,
  type PlaceRow,
  type Reading,
  setSeen,
} from './store.ts';

/**
 * A reading as a device reports it: by its age, because the clock of the device may be wrong. `counts` = from now on the
 * reader's favourites count in rankings.
 */
export type ReportedReading = Place & {
  chapterId: number;
  finished: boolean;
  /** The place is the end of the chapter. */
  atEnd: boolean;
  ageMs: number;
  counts: boolean;
};

/** A reader's relation to a comic. */
export type ReaderComic = {
  subscribed: boolean;
  favorited: boolean;
  last: LastRead | null;
  read: ReadonlySet<number>;
};

export type ChapterPlace = { place: Place | null; read: ReadonlySet<number> };

/** Which chapters readers have read, and how far. */
export type Progress = {
  /** Stores the newest reading of the chapter and of the comic; returns the stored place. */
  report(readerId: number, record: ComicRecord, reported: ReportedReading, now: Date): Promise<Place>;
  /** The reader's relation to a comic whose detail they open; its published chapters are no longer unread. */
  openComic(readerId: number, record: ComicRecord, now: Date): Promise<ReaderComic>;
  /**
   * The place where a chapter opens, null = its top, and which of `marked` were read to their end; remembers nothing. A
   * finished chapter opens at its top until the reader is elsewhere in it again.
   */
  placeIn(readerId: number, record: ComicRecord, chapterId: number, marked: readonly number[]): Promise<ChapterPlace>;
  /** The same of a chapter that the reader opens: the published chapters of its comic are no longer unread. */
  openChapter(
    readerId: number,
    record: ComicRecord,
    chapterId: number,
    marked: readonly number[],
    now: Date,
  ): Promise<ChapterPlace>;
  /** The part of these chapters of a comic that the reader has finished. */
  readAmong(readerId: number, record: ComicRecord, chapterIds: readonly number[]): Promise<ReadonlySet<number>>;
};

const NONE: ReadonlySet<number> = new Set();

export function createProgress(pool: Pool): Progress {
  async function markSeen(readerId: number, record: ComicRecord, seenAt: Date, now: Date): Promise<void> {
    const shown = shownUntil(record, now);
    if (shown > seenAt) await setSeen(pool, readerId, record.comic.id, shown);
  }

  return {
    async report(readerId, record, { ageMs, finished, atEnd, counts, chapterId, ...place }, now) {
      const at = new Date(now.getTime() - ageMs);
      const reading: Reading = {
        readerId,
        comicId: record.comic.id,
        chapterId,
        ...placeWithin(place, pagesOf(record, chapterId)),
        atEnd,
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

    async openComic(readerId, record, now) {
      const entry = await findEntry(pool, readerId, record.comic.id);
      if (!entry) return { subscribed: false, favorited: false, last: null, read: NONE };
      await markSeen(readerId, record, entry.seenAt, now);
      const { subscribed, favorited, chapterId, finished } = entry;
      const read = new Set(finished);
      const chapter = published(record, now).find(({ id }) => id === chapterId);
      const last = chapter
        ? {
            chapterId: chapter.id,
            no: chapter.no,
            ...(isOnlyPlace(chapter.no) && { title: chapter.title }),
            ...placeWithin(entry, chapter.pageCount),
            finished: read.has(chapter.id),
          }
        : null;
      return { subscribed, favorited, last, read };
    },

    async placeIn(readerId, record, chapterId, marked) {
      return viewPlace(record, chapterId, await findPlace(pool, readerId, record.comic.id, chapterId, marked));
    },

    async openChapter(readerId, record, chapterId, marked, now) {
      const found = await findPlace(pool, readerId, record.comic.id, chapterId, marked);
      if (found) await markSeen(readerId, record, found.seenAt, now);
      return viewPlace(record, chapterId, found);
    },

    async readAmong(readerId, record, chapterIds) {
      if (chapterIds.length === 0) return NONE;
      return new Set(await listReadAmong(pool, readerId, record.comic.id, chapterIds));
    },
  };
}

/** A reading of a chapter to its end. */
export function readingAtEnd(readerId: number, record: ComicRecord, chapterId: number, at: Date): Reading {
  return {
    readerId,
    comicId: record.comic.id,
    chapterId,
    page: Math.max(0, pagesOf(record, chapterId) - 1),
    offset: 0,
    atEnd: true,
    at,
    seenAt: shownUntil(record, at),
    latestAt: latestOf(record, at),
    age: fromAge(record.comic.ageRating),
  };
}

function viewPlace(record: ComicRecord, chapterId: number, found: PlaceRow | null): ChapterPlace {
  if (!found) return { place: null, read: NONE };
  const place = found.page === null ? null : placeWithin(found, pagesOf(record, chapterId));
  return { place, read: new Set(found.finished) };
}

function pagesOf(record: ComicRecord, chapterId: number): number {
  return record.chapters.find(({ id }) => id === chapterId)?.pageCount ?? 1;
}

function latestOf(record: ComicRecord, at: Date): Date {
  return new Date(Math.max(0, ...published(record, at).map(({ publishedAt }) => publishedAt.getTime())));
}

/** The moment up to which the reader has seen the chapters. The database stores microseconds: the next millisecond covers them. */
function shownUntil(record: ComicRecord, at: Date): Date {
  return new Date(latestOf(record, at).getTime() + 1);
}
