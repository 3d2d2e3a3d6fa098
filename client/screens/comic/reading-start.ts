import { inOrder } from '../../features/chapter-ranges/ranges.ts';

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
