import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { countAll, type Filter, type ResultCount } from './result-store.ts';

/** How many comics a filter leaves where there is no word: counting reads all of them, so it is kept for a moment. */
export type Counts = {
  of(filter: Filter): Promise<ResultCount>;
  /** The comics have changed. */
  forget(): void;
};

/** As long as a cached answer may be kept; other nodes announce their changes, unless the line for changes is lost. */
const KEPT_MS = 5_000;
const MOST_FILTERS = 500;

export function createCounts(pool: Pool): Counts {
  const kept = new LRUCache<string, Promise<ResultCount>>({ max: MOST_FILTERS, ttl: KEPT_MS });
  return {
    of({ genre, status, ageLimit }) {
      const key = JSON.stringify([genre, status, ageLimit]);
      const found = kept.get(key);
      if (found) return found;
      const counted = countAll(pool, { genre, status, ageLimit });
      kept.set(key, counted);
      counted.catch(() => {
        if (kept.peek(key) === counted) kept.delete(key);
      });
      return counted;
    },
    forget: () => kept.clear(),
  };
}
