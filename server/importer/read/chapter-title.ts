import { readSiblings } from '../naming/siblings.ts';

/** A number that words follow at once, as in 2人: part of a title. */
const GLUED = /^\s*\d+(?:\.\d+)?\p{L}/u;

/**
 * What a title says besides the number of its chapter: readers see both, «第2话» and «第2话 相遇». Undefined where that is all;
 * one that says another number stays as it is.
 */
export function withoutOwnNumber(
  title: string | undefined,
  { no, series }: { no: number | undefined; series: string | undefined },
): string | undefined {
  if (title === undefined || no === undefined || GLUED.test(title)) return title;
  const [reading] = readSiblings([title], series === undefined ? [] : [series]);
  return reading?.role === 'chapter' && reading.no === no ? reading.title : title;
}
