import type { Pool } from 'pg';
import {
  type ChapterName,
  type ComicNews,
  countReleased,
  listChapterNames,
  listNewsOf,
  listNewsSince,
  listNextUnread,
} from './news-store.ts';

/** New chapters for the readers who follow the comics, as of a moment. */
export type News = {
  /** The comics that changed since a moment of the database's clock, and perhaps others; null when they are too many. */
  since(now: Date, since: Date): Promise<ComicNews[] | null>;
  /** The news of these comics. Unknown comics are left out. */
  of(now: Date, ids: readonly number[]): Promise<ComicNews[]>;
  /** How many chapters of each comic were published after a moment of its own. */
  released(now: Date, queries: readonly { comicId: number; since: Date }[]): Promise<Map<number, number>>;
  /** These chapters by id, without those that are not published. */
  chapters(now: Date, ids: readonly number[]): Promise<Map<number, ChapterName>>;
  /** By comic, its first published chapter after a number that is not among the chapters `read`. */
  nextUnread(
    now: Date,
    queries: readonly { comicId: number; no: number }[],
    read: readonly number[],
  ): Promise<Map<number, { id: number; no: number }>>;
};

export function createNews(pool: Pool): News {
  return {
    since: (now, since) => listNewsSince(pool, now, since),
    of: (now, ids) => listNewsOf(pool, now, ids),
    async released(now, queries) {
      if (queries.length === 0) return new Map();
      return new Map((await countReleased(pool, now, queries)).map(({ comicId, count }) => [comicId, count]));
    },
    async chapters(now, ids) {
      if (ids.length === 0) return new Map();
      return new Map((await listChapterNames(pool, now, ids)).map((chapter) => [chapter.id, chapter]));
    },
    async nextUnread(now, queries, read) {
      if (queries.length === 0) return new Map();
      return new Map((await listNextUnread(pool, now, queries, read)).map(({ comicId, ...next }) => [comicId, next]));
    },
  };
}
