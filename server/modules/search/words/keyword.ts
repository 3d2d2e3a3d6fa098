import { cutText } from '../../../core/text/cut-text.ts';
import { fold } from '../text/fold.ts';

/** Longer than any title that somebody types: neither counted nor shown to others. */
const LONGEST = 30;

/** Two ways to write one search have the same key; empty if it can't be counted. */
export function keyOf(keyword: string): string {
  const key = fold(keyword).text;
  return key.length > LONGEST ? '' : key;
}

/** A search as other readers are shown it. */
export function shownAs(keyword: string): string {
  const shown = keyword
    .normalize('NFKC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  // PostgreSQL refuses JSON with half a character, and then no search is counted any more.
  return cutText(shown, LONGEST);
}
