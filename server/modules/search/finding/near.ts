import type { Db } from '../../../core/db/db.ts';
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
/** Each takes a search of its own. */
const HEARD_WORDS = 4;

/** Similar results for a search that found nothing: names that sound alike, have one of several words, or share characters. */
export async function findNear(db: Db, keyword: string, audience: Audience) {
  const limit = ageLimit(audience);
  const words = wordsOf(keyword);
  // A word in letters that is the only one has been looked for already.
  const spoken = words.length > 1 ? words : words.filter((word) => !isLetters(word));
  const letters = spoken.map((word) => (isLetters(word) ? word : pinyinOf(word))).filter((word) => word.length > 1);
  const ids = new Set<number>();
  for (const word of letters.slice(0, HEARD_WORDS)) {
    if (ids.size >= SHOWN_NEAR) break;
    const most = word.length <= LONGEST_COMMON ? MOST_HEARD : MOST_MATCHES;
    const { matches } = await findByLetters(db, word, limit, most);
    for (const { id } of matches.slice(0, SHOWN_NEAR)) ids.add(id);
  }
  const parts = words.filter((word) => !isLetters(word)).flatMap(gramsOf);
  const pairs = parts.filter((part) => [...part].length > 1);
  const among = { ageLimit: limit, among: MOST_MATCHES, most: SHOWN_NEAR };
  const shared = parts.length === 0 ? [] : await findAlike(db, pairs.length > 0 ? pairs : parts, among);
  for (const id of shared) ids.add(id);
  const names = await findNames(db, [...ids].slice(0, SHOWN_NEAR), limit);
  return names.map(({ id, title }) => ({ text: title, comicId: id }));
}

/** As it is mostly read; empty where a character has no pinyin. */
function pinyinOf(word: string): string {
  const syllables = spell(word).map(({ readings }) => readings[0] ?? '');
  return syllables.includes('') ? '' : syllables.join('');
}
