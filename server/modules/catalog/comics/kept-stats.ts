import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { findStats } from './stats.ts';
import type { ComicStats } from './stats-store.ts';

const KEEP_MS = 3_000;

export type KeptStats = {
  of(comicId: number): Promise<ComicStats>;
  /** A reader has just changed these counts here, and expects to see it. */
  forget(comicIds: readonly number[]): void;
};

/** Reads the counts of a comic at most every few seconds: changes are not announced to other nodes, and such a delay is fine. */
export function createKeptStats(pool: Pool): KeptStats {
  const kept = new LRUCache<number, Promise<ComicStats>>({ max: 20_000, ttl: KEEP_MS });
  return {
    of(comicId) {
      const known = kept.get(comicId);
      if (known) return known;
      const found = findStats(pool, comicId);
      kept.set(comicId, found);
      found.catch(() => kept.delete(comicId));
      return found;
    },
    forget(comicIds) {
      for (const comicId of comicIds) kept.delete(comicId);
    },
  };
}
