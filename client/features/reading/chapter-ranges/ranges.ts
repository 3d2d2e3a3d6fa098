import { isOnlyPlace } from '#contract/chapter-no';
import { CHAPTER_WINDOW } from '#contract/chapter-window';
import type { ChapterWindow } from '#contract/shapes';

/** The numbers of all chapters of a list, also of those that are not loaded. */
export type Outline = Pick<ChapterWindow, 'total' | 'numbers'>;

/** A range of chapters: how many are before it, and how many are in it. */
export type Range = { label: string; from: number; size: number };

export type Order = 'oldest' | 'newest';

/** The chapters in the given order; the contract lists them oldest first. */
export function inOrder<T extends { no: number }>(chapters: readonly T[], order: Order): T[] {
  return chapters.toSorted((a, b) => (order === 'oldest' ? a.no - b.no : b.no - a.no));
}

/** The outline of a comic, or of a list that has all its chapters. */
export function outlineOf({
  chapters,
  window,
}: {
  chapters: readonly { no: number }[];
  window?: Outline | undefined;
}): Outline {
  return (
    window ?? {
      total: chapters.length,
      numbers: inOrder(chapters, 'oldest').map(({ no }) => ({ no, count: 1 })),
    }
  );
}

/** Some numbers are only positions, which readers don't see. The number of the chapter before is shown instead. */
const shownNo = (no: number | undefined) => (no !== undefined && isOnlyPlace(no) ? Math.floor(no) : no);

/** Cuts a long list into ranges of 50, each with a label of its first and last chapter: 1-50, 51-100. */
export function rangesOf(outline: Outline, order: Order): Range[] {
  const { total } = outline;
  const ranges: Range[] = [];
  for (let at = 0; at < total; at += CHAPTER_WINDOW) {
    const size = Math.min(CHAPTER_WINDOW, total - at);
    const from = order === 'oldest' ? at : total - at - size;
    const ends = [noAt(outline, from), noAt(outline, from + size - 1)].map(shownNo);
    ranges.push({ label: (order === 'oldest' ? ends : ends.toReversed()).join('-'), from, size });
  }
  return ranges;
}

/** The index of the range with the chapter of this number, or with the next one; else the first. */
export function rangeWith(ranges: readonly Range[], outline: Outline, no: number | undefined): number {
  const at = no === undefined ? -1 : indexOf(outline, no);
  return Math.max(
    0,
    ranges.findIndex(({ from, size }) => at >= from && at < from + size),
  );
}

/** How many chapters have lower numbers; for a number beyond the end, the index of the last chapter. */
export function indexOf({ numbers, total }: Outline, no: number): number {
  const before = numbers.reduce((sum, run) => sum + Math.min(run.count, Math.max(0, Math.ceil(no - run.no))), 0);
  return Math.min(before, total - 1);
}

/** The number of the chapter at or after a number. */
export function nearestNo(outline: Outline, no: number): number {
  return noAt(outline, indexOf(outline, no)) ?? no;
}

function noAt({ numbers }: Outline, index: number): number | undefined {
  let before = 0;
  for (const { no, count } of numbers) {
    if (index < before + count) return no + index - before;
    before += count;
  }
  return undefined;
}
