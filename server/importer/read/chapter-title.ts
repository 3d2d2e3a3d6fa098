import { readSiblings } from '../naming/siblings.ts';

/** A number that a word follows directly, as in 2人, is part of the title. */
const GLUED = /^\s*\d+(?:\.\d+)?\p{L}/u;

/**
 * Removes the chapter number from a title, because readers see it separately. Undefined if nothing else is left. A title with
 * another number is not changed.
 */
export function withoutOwnNumber(
  title: string | undefined,
  { no, series }: { no: number | undefined; series: string | undefined },
): string | undefined {
  if (title === undefined || no === undefined || GLUED.test(title)) return title;
  const [reading] = readSiblings([title], series === undefined ? [] : [series]);
  return reading?.role === 'chapter' && reading.no === no ? reading.title : title;
}
