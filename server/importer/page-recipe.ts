/** Changes when the same picture would be stored otherwise than before: chapters of an older recipe are made anew. */
export const RECIPE = 1;

export const PAGE_WEBP = { quality: 80, effort: 2 } as const;
/** More is a decompression bomb, or at least more memory than an import may take. A strip of 1,600 × 40,000 has 64 million. */
export const MOST_PIXELS = 100_000_000;
/** No real page takes nearly as long. */
export const SECONDS_A_PICTURE = 60;

const SINGLE_WIDTH = 1440;
const SPREAD_WIDTH = 2400;
const SCROLL_HEIGHT = 1440;
const PIECE_HEIGHT = 1280;
/** The longest side WebP can hold. */
const WEBP_SIDE = 16_383;

/** Width and height in pixels, upright. */
export type Size = { width: number; height: number };

/** The size each page of one chapter is stored in, in their order. Nothing is ever enlarged. */
export function storedSizes(pages: readonly Size[]): Size[] {
  const scroll = isScroll(pages);
  const scales = pages.map((page) => ownScale(page, scroll));
  const common = scroll || areJoinedPanels(pages) ? Math.min(1, ...scales) : undefined;
  return pages.map((page, index) => scaled(page, common ?? scales[index] ?? 1));
}

/** Rows of each piece of a stored page; a page that isn't very tall is one piece. They follow each other without a gap. */
export function cuts(page: Size): { top: number; height: number }[] {
  const count = page.height > 3 * page.width ? Math.max(2, Math.round(page.height / PIECE_HEIGHT)) : 1;
  const edge = (index: number) => Math.round((index * page.height) / count);
  return Array.from({ length: Math.min(count, page.height) }, (_, index) => ({
    top: edge(index),
    height: edge(index + 1) - edge(index),
  }));
}

/** A horizontal scroll in panels: mostly landscape, some so wide that a width limit would leave them a thread. */
function isScroll(pages: readonly Size[]): boolean {
  return pages.some(isWide) && 2 * pages.filter(isLandscape).length > pages.length;
}

/** Panels that join at their sides: equally high, mostly wider than high. */
function areJoinedPanels(pages: readonly Size[]): boolean {
  const heights = pages.map((page) => page.height);
  return (
    pages.length >= 3 &&
    Math.max(...heights) - Math.min(...heights) <= 2 &&
    2 * pages.filter(isLandscape).length > pages.length
  );
}

function isWide(page: Size): boolean {
  return page.width > 3 * page.height;
}

function isLandscape(page: Size): boolean {
  return page.width > page.height;
}

function ownScale(page: Size, inScroll: boolean): number {
  if (isWide(page) || (inScroll && isLandscape(page))) {
    return Math.min(1, SCROLL_HEIGHT / page.height, WEBP_SIDE / page.width);
  }
  return Math.min(1, (isLandscape(page) ? SPREAD_WIDTH : SINGLE_WIDTH) / page.width);
}

function scaled(page: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(page.width * scale)),
    height: Math.max(1, Math.round(page.height * scale)),
  };
}
