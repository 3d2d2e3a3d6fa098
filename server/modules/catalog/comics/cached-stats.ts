import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { atMost } from '../../../core/limits/at-most.ts';
import { findStats } from './stats.ts';
import type { ComicStats } from './stats-store.ts';

const CACHED_MS = 3_000;

export type CachedStats = {
  of(comicId: number): Promise<ComicStats>;
  /** A reader has just changed these counts here, and expects to see it. */
  forget(comicIds: readonly number[]): void;
};

/** Reads the counts of a comic at most every few seconds: changes are not announced to other nodes, and such a delay is fine. */
export function createCachedStats(pool: Pool): CachedStats {
  const cached = new LRUCache<number, Promise<ComicStats>>({ ...atMost(20_000), ttl: CACHED_MS });
  return {
    of(comicId) {
      const known = cached.get(comicId);
      if (known) return known;
      const found = findStats(pool, comicId);
      cached.set(comicId, found);
      found.catch(() => cached.delete(comicId));
      return found;
    },
    forget(comicIds) {
      for (const comicId of comicIds) cached.delete(comicId);
    },
  };
}
