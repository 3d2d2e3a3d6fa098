import type { Page } from '#contract/shapes';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';

export type Axis = 'vertical' | 'horizontal';

/** Panels of one scroll may differ by this much after the importer's rounding. */
const EQUAL_HEIGHT_PX = 2;

/**
 * The axis of a chapter as a strip: a picture scroll, which is read from right to left, is horizontal; everything else is
 * vertical.
 */
export function stripAxis(direction: ReadChapter['comic']['direction'], pages: readonly Page[]): Axis {
  if (direction !== 'rtl' || pages.length === 0) return 'vertical';
  const heights = pages.map((page) => page.height);
  const equallyHigh = Math.max(...heights) - Math.min(...heights) <= EQUAL_HEIGHT_PX;
  const wide = pages.filter((page) => page.width > page.height).length;
  return equallyHigh && wide * 2 > pages.length ? 'horizontal' : 'vertical';
}
