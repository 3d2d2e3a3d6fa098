import { LRUCache } from 'lru-cache';
import type { Db } from '../../../core/db/db.ts';
import { atMost } from '../../../core/limits/at-most.ts';
import { almostHasLetters, findLetters, type Readings, readSpelling } from '../text/spelling.ts';
import {
  almostLookups,
  genreLookup,
  initialsLookup,
  LEAST_ALMOST,
  lookupGrams,
  nameLookups,
  pinyinLookup,
} from '../text/terms.ts';
import { type Candidate, findCandidates, findOfGenre, findWithText, type Match, PART_OF_NAME } from './match-store.ts';

/** The comics that fit a search. `isCapped`: less read comics may fit too. */
export type Fitting = { matches: readonly Match[]; isCapped: boolean };

/** How many of the most read results are compared. */
export const MOST_MATCHES = 200;
/** Words of at most this many letters are in the pinyin of thousands of comics. */
export const LONGEST_COMMON = 4;

/** How well a comic fits a word by pinyin, on the same scale as the qualities of texts; the best is 0. */
const QUALITY = { wholePinyin: 3, startOfPinyin: 4, insidePinyin: 5, genre: 6, almost: 7 };

/** The best first; of equal ones the most read. */
export function inOrder(matches: Iterable<Match>): Match[] {
  return [...matches].sort((a, b) => a.quality - b.quality || b.views - a.views || b.id - a.id);
}

/** The comics with these words as they are written. `namesFirst`: if there are too many, prefers words in names. */
export async function findByText(
  db: Db,
  words: readonly string[],
  { ageLimit, namesFirst }: { ageLimit: number; namesFirst: boolean },
): Promise<Fitting> {
  const query = { ageLimit, most: MOST_MATCHES };
  const inText = await findWithText(db, words, words.flatMap(lookupGrams), query);
  const isCapped = inText.length === MOST_MATCHES;
  if (!isCapped || !namesFirst) return { matches: inText, isCapped };
  const [whole, beginning, inside] = nameLookups(words);
  // If all of these have them in their names, they are the same ones.
  const lookups = inText.every(({ quality }) => quality <= PART_OF_NAME)
    ? [whole, beginning]
    : [whole, beginning, inside];
  const all = new Map(inText.map((match) => [match.id, match]));
  for (const lookup of lookups)
    for (const match of await findWithText(db, words, lookup, query)) all.set(match.id, match);
  return { matches: inOrder(all.values()).slice(0, MOST_MATCHES), isCapped };
}

/** The comics with a word of Latin letters: as written, as pinyin or initials of the name or a genre, or as a code. */
export async function findByLetters(
  db: Db,
  word: string,
  ageLimit: number,
  most: number = MOST_MATCHES,
): Promise<Fitting> {
  const initials = initialsLookup(word);
  // A single letter is in every Latin name, so it only finds names that begin with it.
  const lookups = [word.length === 1 ? initials : lookupGrams(word), pinyinLookup(word), initials] as const;
  const query = { ageLimit, most, isCommon: word.length <= LONGEST_COMMON };
  const genre = genreLookup(word);
  const candidates = await findCandidates(db, word, lookups, query);
  const ofGenre = genre === null ? [] : await findOfGenre(db, genre, query);
  const found = new Map(ofGenre.map((comic): [number, Match] => [comic.id, { ...comic, quality: QUALITY.genre }]));
  for (const candidate of candidates) {
    const quality = qualityOf(candidate, word);
    if (quality !== null) found.set(candidate.id, matchOf(candidate, quality));
  }
  const isCapped = candidates.length >= most || ofGenre.length >= most;
  if (found.size > 0 || word.length < LEAST_ALMOST) return { matches: [...found.values()], isCapped };
  const almost = await findCandidates(db, word, almostLookups(word), query);
  const fits = ({ spelled }: Candidate) => readAll(spelled).some((name) => almostHasLetters(name, word));
  return {
    matches: almost.filter(fits).map((candidate) => matchOf(candidate, QUALITY.almost)),
    isCapped: almost.length >= most,
  };
}

function matchOf({ id, views, fromAge }: Candidate, quality: number): Match {
  return { id, quality, views, fromAge };
}

/** By text or in pinyin, whichever is better. */
function qualityOf({ spelled, quality }: Candidate, word: string): number | null {
  const qualities = readAll(spelled).flatMap((name) => {
    const letters = findLetters(name, word);
    if (letters === null) return [];
    if (letters.isWhole) return QUALITY.wholePinyin;
    return letters.start === 0 ? QUALITY.startOfPinyin : QUALITY.insidePinyin;
  });
  if (quality !== null) qualities.push(quality);
  return qualities.length === 0 ? null : Math.min(...qualities);
}

/** The comics that are read most are compared again with every letter that is typed. */
const known = new LRUCache<string, readonly Readings[]>(atMost(5_000));

function readAll(spelled: string): readonly Readings[] {
  const found = known.get(spelled) ?? spelled.split('\n').map(readSpelling);
  known.set(spelled, found);
  return found;
}

/** Latin letters, with or without digits: possibly pinyin, initials, or the code of a comic. */
export function isLetters(word: string): boolean {
  return /^[a-z0-9]*[a-z][a-z0-9]*$/.test(word);
}
