import type { Db } from '../../../core/db/db.ts';
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
export async function findComics(db: Db, counts: Pick<Counts, 'of'>, query: SearchQuery): Promise<ResultPage> {
  const { keyword, audience, ...rest } = query;
  const limit = ageLimit(audience);
  if (keyword === null) {
    const filtered = { ...rest, ageLimit: limit };
    const [page, count] = await Promise.all([findAll(db, filtered), counts.of(filtered)]);
    return { page, ...count, isCapped: false };
  }
  return findByWords(db, keyword, { ...rest, ageLimit: limit });
}

/** A page of the comics that have every one of these words. */
export async function findByWords(db: Db, keyword: string, query: Omit<ResultQuery, 'words'>): Promise<ResultPage> {
  const all = wordsOf(keyword);
  const [word] = all;
  if (word === undefined) return NOTHING;
  const letters = all.filter(isLetters);
  const texts = all.filter((each) => !isLetters(each));
  if (isByViews(query) && letters.length === 0) {
    const fitting = await findByText(db, all, { ageLimit: query.ageLimit, namesFirst: query.order === 'match' });
    return pageOf(fitting, query);
  }
  if (isByViews(query) && all.length === 1) return pageOf(await findByLetters(db, word, query.ageLimit), query);
  const others = await findLetterWords(db, letters, query.ageLimit);
  if (others?.found.size === 0) return NOTHING;
  const words = { whole: all.join(' '), texts, lookup: texts.flatMap(lookupGrams), others: others?.found ?? null };
  const results = await findResults(db, { ...query, words });
  return { ...results, isCapped: results.total > 0 && others?.isCapped === true };
}

type PageQuery = Pick<ResultQuery, 'order' | 'after' | 'size'>;

/** Whether the results are ordered by views. Then only the most read comics are examined. */
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

/**
 * The comics that have all of these words, and the worst quality of each; null if there are no words. The words are
 * looked up one after the other; if no comic is left, the rest is not looked up.
 */
async function findLetterWords(db: Db, words: readonly string[], limit: number): Promise<LetterWords | null> {
  let left: LetterWords | null = null;
  for (const word of words) {
    const { matches, isCapped }: Fitting = await findByLetters(db, word, limit);
    left = left === null ? { found: qualitiesOf(matches), isCapped } : inBoth(left, { matches, isCapped });
    if (left.found.size === 0) break;
  }
  return left;
}

function qualitiesOf(matches: readonly Match[]): Map<number, number> {
  return new Map(matches.map(({ id, quality }) => [id, quality]));
}

function inBoth(left: LetterWords, { matches, isCapped }: Fitting): LetterWords {
  const both = matches.flatMap(({ id, quality }): [number, number][] => {
    const other = left.found.get(id);
    return other === undefined ? [] : [[id, Math.max(quality, other)]];
  });
  return { found: new Map(both), isCapped: left.isCapped || isCapped };
}
