import type { Page } from '#contract/shapes';
import type { ChapterView } from '../features/reading/progress/last-view.ts';
import { deviceStorage } from '../runtime/storage/safe-storage.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import { layOutPanel } from '../screens/chapter/paged/panel-layout.ts';
import { isTall } from '../screens/chapter/paged/panels.ts';
import { stripAxis } from '../screens/chapter/strip/strip-axis.ts';
import type { FirstImage } from './load-first-picture.ts';

/** The height of the reader's top bar, and the pixel below it. */
const BAR = 57;
const HIGHEST_NOTCH = 64;
/** Settings of this device that change how a chapter looks. */
const LOOKS = /"(mode|background|night|strip\w+|pageGap|crops|brightness|warmth|grey)":(?!"auto")/;
/** The only kind of screen for which the places below are right. */
const PHONE = '(max-width: 639.98px) and (min-height: 480.02px)';

/** A picture and its place, in CSS pixels from the top left corner of the window. */
type PictureBox = { url: string; color: string; left: number; top: number; width: number; height: number };

/**
 * Draws the first view of a chapter as the reader shows it: one page in paged modes, or the part of a strip in view. Returns its
 * pictures; none for horizontal strips, changed settings and wide screens. testing/e2e/reader/first-pages.test.ts checks that both
 * are equal.
 */
export function drawChapter(mark: Element, chapter: ChapterView): FirstImage[] {
  const { direction, pages } = chapter;
  const settings = [readStored(deviceStorage, 'reader'), readStored(deviceStorage, 'comicSettings')];
  if (!matchMedia(PHONE).matches || LOOKS.test(JSON.stringify(settings))) return [];
  const isStrip = direction === 'strip';
  if (!isStrip && stripAxis(direction, pages) === 'horizontal') return [];
  const view = isStrip ? stripView(chapter) : pageView(pages);
  if (view.length === 0) return [];
  const place = document.createElement('div');
  place.className = 'frame-view';
  if (isStrip) place.style.top = 'env(safe-area-inset-top)';
  const images = view.map((placed) => imageIn(place, placed));
  mark.replaceWith(place);
  return images;
}

/** Tall pages, pages in pieces, and those that the top bar displaces are left to the app: the height of a notch is not known yet. */
function pageView([page]: readonly Page[]): PictureBox[] {
  if (!page || page.pieces?.length || isTall(page)) return [];
  const { url, color } = page;
  const size = { width: innerWidth, height: innerHeight, devicePixelRatio };
  const [room, belowNotch] = [0, BAR + HIGHEST_NOTCH].flatMap((bar) => layOutPanel([page], { ...size, bar }, true));
  return room && room.top === belowNotch?.top ? [{ url, color, ...room }] : [];
}

/** Does not use `layOutStrip`, which would double the size of the starter. */
function stripView({ pages, scrolled }: ChapterView): PictureBox[] {
  // Edges are whole pixels of the device, as in the strip.
  const edge = (page: Page, y: number) =>
    Math.round((innerWidth * devicePixelRatio * y) / page.width) / devicePixelRatio;
  const placed: PictureBox[] = [];
  const [first] = pages;
  let top = BAR;
  if (first && scrolled !== null)
    top = -Math.round(edge(first, first.height) * scrolled * devicePixelRatio) / devicePixelRatio;
  for (const page of pages) {
    const { url, color, height } = page;
    for (const piece of page.pieces?.length ? page.pieces : [{ url, top: 0, height }]) {
      const [from, to] = [edge(page, piece.top), edge(page, piece.top + piece.height)];
      if (top + from >= innerHeight) return placed;
      if (top + to > 0)
        placed.push({ url: piece.url, color, left: 0, top: top + from, width: innerWidth, height: to - from });
    }
    top += edge(page, height);
  }
  // Near its end the strip can't be scrolled as far.
  return scrolled === null || top >= innerHeight ? placed : [];
}

function imageIn(place: Element, { url, color, ...box }: PictureBox): FirstImage {
  const element = document.createElement('img');
  element.alt = '';
  element.style.backgroundColor = color;
  for (const [side, length] of Object.entries(box)) element.style.setProperty(side, `${length}px`);
  place.append(element);
  const { width, height } = box;
  return { image: { url, color, width, height }, element, width };
}
