import { isOnlyPlace } from '#contract/chapter-no';
import type { ChapterWindow, LastRead } from '#contract/shapes';

type Numbered = { id: number; no: number };

/** The index of the first chapter in the window that contains a chapter. Each window has `size` chapters. 0 without a chapter. */
export function windowFrom(chapters: readonly Numbered[], chapterId: number | undefined, size: number): number {
  const at = chapters.findIndex(({ id }) => id === chapterId);
  return Math.max(0, Math.floor(at / size) * size);
}

/** The numbers of chapters as runs, because most numbers are consecutive. */
export function numberRuns(chapters: readonly Numbered[]): ChapterWindow['numbers'] {
  const runs: ChapterWindow['numbers'] = [];
  for (const { no } of chapters) {
    const run = runs.at(-1);
    if (run && no === run.no + run.count) run.count++;
    else runs.push({ no, count: 1 });
  }
  return runs;
}

/**
 * The chapter to start or continue with: the one that was read last; if it is finished, the next unfinished one; the first
 * chapter if none was read. Null if all later ones are finished.
 */
export function readingStart(
  chapters: readonly (Numbered & { title: string })[],
  { last, read }: { last: LastRead | null; read: ReadonlySet<number> },
): ChapterWindow['start'] {
  const at = last ? chapters.findIndex(({ id }) => id === last.chapterId) : -1;
  const start = at < 0 ? chapters[0] : chapters.slice(at).find(({ id }) => !read.has(id));
  return start ? { id: start.id, no: start.no, ...(isOnlyPlace(start.no) && { title: start.title }) } : null;
}
