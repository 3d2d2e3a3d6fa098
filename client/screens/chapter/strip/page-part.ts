import type { Page } from '#contract/shapes';

/** A part of a page, in the page's own pixels. */
export type PagePart = { left: number; top: number; width: number; height: number };

/** The part of a page that is shown: all of it, or the part inside its margins. */
export function shownPart({ width, height, margins }: Page): PagePart {
  if (!margins) return { left: 0, top: 0, width, height };
  const { top, right, bottom, left } = margins;
  return {
    left: left * width,
    top: top * height,
    width: (1 - left - right) * width,
    height: (1 - top - bottom) * height,
  };
}
