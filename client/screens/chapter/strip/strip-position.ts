import type { PageBox, StripLayout } from './strip-layout.ts';

/** A position in the strip: chapter and page by index, and the part of the page before the viewport's edge (0..1). */
export type StripPosition = {
  chapter: number;
  page: number;
  offset: number;
  /** Whether the end of the chapter is in view; it may be some pages later. */
  seesEnd?: boolean;
  /** The end of the chapter is in view. */
  atEnd?: boolean;
};

/** The last box that begins at or before `position`; -1 when there is none. */
function boxAt(pages: readonly PageBox[], position: number): number {
  let low = 0;
  let high = pages.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const box = pages[middle];
    if (box && box.start <= position + 0.01) low = middle + 1;
    else high = middle - 1;
  }
  return high;
}

/** The position at the leading edge of the viewport. */
export function stripPositionAt(layout: StripLayout, position: number): StripPosition {
  const box = layout.pages[Math.max(0, boxAt(layout.pages, position))];
  if (!box) return { chapter: 0, page: 0, offset: 0 };
  const { start, length } = wholeAlong(layout, box);
  const offset = (position - start) / length;
  return { chapter: box.chapter, page: box.page, offset: Math.min(1, Math.max(0, offset)) };
}

/** Whether a chapter whose beginning has been left is shown at its last page. */
export function seesEnd(layout: StripLayout, place: StripPosition, now: { chapter: number; page: number }): boolean {
  const isBegun = place.page > 0 || place.offset > 0;
  return isBegun && now.chapter === place.chapter && now.page + 1 === layout.chapters[now.chapter]?.count;
}

/** Whether the end of a chapter is in view, or above it. */
export function endInView(layout: StripLayout, index: number, position: number, viewport: number): boolean {
  const chapter = layout.chapters[index];
  return !chapter || chapter.end <= position + viewport + 1;
}

/** The scroll position that brings a strip position to the leading edge. If its page no longer exists, the nearest page. */
export function scrollPositionOf(layout: StripLayout, place: StripPosition): number {
  const chapter = layout.chapters[Math.min(place.chapter, layout.chapters.length - 1)];
  if (!chapter) return 0;
  const box = layout.pages[chapter.first + Math.min(place.page, chapter.count - 1)];
  if (!box) return 0;
  const { start, length } = wholeAlong(layout, box);
  return Math.min(box.end, Math.max(box.start, start + place.offset * length));
}

/** The start and length of the whole page, with the margins that are not shown. */
function wholeAlong({ axis }: StripLayout, { start, end, whole }: PageBox) {
  if (axis === 'vertical') return { start: start + whole.top, length: whole.height };
  // It begins at its right edge.
  return { start: end - whole.left - whole.width, length: whole.width };
}

/** How much of a chapter has been scrolled past, in whole percent; 100 only once its end is in view. */
export function percentShown(layout: StripLayout, index: number, position: number, viewport: number): number {
  const chapter = layout.chapters[index];
  if (!chapter || endInView(layout, index, position, viewport)) return 100;
  return Math.max(0, Math.floor((100 * (position - chapter.start)) / (chapter.end - chapter.start - viewport)));
}

/** The scroll position at which this percentage of a chapter has been scrolled past. */
export function scrollPositionAtPercent(layout: StripLayout, index: number, percent: number, viewport: number): number {
  const chapter = layout.chapters[index];
  if (!chapter) return 0;
  return chapter.start + (percent / 100) * Math.max(0, chapter.end - chapter.start - viewport);
}

/**
 * The page to show as the current one. The chapter is the one in the middle of the screen. Its page is found by a line that moves
 * from the leading edge at the chapter's beginning to the trailing edge at its end. So the first page is always reached, and so
 * is a short last page.
 */
export function pageShown(layout: StripLayout, position: number, viewport: number): { chapter: number; page: number } {
  const middle = layout.pages[Math.max(0, boxAt(layout.pages, position + viewport / 2))];
  const chapter = middle && layout.chapters[middle.chapter];
  if (!middle || !chapter) return { chapter: 0, page: 0 };
  const last = chapter.count - 1;
  if (endInView(layout, middle.chapter, position, viewport)) return { chapter: middle.chapter, page: last };
  const read = Math.max(0, position - chapter.start) / Math.max(1, chapter.end - chapter.start - viewport);
  const line = position + Math.min(1, read) * viewport;
  const page = boxAt(layout.pages, Math.max(line, chapter.start)) - chapter.first;
  return { chapter: middle.chapter, page: Math.min(last, Math.max(0, page)) };
}
