import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type ComicStats, findStats } from './stats-store.ts';

const KEEP_MS = 3_000;

/** Reads counts, at most every few seconds a comic: nobody is told of their changes, and nobody minds such a delay. */
export function createKeptStats(pool: Pool): (comicId: number) => Promise<ComicStats> {
  const kept = new LRUCache<number, Promise<ComicStats>>({ max: 20_000, ttl: KEEP_MS });
  return (comicId) => {
    const known = kept.get(comicId);
    if (known) return known;
    const asked = findStats(pool, comicId);
    kept.set(comicId, asked);
    asked.catch(() => kept.delete(comicId));
    return asked;
  };
}
