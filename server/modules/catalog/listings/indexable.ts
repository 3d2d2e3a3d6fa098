import type { Pool } from 'pg';
import {
  findLastIds,
  type IndexableRow,
  listIndexableChapters,
  listIndexableComics,
  listLatestReleases,
  type ReleasedChapter,
} from './indexable-store.ts';

/** A comic for search engines and feeds: one that readers without a confirmed age can see. */
export type Indexable = {
  /** The latest published chapters, newest first. */
  latestReleases(now: Date): Promise<ReleasedChapter[]>;
  /** Ids after the first, up to and with the second. */
  comics(now: Date, after: number, upTo: number): Promise<IndexableRow[]>;
  chapters(now: Date, after: number, upTo: number): Promise<IndexableRow[]>;
  /** The highest ids given so far; 0 if there is none. */
  lastIds(): Promise<{ comic: number; chapter: number }>;
};

export function createIndexable(pool: Pool): Indexable {
  return {
    latestReleases: (now) => listLatestReleases(pool, now),
    comics: (now, after, upTo) => listIndexableComics(pool, now, after, upTo),
    chapters: (now, after, upTo) => listIndexableChapters(pool, now, after, upTo),
    lastIds: () => findLastIds(pool),
  };
}
