export const RANGE_SIZE = 50;

/** The chapters in the given order; the contract lists them oldest first. */
export function inOrder<T extends { no: number }>(chapters: readonly T[], order: 'oldest' | 'newest'): T[] {
  return chapters.toSorted((a, b) => (order === 'oldest' ? a.no - b.no : b.no - a.no));
}

/** The index of the range with a chapter; the first where no range has it. */
export function rangeWith(
  ranges: readonly { chapters: readonly { id: number }[] }[],
  chapterId: number | null,
): number {
  return Math.max(
    0,
    ranges.findIndex(({ chapters }) => chapters.some(({ id }) => id === chapterId)),
  );
}

/** Cuts a long list into ranges of 50, each with a label of its first and last chapter: 1-50, 51-100. */
export function rangesOf<T extends { no: number }>(chapters: readonly T[]): { label: string; chapters: T[] }[] {
  const ranges: { label: string; chapters: T[] }[] = [];
  for (let at = 0; at < chapters.length; at += RANGE_SIZE) {
    const part = chapters.slice(at, at + RANGE_SIZE);
    ranges.push({ label: `${part[0]?.no}-${part.at(-1)?.no}`, chapters: part });
  }
  return ranges;
}
