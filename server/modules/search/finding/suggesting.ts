import type { Db } from '../../../core/db/db.ts';
import { type Audience, ageLimit } from '../../catalog/catalog.ts';
import { fold, wordsOf } from '../text/fold.ts';
import { findLetters, spell } from '../text/spelling.ts';
import { findByWords } from './finding.ts';
import { isLetters } from './fitting.ts';
import { findNear } from './near.ts';
import { type ComicNames, findNames } from './result-store.ts';

/** The part of the text that was typed, from `start` to before `end`. */
export type Mark = { start: number; end: number };
/** A name to search for, with its comic if it is the name of one. */
export type Suggestion = { text: string; comicId?: number; mark?: Mark };

const SHOWN = 8;

/** The comics and authors that somebody may be typing, the best first; if there are none, similar names. */
export async function suggestNames(db: Db, typed: string, audience: Audience): Promise<Suggestion[]> {
  const query = { genre: null, status: null, order: 'match', after: null, size: SHOWN } as const;
  const { page } = await findByWords(db, typed, { ...query, ageLimit: ageLimit(audience) });
  const comics = await findNames(
    db,
    page.map(({ id }) => id),
    ageLimit(audience),
  );
  const words = wordsOf(typed);
  if (comics.length === 0) return findNear(db, typed, audience);
  const suggestions = comics.map((comic) => suggestionOf(comic, words));
  return [...new Map(suggestions.map((each) => [`${each.comicId ?? ''} ${each.text}`, each])).values()];
}

function suggestionOf({ id, title, names, authors }: ComicNames, words: readonly string[]): Suggestion {
  for (const name of names) {
    const mark = markIn(name, words);
    if (mark) return { text: mark.text, comicId: id, mark: mark.mark };
  }
  for (const author of authors) {
    const mark = markIn(author, words);
    if (mark) return mark;
  }
  return { text: title, comicId: id };
}

/** The position of all words together in the name. If it does not contain them together: of the first word. */
function markIn(name: string, words: readonly string[]): { text: string; mark: Mark } | null {
  const { original, text, starts, ends } = fold(name);
  for (const word of [words.join(' '), ...words]) {
    const at = text.indexOf(word);
    if (at >= 0) {
      const start = starts[at] ?? 0;
      return { text: original, mark: { start, end: ends[at + word.length - 1] ?? start } };
    }
    if (!isLetters(word)) continue;
    const syllables = spell(name);
    const letters = findLetters(
      syllables.map(({ readings }) => readings),
      word,
    );
    const [first, end] = [syllables[letters?.start ?? -1], syllables[(letters?.end ?? 0) - 1]];
    if (first && end) return { text: original, mark: { start: first.start, end: end.end } };
  }
  return null;
}
