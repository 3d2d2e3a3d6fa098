import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { countAll, type Filter, type ResultCount } from './result-store.ts';

/** The number of comics of a filter without words: counting reads all of them, so the result is cached for a moment. */
export type Counts = {
  of(filter: Filter): Promise<ResultCount>;
  /** The comics have changed. */
  forget(): void;
};

/** As old as a cached answer may be. Other nodes announce their changes, except while the connection for changes is down. */
const CACHED_MS = 5_000;
const MOST_FILTERS = 500;

export function createCounts(pool: Pool): Counts {
  const cache = new LRUCache<string, Promise<ResultCount>>({ max: MOST_FILTERS, ttl: CACHED_MS });
  return {
    of({ genre, status, ageLimit }) {
      const key = JSON.stringify([genre, status, ageLimit]);
      const found = cache.get(key);
      if (found) return found;
      const counted = countAll(pool, { genre, status, ageLimit });
      cache.set(key, counted);
      counted.catch(() => {
        if (cache.peek(key) === counted) cache.delete(key);
      });
      return counted;
    },
    forget: () => cache.clear(),
  };
}
