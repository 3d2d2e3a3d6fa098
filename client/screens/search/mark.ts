/** A part of a text. */
export type Mark = { start: number; end: number };

/**
 * The part of a text that is literally what was searched for; null where there is none, as with pinyin: the server alone knows
 * how that fits.
 */
export function markOf(text: string, words: string): Mark | null {
  const lower = text.toLowerCase();
  const found = words.toLowerCase();
  // Some letters have another length in lower case.
  if (found === '' || lower.length !== text.length) return null;
  const start = lower.indexOf(found);
  return start < 0 ? null : { start, end: start + found.length };
}
