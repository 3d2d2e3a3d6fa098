import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import { type Audience, ageLimit, prominentAudience } from '../catalog/catalog.ts';
import type { Editorial } from '../editorial/editorial.ts';
import { createIndexing, type Indexing } from './documents/indexing.ts';
import { createCounts } from './finding/counts.ts';
import { findComics, type SearchQuery } from './finding/finding.ts';
import { findNear } from './finding/near.ts';
import type { ResultPage } from './finding/result-store.ts';
import { createSearchQueue } from './finding/search-queue.ts';
import { type Suggestion, suggestNames } from './finding/suggesting.ts';
import { type AskedCounter, createAskedCounter } from './words/counting.ts';
import { keyOf } from './words/keyword.ts';
import { createPopularWords } from './words/popular.ts';
import { refoldHidden } from './words/refold-hidden.ts';
import { listHidden } from './words/words-store.ts';

export { wordsOf } from './text/fold.ts';
export { keyOf } from './words/keyword.ts';
export { hideWord, listHidden, listMissed, listPopular, showWord } from './words/words-store.ts';
export type { SearchQuery, Suggestion };

/** Finds comics by words, and counts the searched words. */
export type Search = Pick<Indexing, 'changed' | 'updateIndex' | 'renewViews'> &
  Pick<AskedCounter, 'note' | 'flush' | 'sweep'> & {
    /** Called when a node has changed the search index. */
    indexChanged(): void;
    /** `address`: of the reader. Searches are scheduled fairly by address. */
    find(address: string, query: SearchQuery): Promise<ResultPage>;
    /** Suggestions for a search that found nothing. */
    near(address: string, keyword: string, audience: Audience): Promise<{ text: string; comicId: number }[]>;
    /** Popular searches, then the words that the editor proposes. */
    hot(now: Date, audience: Audience): Promise<string[]>;
    /** Names and popular words that begin like the typed text. */
    suggestions(address: string, typed: string, now: Date, audience: Audience): Promise<Suggestion[]>;
    /** Saves the counts that are in memory. */
    close(): Promise<void>;
  };

const SHOWN_HOT = 10;
const SUGGESTED_WORDS = 2;
const SUGGESTED = 10;
/** The most of the editor's words that are checked: some may be hidden or forbidden. */
const MOST_PROPOSED = 3 * SHOWN_HOT;
/** The address of searches for the editor's words in the queue. */
const EDITOR = 'editor';
const ANYBODY = {
  genre: null,
  status: null,
  order: 'match',
  audience: { adult: true, teen: false },
  after: null,
  size: 1,
} as const;

export function createSearch(pool: Pool, editorial: Editorial, log: Logger): Search {
  const genreTitles = async () => {
    const { genres } = await editorial.parts();
    return new Map(genres.map(({ name, title }) => [name, title]));
  };
  const search = createSearchQueue(pool);
  const counts = createCounts(pool);
  const indexing = createIndexing(pool, log, genreTitles);
  const popularWords = createPopularWords(pool);
  const counter = createAskedCounter(pool, log, popularWords.forget);
  let isRefolded = false;

  /** Removes words that find only comics that this audience must not see here. */
  async function withoutForbidden(words: readonly string[], audience: Audience): Promise<string[]> {
    const limit = ageLimit(audience);
    return search(EDITOR, async (db) => {
      const allowed: string[] = [];
      for (const word of words.slice(0, MOST_PROPOSED)) {
        const { fromAge } = await findComics(db, counts, { ...ANYBODY, keyword: word });
        if (fromAge === null || fromAge <= limit) allowed.push(word);
      }
      return allowed;
    });
  }

  return {
    ...indexing,
    async updateIndex() {
      if (!isRefolded) await refoldHidden(pool);
      isRefolded = true;
      await indexing.updateIndex();
    },
    note: counter.note,
    flush: counter.flush,
    sweep: counter.sweep,
    find: (address, query) => search(address, (db) => findComics(db, counts, query)),
    indexChanged: counts.forget,
    near: (address, keyword, audience) => search(address, (db) => findNear(db, keyword, audience)),
    async hot(now, asking) {
      const audience = await prominentAudience(asking, editorial.listsRestricted);
      const today = shanghaiDay(now);
      const query = { now, today, ageLimit: ageLimit(audience), prefix: '', most: SHOWN_HOT };
      const [popular, hidden, { hot }] = await Promise.all([
        popularWords.list(query),
        listHidden(pool),
        editorial.parts(),
      ]);
      const proposed = popular.length >= SHOWN_HOT + hidden.length ? [] : await withoutForbidden(hot, audience);
      const shown = [...popular.map(({ shown: word }) => word), ...proposed];
      const words = new Map(shown.map((word) => [keyOf(word) || word, word]));
      for (const word of hidden) words.delete(word);
      return [...words.values()].slice(0, SHOWN_HOT);
    },
    async suggestions(address, typed, now, audience) {
      const prefix = keyOf(typed);
      if (prefix === '') return [];
      const today = shanghaiDay(now);
      const ofWords = await prominentAudience(audience, editorial.listsRestricted);
      const query = { now, today, ageLimit: ageLimit(ofWords), prefix, most: SUGGESTED_WORDS };
      const [names, popular] = await Promise.all([
        search(address, (db) => suggestNames(db, typed, audience)),
        popularWords.list(query),
      ]);
      const known = new Set(names.map(({ text }) => keyOf(text)));
      const words = popular
        .filter(({ word }) => !known.has(word) && word !== prefix)
        .map(({ shown }) => ({ text: shown }));
      return [...names, ...words].slice(0, SUGGESTED);
    },
    async close() {
      await indexing.close();
      await counter.close();
    },
  };
}
