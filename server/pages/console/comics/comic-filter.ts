import type { InputOf } from '#contract/call';
import type { comicList } from '#contract/console/comics';
import type { ComicFilter } from '../../../modules/catalog/editing/editing.ts';
import { titleKey } from '../../../modules/catalog/publishing/publishing.ts';

/** The filter of a payload; what is missing there does not matter. */
export function filterOf(given: Omit<InputOf<typeof comicList>, 'cursor' | 'size' | 'sort'>): ComicFilter {
  const { q = '', state = null, status = null, price = null, issue = null, weekday = null, genre = null } = given;
  return { word: titleKey(q) || null, state, status, price, issue, weekday, genre };
}
