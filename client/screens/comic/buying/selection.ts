import type { ChapterItem } from '#contract/shapes';
import { inOrder } from '../../../features/reading/chapter-ranges/ranges.ts';

/** How many chapters can be bought at once. */
export const MOST_AT_ONCE = 200;
const NEXT_COUNT = 10;

/** The chapters that can be bought, in the order in which they are read. */
export function lockedOf(chapters: readonly ChapterItem[]): ChapterItem[] {
  return inOrder(
    chapters.filter(({ access }) => access === 'locked'),
    'oldest',
  );
}

/** Ten locked chapters from a chapter on. The chapter itself may be open. */
export function nextTen(locked: readonly ChapterItem[], fromNo: number): number[] {
  return idsOf(locked.filter(({ no }) => no >= fromNo).slice(0, NEXT_COUNT));
}

/** As many as can be bought at once. */
export function allOf(locked: readonly ChapterItem[]): number[] {
  return idsOf(locked.slice(0, MOST_AT_ONCE));
}

/** The selection with one chapter added or removed. A full selection takes no more. */
export function toggled(selected: readonly number[], id: number): readonly number[] {
  if (selected.includes(id)) return selected.filter((other) => other !== id);
  return selected.length < MOST_AT_ONCE ? [...selected, id] : selected;
}

/** In a fixed order, so that the same choice is the same request. */
export function ordered(locked: readonly ChapterItem[], selected: readonly number[]): number[] {
  return idsOf(locked.filter(({ id }) => selected.includes(id)));
}

function idsOf(chapters: readonly ChapterItem[]): number[] {
  return chapters.map(({ id }) => id);
}
