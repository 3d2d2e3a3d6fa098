import type { Page } from '#contract/shapes';
import type { Axis } from './strip-axis.ts';

/** One image of the strip: a page, or a piece of a tall one. Lengths are CSS pixels, along the strip. */
export type Source = {
  key: string;
  url: string;
  chapterId: number;
  /** Index into `StripLayout.pages`. */
  box: number;
  start: number;
  end: number;
  /** Its vertical position inside its page. */
  top: number;
  height: number;
};

export type PageBox = {
  key: string;
  chapterId: number;
  /** Index of the chapter among those in the strip, and of the page inside its chapter. */
  chapter: number;
  page: number;
  start: number;
  end: number;
  width: number;
  height: number;
  color: string;
  sources: Source[];
};

export type StripLayout = {
  pages: PageBox[];
  sources: Source[];
  /** Where each chapter's pages begin and end, and the first of its boxes. */
  chapters: { id: number; start: number; end: number; first: number; count: number }[];
  /** The length of the whole strip. */
  length: number;
  /** How far a copy of each image extends beneath the next one. */
  overlap: number;
};

export type StripSize = {
  axis: Axis;
  /** The space across the strip: its width, or its height when it is horizontal. */
  across: number;
  /** Between two pages of a chapter, in CSS pixels. */
  gap?: number;
  devicePixelRatio: number;
};

/** The space between two chapters, in CSS pixels, for the next one's title. */
export const DIVIDER_PX = 72;

/**
 * The position of every page and piece. All edges are whole device pixels: a fraction would be drawn as a thin line
 * between two images that belong together.
 */
export function layOutStrip(
  chapters: readonly { id: number; pages: readonly Page[] }[],
  { axis, across, gap = 0, devicePixelRatio: ratio }: StripSize,
): StripLayout {
  const layout: StripLayout = { pages: [], sources: [], chapters: [], length: 0, overlap: overlapAt(ratio) };
  const divider = Math.round(DIVIDER_PX * ratio);
  let at = 0;
  chapters.forEach(({ id, pages }, chapter) => {
    if (chapter > 0) at += divider;
    const begin = at;
    const first = layout.pages.length;
    pages.forEach((page, n) => {
      const [width, height] = devicePixels(page, axis, across * ratio);
      const along = axis === 'vertical' ? height : width;
      if (n > 0) at += Math.round(gap * ratio);
      const box: PageBox = {
        key: `${id}/${n}`,
        chapterId: id,
        chapter,
        page: n,
        start: at / ratio,
        end: (at + along) / ratio,
        width: width / ratio,
        height: height / ratio,
        color: page.color,
        sources: [],
      };
      box.sources = sourcesOf(page, box, layout.pages.length, { axis, height, ratio, at });
      layout.pages.push(box);
      layout.sources.push(...box.sources);
      at += along;
    });
    layout.chapters.push({ id, start: begin / ratio, end: at / ratio, first, count: pages.length });
  });
  layout.length = at / ratio;
  return layout;
}

/**
 * Where a CSS pixel is no whole number of device pixels, scrolling may stop between two of them: both edges of a joint
 * are then drawn half transparent, and the background would show through if nothing lay beneath.
 */
function overlapAt(ratio: number): number {
  return Number.isInteger(ratio) ? 0 : 1;
}

/** A page's size on this screen in device pixels; its length along the strip is whole. */
function devicePixels(page: Page, axis: Axis, across: number): [width: number, height: number] {
  if (axis === 'vertical') return [across, Math.max(1, Math.round((across * page.height) / Math.max(1, page.width)))];
  const height = Math.floor(across);
  return [Math.max(1, Math.round((height * page.width) / Math.max(1, page.height))), height];
}

function sourcesOf(
  page: Page,
  box: PageBox,
  index: number,
  scale: { axis: Axis; height: number; ratio: number; at: number },
): Source[] {
  const pieces = page.pieces?.length ? page.pieces : [{ url: page.url, top: 0, height: page.height }];
  const edge = (y: number) => Math.round((scale.height * y) / Math.max(1, page.height));
  return pieces.map((piece, n) => {
    const next = pieces[n + 1];
    const top = n === 0 ? 0 : edge(piece.top);
    const bottom = next ? edge(next.top) : scale.height;
    const vertical = scale.axis === 'vertical';
    return {
      key: `${box.key}/${n}`,
      url: piece.url,
      chapterId: box.chapterId,
      box: index,
      start: vertical ? (scale.at + top) / scale.ratio : box.start,
      end: vertical ? (scale.at + bottom) / scale.ratio : box.end,
      top: top / scale.ratio,
      height: (bottom - top) / scale.ratio,
    };
  });
}
