import type { Pool } from 'pg';
import { listHidden, listPopular, type SearchedWord } from './words-store.ts';

/** The words that readers search for, kept in memory for a moment: they are counted over two weeks. */
export type PopularWords = {
  /** Those that begin with a prefix, most searched first, without the hidden ones. */
  list(query: { now: Date; today: string; ageLimit: number; prefix: string; most: number }): Promise<SearchedWord[]>;
  /** Others were counted. */
  forget(): void;
};

/** As long as a cached answer may be kept. */
const KEPT_MS = 5_000;
const MOST_WORDS = 2_000;

type Kept = { today: string; readAt: number; words: Promise<SearchedWord[]> };

export function createPopularWords(pool: Pool): PopularWords {
  const kept = new Map<number, Kept>();

  function wordsFor(ageLimit: number, today: string, now: number): Promise<SearchedWord[]> {
    const found = kept.get(ageLimit);
    if (found?.today === today && Math.abs(now - found.readAt) < KEPT_MS) return found.words;
    const words = listPopular(pool, { today, ageLimit, most: MOST_WORDS });
    const read: Kept = { today, readAt: now, words };
    kept.set(ageLimit, read);
    words.catch(() => {
      if (kept.get(ageLimit) === read) kept.delete(ageLimit);
    });
    return words;
  }

  return {
    async list({ now, today, ageLimit, prefix, most }) {
      const [words, hidden] = await Promise.all([wordsFor(ageLimit, today, now.getTime()), listHidden(pool)]);
      const isHidden = new Set(hidden);
      return words.filter(({ word }) => word.startsWith(prefix) && !isHidden.has(word)).slice(0, most);
    },
    forget: () => kept.clear(),
  };
}
