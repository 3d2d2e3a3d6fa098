import type { ComicDetail } from '#contract/shapes';

/** How many chapters of the whole comic this reader has to buy. */
export function lockedCount({ chapters, window }: ComicDetail): number {
  return window?.locked ?? chapters.filter(({ access }) => access === 'locked').length;
}
