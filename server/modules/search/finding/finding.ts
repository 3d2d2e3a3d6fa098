import type { Pool } from 'pg';
import { type Audience, ageLimit } from '../../catalog/catalog.ts';
import { wordsOf } from '../text/fold.ts';
import { lookupGrams } from '../text/terms.ts';
import type { Counts } from './counts.ts';
import { type Fitting, findByLetters, findByText, inOrder, isLetters } from './fitting.ts';
import type { Match } from './match-store.ts';
import {
  findAll,
  findResults,
  type Order,
  type ResultPage,
  type ResultPlace,
  type ResultQuery,
} from './result-store.ts';

export type SearchQuery = {
  /** Null = every comic. */
  keyword: string | null;
  genre: string | null;
  status: string | null;
  order: Order;
  audience: Audience;
  after: ResultPlace | null;
  size: number;
};

const NOTHING: ResultPage = { page: [], total: 0, fromAge: null, isCapped: false };

/** A page of the comics that have every word of the keyword: as text, in pinyin or by initials; of all without a keyword. */
export async function findComics(pool: Pool, counts: Pick<Counts, 'of'>, query: SearchQuery): Promise<ResultPage> {
  const { keyword, audience, ...rest } = query;
  const limit = ageLimit(audience);
  if (keyword === null) {
    const filtered = { ...rest, ageLimit: limit };
    const [page, count] = await Promise.all([findAll(pool, filtered), counts.of(filtered)]);
    return { page, ...count, isCapped: false };
  }
  return findByWords(pool, keyword, { ...rest, ageLimit: limit });
}

/** A page of the comics that have every one of these words. */
export async function findByWords(pool: Pool, keyword: string, query: Omit<ResultQuery, 'words'>): Promise<ResultPage> {
  const all = wordsOf(keyword);
  const [word] = all;
  if (word === undefined) return NOTHING;
  const letters = all.filter(isLetters);
  const texts = all.filter((each) => !isLetters(each));
  if (isByViews(query) && letters.length === 0) {
    const fitting = await findByText(pool, all, { ageLimit: query.ageLimit, namesFirst: query.order === 'match' });
    return pageOf(fitting, query);
  }
  if (isByViews(query) && all.length === 1) return pageOf(await findByLetters(pool, word, query.ageLimit), query);
  const others = await findLetterWords(pool, letters, query.ageLimit);
  if (others?.found.size === 0) return NOTHING;
  const words = { whole: all.join(' '), texts, lookup: texts.flatMap(lookupGrams), others: others?.found ?? null };
  const results = await findResults(pool, { ...query, words });
  return { ...results, isCapped: results.total > 0 && others?.isCapped === true };
}

type PageQuery = Pick<ResultQuery, 'order' | 'after' | 'size'>;

/** Whether those read most are the first ones: then no others need to be looked at. */
function isByViews({ order, genre, status }: Omit<ResultQuery, 'words'>): boolean {
  return (order === 'match' || order === 'hot') && genre === null && status === null;
}

function pageOf({ matches, isCapped }: Fitting, { order, after, size }: PageQuery): ResultPage {
  if (matches.length === 0) return NOTHING;
  const ordered = inOrder(order === 'match' ? matches : matches.map((match) => ({ ...match, quality: 0 })));
  const from = after ? ordered.findIndex((match) => isAfter(match, after)) : 0;
  const page = from < 0 ? [] : ordered.slice(from, from + size);
  return {
    page: page.map(({ id, quality, views }) => ({ quality, rank: views, id })),
    total: matches.length,
    fromAge: Math.min(...matches.map(({ fromAge }) => fromAge)),
    isCapped,
  };
}

function isAfter({ quality, views, id }: Match, after: ResultPlace): boolean {
  return (quality - after.quality || after.rank - views || after.id - id) > 0;
}

type LetterWords = { found: ReadonlyMap<number, number>; isCapped: boolean };

/** The comics that have all of these words, and the worst quality of each; null where there are no words. */
async function findLetterWords(pool: Pool, words: readonly string[], limit: number): Promise<LetterWords | null> {
  const all = await Promise.all(words.map((word) => findByLetters(pool, word, limit)));
  const [first, ...more] = all.map(({ matches }) => new Map(matches.map(({ id, quality }) => [id, quality])));
  if (!first) return null;
  const common = [...first].filter(([id]) => more.every((found) => found.has(id)));
  const worst = common.map(([id, quality]): [number, number] => [
    id,
    Math.max(quality, ...more.map((found) => found.get(id) ?? 0)),
  ]);
  return { found: new Map(worst), isCapped: all.some(({ isCapped }) => isCapped) };
}
