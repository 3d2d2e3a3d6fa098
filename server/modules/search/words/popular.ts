import type { Pool } from 'pg';
import { listHidden, listPopular, type SearchedWord } from './words-store.ts';

/** Popular search words of the last two weeks, cached for a few seconds. */
export type PopularWords = {
  /** The words that begin with a prefix, most searched first, without hidden ones. */
  list(query: { now: Date; today: string; ageLimit: number; prefix: string; most: number }): Promise<SearchedWord[]>;
  /** Clears the cache after new counts. */
  forget(): void;
};

/** The same as for cached answers. */
const KEPT_MS = 5_000;
const MOST_WORDS = 2_000;

type CachedWords = { today: string; readAt: number; words: Promise<SearchedWord[]> };

export function createPopularWords(pool: Pool): PopularWords {
  const cached = new Map<number, CachedWords>();

  function wordsFor(ageLimit: number, today: string, now: number): Promise<SearchedWord[]> {
    const found = cached.get(ageLimit);
    if (found?.today === today && Math.abs(now - found.readAt) < KEPT_MS) return found.words;
    const words = listPopular(pool, { today, ageLimit, most: MOST_WORDS });
    const read: CachedWords = { today, readAt: now, words };
    cached.set(ageLimit, read);
    words.catch(() => {
      if (cached.get(ageLimit) === read) cached.delete(ageLimit);
    });
    return words;
  }

  return {
    async list({ now, today, ageLimit, prefix, most }) {
      const [words, hidden] = await Promise.all([wordsFor(ageLimit, today, now.getTime()), listHidden(pool)]);
      const isHidden = new Set(hidden);
      return words.filter(({ word }) => word.startsWith(prefix) && !isHidden.has(word)).slice(0, most);
    },
    forget: () => cached.clear(),
  };
}
