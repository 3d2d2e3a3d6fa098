import type { PageBox, StripLayout } from './strip-layout.ts';

/** A position in the strip: chapter and page by index, and the part of the page before the viewport's edge (0..1). */
export type StripPosition = { chapter: number; page: number; offset: number };

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
  const offset = (position - box.start) / (box.end - box.start);
  return { chapter: box.chapter, page: box.page, offset: Math.min(1, Math.max(0, offset)) };
}

/** The scroll position that brings a strip position to the leading edge; the nearest page when that one is gone. */
export function scrollPositionOf(layout: StripLayout, place: StripPosition): number {
  const chapter = layout.chapters[Math.min(place.chapter, layout.chapters.length - 1)];
  if (!chapter) return 0;
  const box = layout.pages[chapter.first + Math.min(place.page, chapter.count - 1)];
  return box ? box.start + place.offset * (box.end - box.start) : 0;
}

/** How much of a chapter has been scrolled by, in whole percent; 100 only once its end is in view. */
export function percentShown(layout: StripLayout, index: number, position: number, viewport: number): number {
  const chapter = layout.chapters[index];
  if (!chapter || chapter.end <= position + viewport + 1) return 100;
  return Math.max(0, Math.floor((100 * (position - chapter.start)) / (chapter.end - chapter.start - viewport)));
}

/** The scroll position at which so many percent of a chapter have been scrolled by. */
export function scrollPositionAtPercent(layout: StripLayout, index: number, percent: number, viewport: number): number {
  const chapter = layout.chapters[index];
  if (!chapter) return 0;
  return chapter.start + (percent / 100) * Math.max(0, chapter.end - chapter.start - viewport);
}

/**
 * The page shown as the present one. The chapter is the one in the middle of the screen; its page is found by a line
 * that moves from the leading edge at the chapter's beginning to the trailing edge at its end, so that the first page
 * is the first whatever follows it, and a short last one is reached.
 */
export function pageShown(layout: StripLayout, position: number, viewport: number): { chapter: number; page: number } {
  const middle = layout.pages[Math.max(0, boxAt(layout.pages, position + viewport / 2))];
  const chapter = middle && layout.chapters[middle.chapter];
  if (!middle || !chapter) return { chapter: 0, page: 0 };
  const last = chapter.count - 1;
  if (chapter.end <= position + viewport + 1) return { chapter: middle.chapter, page: last };
  const read = Math.max(0, position - chapter.start) / Math.max(1, chapter.end - chapter.start - viewport);
  const line = position + Math.min(1, read) * viewport;
  const page = boxAt(layout.pages, Math.max(line, chapter.start)) - chapter.first;
  return { chapter: middle.chapter, page: Math.min(last, Math.max(0, page)) };
}
