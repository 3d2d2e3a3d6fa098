import type { Item } from './tabs.ts';

/** With so few comics everything is in view, and no search is offered. */
export const FEW_TO_SEARCH = 12;

/** The text without differences that a reader does not mean. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}

/** The items whose title or authors contain the text; all of them for an empty text. */
export function matching(items: readonly Item[], text: string): Item[] {
  const wanted = plain(text);
  return items.filter(({ comic }) => [comic.title, ...comic.authors].some((name) => plain(name).includes(wanted)));
}
