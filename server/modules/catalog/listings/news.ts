import type { Pool } from 'pg';
import {
  type ChapterName,
  type ComicNews,
  countReleased,
  listChapterNames,
  listNewsOf,
  listNewsSince,
} from './news-store.ts';

/** What those who keep comics have to hear of them, as of a moment. */
export type News = {
  /** The comics that changed since a moment of the database's clock, and perhaps others; null when they are too many. */
  since(now: Date, since: Date): Promise<ComicNews[] | null>;
  /** Of these comics; one that is unknown is left out. */
  of(now: Date, ids: readonly number[]): Promise<ComicNews[]>;
  /** How many chapters of each comic came out after a moment of its own. */
  released(now: Date, wanted: readonly { comicId: number; since: Date }[]): Promise<Map<number, number>>;
  /** These chapters by id, less those that are not out. */
  chapters(now: Date, ids: readonly number[]): Promise<Map<number, ChapterName>>;
};

export function createNews(pool: Pool): News {
  return {
    since: (now, since) => listNewsSince(pool, now, since),
    of: (now, ids) => listNewsOf(pool, now, ids),
    async released(now, wanted) {
      if (wanted.length === 0) return new Map();
      return new Map((await countReleased(pool, now, wanted)).map(({ comicId, count }) => [comicId, count]));
    },
    async chapters(now, ids) {
      if (ids.length === 0) return new Map();
      return new Map((await listChapterNames(pool, now, ids)).map((chapter) => [chapter.id, chapter]));
    },
  };
}
