/** Increase it when the stored pages change: chapters of an older recipe are made again. */
export const RECIPE = 2;

/** Increase it when more pictures can be decoded: chapters with damaged pages are then tried again. */
export const DECODER_VERSION = 2;

export const PAGE_WEBP = { quality: 80, effort: 2 } as const;
/** A larger picture is a decompression bomb, or needs too much memory. A strip of 1,600 × 40,000 has 64 million pixels. */
export const MOST_PIXELS = 100_000_000;
/** Real pages take far less. */
export const SECONDS_A_PICTURE = 60;

const SINGLE_WIDTH = 1440;
const SPREAD_WIDTH = 2400;
const SCROLL_HEIGHT = 1440;
const PIECE_HEIGHT = 1280;
/** The longest side of a WebP. */
const WEBP_SIDE = 16_383;

/** Width and height in pixels, upright. */
export type Size = { width: number; height: number };

/** The size each page of one chapter is stored in, in their order. Nothing is ever enlarged. */
export function storedSizes(pages: readonly Size[]): Size[] {
  const panels = scrollPanels(pages);
  const scales = pages.map((page) => (panels.has(page) ? scrollScale(page) : ownScale(page)));
  const joined = areJoined(pages) ? new Set(pages) : panels;
  const common = Math.min(1, ...pages.flatMap((page, index) => (joined.has(page) ? (scales[index] ?? 1) : [])));
  return pages.map((page, index) => scale(page, joined.has(page) ? common : (scales[index] ?? 1)));
}

/** The rows of each piece of a stored page, without gaps. A page that isn't very tall is one piece. */
export function cuts(page: Size): { top: number; height: number }[] {
  const count = page.height > 3 * page.width ? Math.max(2, Math.round(page.height / PIECE_HEIGHT)) : 1;
  const edge = (index: number) => Math.round((index * page.height) / count);
  return Array.from({ length: Math.min(count, page.height) }, (_, index) => ({
    top: edge(index),
    height: edge(index + 1) - edge(index),
  }));
}

/** The panels of a horizontal scroll: very wide pages and pages of the same height, if most pages are like that. */
function scrollPanels(pages: readonly Size[]): Set<Size> {
  const wide = pages.filter(isWide);
  const panels = pages.filter((page) => wide.some((each) => isSameHeight(each, page)));
  return new Set(2 * panels.length > pages.length ? panels : []);
}

/** Whether the pages form a scroll although none is very wide: equal height, mostly wider than high. */
function areJoined(pages: readonly Size[]): boolean {
  return (
    pages.length >= 3 &&
    pages.every((page) => pages[0] && isSameHeight(page, pages[0])) &&
    2 * pages.filter(isLandscape).length > pages.length
  );
}

function isSameHeight(a: Size, b: Size): boolean {
  return Math.abs(a.height - b.height) <= 2;
}

function isWide(page: Size): boolean {
  return page.width > 3 * page.height;
}

function isLandscape(page: Size): boolean {
  return page.width > page.height;
}

function ownScale(page: Size): number {
  if (isWide(page)) return scrollScale(page);
  return Math.min(1, (isLandscape(page) ? SPREAD_WIDTH : SINGLE_WIDTH) / page.width);
}

function scrollScale(page: Size): number {
  return Math.min(1, SCROLL_HEIGHT / page.height, WEBP_SIDE / page.width);
}

function scale(page: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(page.width * scale)),
    height: Math.max(1, Math.round(page.height * scale)),
  };
}
