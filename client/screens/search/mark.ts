/** A part of a text. */
export type Mark = { start: number; end: number };

/** The part of a text that equals the search text; null if there is none, as for pinyin, which only the server matches. */
export function markOf(text: string, words: string): Mark | null {
  const lower = text.toLowerCase();
  const found = words.toLowerCase();
  // Some letters have another length in lower case.
  if (found === '' || lower.length !== text.length) return null;
  const start = lower.indexOf(found);
  return start < 0 ? null : { start, end: start + found.length };
}
