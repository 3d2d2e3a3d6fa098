import type { Page } from '#contract/shapes';
import type { StripPosition } from '../strip/strip-position.ts';

/** One screen of pages: a page, or two side by side, by their indexes. */
export type Panel = { key: string; chapter: number; pages: readonly number[] };

/** From this part of a page on, it is the next one that the reader sees. */
const MOSTLY_READ = 0.5;
/** A page that many times as high as wide is read along, not as a whole. */
const TALL = 3;

export function isTall({ width, height }: Pick<Page, 'width' | 'height'>): boolean {
  return height > TALL * width;
}

const isSpread = ({ width, height }: Page) => width > height;

/**
 * The panels of all chapters. Side by side, as a book lies open: the first page of a chapter alone, and so is a page that
 * is a spread itself, or tall; after it pairs begin anew.
 */
export function panelsOf(
  chapters: readonly { chapter: { id: number }; pages: readonly Page[] }[],
  sideBySide: boolean,
): Panel[] {
  return chapters.flatMap(({ chapter: { id }, pages }, chapter) => {
    const panels: Panel[] = [];
    const isPart = (page: Page | undefined) => page !== undefined && !isSpread(page) && !isTall(page);
    for (let n = 0; n < pages.length; n += 1) {
      const isPair = sideBySide && n > 0 && isPart(pages[n]) && isPart(pages[n + 1]);
      panels.push({ key: `${id}/${n}`, chapter, pages: isPair ? [n, n + 1] : [n] });
      if (isPair) n += 1;
    }
    return panels;
  });
}

/**
 * The panel of a place: of its page, of the next one where most of that page has been scrolled by, or the last one where
 * the end is seen.
 */
export function panelAt(
  panels: readonly Panel[],
  chapters: readonly { pages: readonly Page[] }[],
  { chapter, page, offset, seesEnd }: StripPosition,
): number {
  const pages = chapters[chapter]?.pages ?? [];
  const there = pages[page];
  const isPast = offset > MOSTLY_READ && there !== undefined && !isTall(there);
  const last = Math.max(0, pages.length - 1);
  const wanted = seesEnd ? last : Math.min(isPast ? page + 1 : page, last);
  const at = panels.findIndex((panel) => panel.chapter === chapter && (panel.pages.at(-1) ?? 0) >= wanted);
  return Math.max(0, at);
}
