import type { Pool } from 'pg';
import { type Audience, ageLimit } from '../../catalog/catalog.ts';
import { wordsOf } from '../text/fold.ts';
import { almostHasLetters, findLetters, type Readings, readSpelling, spell } from '../text/spelling.ts';
import {
  almostLookups,
  genreLookup,
  gramsOf,
  initialsLookup,
  LEAST_ALMOST,
  lookupGrams,
  pinyinLookup,
} from '../text/terms.ts';
import type { Counts } from './counts.ts';
import {
  type Candidate,
  findAlike,
  findAll,
  findCandidates,
  findNames,
  findOfGenre,
  findResults,
  type Order,
  type ResultPage,
  type ResultPlace,
  type ResultQuery,
} from './store.ts';

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

/** Of a word in Latin letters the comics that are read most are compared, so many. */
const MOST_CANDIDATES = 200;
/** Words of up to so many letters are in the pinyin of thousands. */
const LONGEST_COMMON = 4;
/** Of such a word that may have been meant so few are needed. */
const MOST_HEARD = 50;
const SHOWN_NEAR = 6;

/** How well a comic fits a word by pinyin, beside the qualities of texts; the best is 0. */
const QUALITY = { code: 0, wholePinyin: 3, startOfPinyin: 4, text: 4, insidePinyin: 5, genre: 6, almost: 7 };

const NOTHING: ResultPage = { page: [], total: 0, fromAge: null, isCapped: false };

/** Comics by their ids, with the quality of each. `isCapped`: others may fit too, which are read less. */
type Fitting = { found: ReadonlyMap<number, number>; isCapped: boolean };

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
export async function findByWords(
  pool: Pool,
  keyword: string,
  { ageLimit: limit, ...rest }: Omit<ResultQuery, 'words'>,
): Promise<ResultPage> {
  const all = wordsOf(keyword);
  if (all.length === 0) return NOTHING;
  const texts = all.filter((word) => !isLetters(word));
  const others = await findLetterWords(pool, all.filter(isLetters), limit);
  if (others?.found.size === 0) return NOTHING;
  const words = { whole: all.join(' '), texts, lookup: texts.flatMap(lookupGrams), others: others?.found ?? null };
  const results = await findResults(pool, { ...rest, words, ageLimit: limit });
  return { ...results, isCapped: results.total > 0 && others?.isCapped === true };
}

/** The comics that have all of these words, and the worst quality of each; null where there are no words. */
async function findLetterWords(pool: Pool, words: readonly string[], limit: number): Promise<Fitting | null> {
  const all = await Promise.all(words.map((word) => findByLetters(pool, word, limit, MOST_CANDIDATES)));
  const [first, ...more] = all.map(({ found }) => found);
  if (!first) return null;
  const common = [...first].filter(([id]) => more.every((found) => found.has(id)));
  const worst = common.map(([id, quality]): [number, number] => [
    id,
    Math.max(quality, ...more.map((found) => found.get(id) ?? 0)),
  ]);
  return { found: new Map(worst), isCapped: all.some(({ isCapped }) => isCapped) };
}

async function findByLetters(pool: Pool, word: string, limit: number, most: number): Promise<Fitting> {
  const initials = initialsLookup(word);
  // A single letter is in every Latin name: it finds what begins with it.
  const lookups = [word.length === 1 ? initials : lookupGrams(word), pinyinLookup(word), initials] as const;
  const query = { ageLimit: limit, most, isCommon: word.length <= LONGEST_COMMON };
  const genre = genreLookup(word);
  const [candidates, ofGenre] = await Promise.all([
    findCandidates(pool, word, lookups, query),
    genre === null ? [] : findOfGenre(pool, genre, query),
  ]);
  const found = new Map(ofGenre.map((id) => [id, QUALITY.genre]));
  for (const candidate of candidates) {
    const quality = qualityOf(candidate, word);
    if (quality !== null) found.set(candidate.id, quality);
  }
  const isCapped = candidates.length >= most || ofGenre.length >= most;
  if (found.size > 0 || word.length < LEAST_ALMOST) return { found, isCapped };
  const almost = await findCandidates(pool, word, almostLookups(word), query);
  const fits = ({ spelled }: Candidate) => readAll(spelled).some((name) => almostHasLetters(name, word));
  return {
    found: new Map(almost.filter(fits).map(({ id }) => [id, QUALITY.almost])),
    isCapped: almost.length >= most,
  };
}

function qualityOf({ spelled, isInBody, isCode }: Candidate, word: string): number | null {
  if (isCode) return QUALITY.code;
  const qualities = readAll(spelled).flatMap((name) => {
    const letters = findLetters(name, word);
    if (letters === null) return [];
    if (letters.isWhole) return QUALITY.wholePinyin;
    return letters.start === 0 ? QUALITY.startOfPinyin : QUALITY.insidePinyin;
  });
  if (isInBody) qualities.push(QUALITY.text);
  return qualities.length === 0 ? null : Math.min(...qualities);
}

function readAll(spelled: readonly string[]): Readings[] {
  return spelled.map(readSpelling);
}

/** Latin letters, with or without digits: what may be pinyin, or initials, or the code of a comic. */
export function isLetters(word: string): boolean {
  return /^[a-z0-9]*[a-z][a-z0-9]*$/.test(word);
}

/** What readers may have meant who found nothing: what sounds alike, what has one of several words, what shares characters. */
export async function findNear(pool: Pool, keyword: string, audience: Audience) {
  const limit = ageLimit(audience);
  const words = wordsOf(keyword);
  // A word in letters that is the only one has been looked for already.
  const heard = words.length > 1 ? words : words.filter((word) => !isLetters(word));
  const letters = heard.map((word) => (isLetters(word) ? word : pinyinOf(word))).filter((word) => word.length > 1);
  const alike = await Promise.all(
    letters.map((word) =>
      findByLetters(pool, word, limit, word.length <= LONGEST_COMMON ? MOST_HEARD : MOST_CANDIDATES),
    ),
  );
  const parts = words.filter((word) => !isLetters(word)).flatMap(gramsOf);
  const pairs = parts.filter((part) => [...part].length > 1);
  const among = { ageLimit: limit, among: MOST_CANDIDATES, most: SHOWN_NEAR };
  const shared = parts.length === 0 ? [] : await findAlike(pool, pairs.length > 0 ? pairs : parts, among);
  const ids = new Set([...alike.flatMap(({ found }) => [...found.keys()].slice(0, SHOWN_NEAR)), ...shared]);
  const names = await findNames(pool, [...ids].slice(0, SHOWN_NEAR), limit);
  return names.map(({ id, title }) => ({ text: title, comicId: id }));
}

/** As it is mostly read; empty where a character has no pinyin. */
function pinyinOf(word: string): string {
  const syllables = spell(word).map(({ readings }) => readings[0] ?? '');
  return syllables.includes('') ? '' : syllables.join('');
}
