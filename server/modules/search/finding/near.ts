import type { Pool } from 'pg';
import { type Audience, ageLimit } from '../../catalog/catalog.ts';
import { wordsOf } from '../text/fold.ts';
import { spell } from '../text/spelling.ts';
import { gramsOf } from '../text/terms.ts';
import { findByLetters, isLetters, LONGEST_COMMON, MOST_MATCHES } from './fitting.ts';
import { findAlike } from './match-store.ts';
import { findNames } from './result-store.ts';

/** Of a short word that may have been meant so few are needed. */
const MOST_HEARD = 50;
const SHOWN_NEAR = 6;

/** What readers may have meant who found nothing: what sounds alike, what has one of several words, what shares characters. */
export async function findNear(pool: Pool, keyword: string, audience: Audience) {
  const limit = ageLimit(audience);
  const words = wordsOf(keyword);
  // A word in letters that is the only one has been looked for already.
  const heard = words.length > 1 ? words : words.filter((word) => !isLetters(word));
  const letters = heard.map((word) => (isLetters(word) ? word : pinyinOf(word))).filter((word) => word.length > 1);
  const alike = await Promise.all(
    letters.map((word) => findByLetters(pool, word, limit, word.length <= LONGEST_COMMON ? MOST_HEARD : MOST_MATCHES)),
  );
  const parts = words.filter((word) => !isLetters(word)).flatMap(gramsOf);
  const pairs = parts.filter((part) => [...part].length > 1);
  const among = { ageLimit: limit, among: MOST_MATCHES, most: SHOWN_NEAR };
  const shared = parts.length === 0 ? [] : await findAlike(pool, pairs.length > 0 ? pairs : parts, among);
  const heardFirst = alike.flatMap(({ matches }) => matches.slice(0, SHOWN_NEAR).map(({ id }) => id));
  const ids = new Set([...heardFirst, ...shared]);
  const names = await findNames(pool, [...ids].slice(0, SHOWN_NEAR), limit);
  return names.map(({ id, title }) => ({ text: title, comicId: id }));
}

/** As it is mostly read; empty where a character has no pinyin. */
function pinyinOf(word: string): string {
  const syllables = spell(word).map(({ readings }) => readings[0] ?? '');
  return syllables.includes('') ? '' : syllables.join('');
}
