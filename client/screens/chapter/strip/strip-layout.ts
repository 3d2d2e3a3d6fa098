import type { Page } from '#contract/shapes';
import { type PagePart, shownPart } from './page-part.ts';
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
  /** The whole page around the part of it that the box shows, from the box's left upper corner. */
  whole: { left: number; top: number; width: number; height: number };
  color: string;
  sources: Source[];
};

export type StripLayout = {
  axis: Axis;
  pages: PageBox[];
  sources: Source[];
  /** The start and end of each chapter's pages, and the index of its first box. */
  chapters: { id: number; start: number; end: number; first: number; count: number }[];
  /** The length of the whole strip. */
  length: number;
  /** How far a copy of each image extends below the next image. */
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
  const layout: StripLayout = { axis, pages: [], sources: [], chapters: [], length: 0, overlap: overlapAt(ratio) };
  const divider = Math.round(DIVIDER_PX * ratio);
  let at = 0;
  chapters.forEach(({ id, pages }, chapter) => {
    if (chapter > 0) at += divider;
    const begin = at;
    const first = layout.pages.length;
    pages.forEach((page, n) => {
      const part = shownPart(page);
      const { width, height } = devicePixels(part, axis, across * ratio);
      const whole = wholeOf(page, part, axis, across * ratio);
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
        whole: {
          left: whole.left / ratio,
          top: whole.top / ratio,
          width: whole.width / ratio,
          height: whole.height / ratio,
        },
        color: page.color,
        sources: [],
      };
      box.sources = sourcesOf(page, box, layout.pages.length, {
        axis,
        height: whole.height,
        ratio,
        at: at + whole.top,
      });
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
 * If a CSS pixel is not a whole number of device pixels, scrolling may stop between two of them. Both edges of a joint are then
 * half transparent, and the background would be visible without an overlap.
 */
function overlapAt(ratio: number): number {
  return Number.isInteger(ratio) ? 0 : 1;
}

/** The size of a page, or of a part of it, in device pixels. Its length along the strip is a whole number. */
function devicePixels({ width, height }: Pick<Page, 'width' | 'height'>, axis: Axis, across: number) {
  if (axis === 'vertical')
    return { width: across, height: Math.max(1, Math.round((across * height) / Math.max(1, width))) };
  const high = Math.floor(across);
  return { width: Math.max(1, Math.round((high * width) / Math.max(1, height))), height: high };
}

/** The position and size of the whole page around the part that is shown. */
function wholeOf(page: Page, part: PagePart, axis: Axis, across: number) {
  const larger = axis === 'vertical' ? page.width / part.width : page.height / part.height;
  const { width, height } = devicePixels(page, axis, across * larger);
  const left = 0 - Math.round((width * part.left) / page.width);
  return { left, top: 0 - Math.round((height * part.top) / page.height), width, height };
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
