import type { Page } from '#contract/shapes';
import type { StripPosition } from '../strip/strip-position.ts';

/** One screen of pages: a page, or two side by side, by their indexes. */
export type Panel = { key: string; chapter: number; pages: readonly number[] };

/** When more than this part of a page has been scrolled past, the next page is the one being read. */
const MOSTLY_READ = 0.5;
/** A page whose height is at least this many times its width is scrolled and not shown as a whole. */
const TALL = 3;

export function isTall({ width, height }: Pick<Page, 'width' | 'height'>): boolean {
  return height > TALL * width;
}

const isSpread = ({ width, height }: Page) => width > height;

/**
 * The panels of all chapters. In pairs, as in an open book, the first page of a chapter, a spread and a tall page stand alone,
 * and pairs begin anew after them.
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
 * The panel of a reading position: that of its page, of the next page if most of the page has been scrolled past, or the last one
 * if the end is in view.
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
