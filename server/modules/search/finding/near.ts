import type { Db } from '../../../core/db/db.ts';
import { type AgeLimit, type Audience, ageLimit } from '../../catalog/catalog.ts';
import { wordsOf } from '../text/fold.ts';
import { spell } from '../text/spelling.ts';
import { gramsOf } from '../text/terms.ts';
import { findByLetters, isLetters, LONGEST_COMMON, MOST_MATCHES } from './fitting.ts';
import { findAlike } from './match-store.ts';
import { findNames } from './result-store.ts';

/** A short word is in many names, so fewer are enough. */
const MOST_OF_SHORT_WORD = 50;
const SHOWN_NEAR = 6;
/** Each word needs a search of its own. */
const MOST_WORDS = 4;

/** Similar results for a search that found nothing: names that sound alike, have one of several words, or share characters. */
export async function findNear(db: Db, keyword: string, audience: Audience) {
  const limit = ageLimit(audience);
  const words = wordsOf(keyword);
  const ids = await findSoundingAlike(db, words, limit);
  for (const id of await findWithSameCharacters(db, words, limit)) ids.add(id);
  const names = await findNames(db, [...ids].slice(0, SHOWN_NEAR), limit);
  return names.map(({ id, title }) => ({ text: title, comicId: id }));
}

/** The comics whose names have the pinyin of one of these words. */
async function findSoundingAlike(db: Db, words: readonly string[], limit: AgeLimit): Promise<Set<number>> {
  // A word in letters that is the only one was searched for before.
  const spoken = words.length > 1 ? words : words.filter((word) => !isLetters(word));
  const letters = spoken.map((word) => (isLetters(word) ? word : pinyinOf(word))).filter((word) => word.length > 1);
  const ids = new Set<number>();
  for (const word of letters.slice(0, MOST_WORDS)) {
    if (ids.size >= SHOWN_NEAR) break;
    const most = word.length <= LONGEST_COMMON ? MOST_OF_SHORT_WORD : MOST_MATCHES;
    const { matches } = await findByLetters(db, word, limit, most);
    for (const { id } of matches.slice(0, SHOWN_NEAR)) ids.add(id);
  }
  return ids;
}

/** The comics whose names share pairs of characters with the words; single characters if the words have no pair. */
async function findWithSameCharacters(db: Db, words: readonly string[], limit: AgeLimit): Promise<readonly number[]> {
  const grams = words.filter((word) => !isLetters(word)).flatMap(gramsOf);
  if (grams.length === 0) return [];
  const pairs = grams.filter((gram) => [...gram].length > 1);
  const query = { ageLimit: limit, among: MOST_MATCHES, most: SHOWN_NEAR };
  return findAlike(db, pairs.length > 0 ? pairs : grams, query);
}

/** The most frequent pinyin of a word; empty if a character has none. */
function pinyinOf(word: string): string {
  const syllables = spell(word).map(({ readings }) => readings[0] ?? '');
  return syllables.includes('') ? '' : syllables.join('');
}
