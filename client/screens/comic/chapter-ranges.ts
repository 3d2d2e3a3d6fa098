export const RANGE_SIZE = 50;

/** The chapters in the order wanted; the contract gives them as the story goes. */
export function inOrder<T extends { no: number }>(chapters: readonly T[], order: 'oldest' | 'newest'): T[] {
  return chapters.toSorted((a, b) => (order === 'oldest' ? a.no - b.no : b.no - a.no));
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

/** Where 开始阅读 leads: the place last read, else the first chapter; null where nothing is published. */
export function readingStart(
  chapters: readonly { id: number; no: number }[],
  last: { chapterId: number; no: number } | null,
): { id: number; label: string } | null {
  const kept = last && chapters.find(({ id }) => id === last.chapterId);
  if (kept) return { id: kept.id, label: `续看 第${kept.no}话` };
  const [first] = inOrder(chapters, 'oldest');
  return first ? { id: first.id, label: '开始阅读' } : null;
}
