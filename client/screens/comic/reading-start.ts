import type { ComicDetail } from '#contract/shapes';
import { inOrder } from '../../features/chapter-ranges/ranges.ts';
import { chapterNoText } from '../../features/comic-card/comic-words.ts';

type Last = { chapterId: number; finished: boolean } | null;

/** The reading button of a comic, of which only a part of the chapters may be here. */
export function readingStartOf({ chapters, me: { last }, status, window }: ComicDetail) {
  if (!window) return readingStart(chapters, last, status);
  const { start } = window;
  if (!last || !start) return last ? allRead(last.chapterId, status) : start && { id: start.id, label: '开始阅读' };
  return { id: start.id, label: `续看 ${chapterNoText(start.no)}` };
}

/**
 * Target and label of the reading button: the last reading position, the chapter after one that was read to its end,
 * else the first chapter; null where nothing is published.
 */
export function readingStart(
  chapters: readonly { id: number; no: number }[],
  last: Last,
  status: ComicDetail['status'],
): { id: number; label: string } | null {
  const ordered = inOrder(chapters, 'oldest');
  const at = last ? ordered.findIndex(({ id }) => id === last.chapterId) : -1;
  const current = ordered[at];
  if (!last || !current) {
    const [first] = ordered;
    return first ? { id: first.id, label: '开始阅读' } : null;
  }
  const next = last.finished ? ordered[at + 1] : current;
  if (next) return { id: next.id, label: `续看 ${chapterNoText(next.no)}` };
  return allRead(current.id, status);
}

function allRead(id: number, status: ComicDetail['status']): { id: number; label: string } {
  return { id, label: status === 'complete' ? '已读完全部' : '已读完最新话' };
}
