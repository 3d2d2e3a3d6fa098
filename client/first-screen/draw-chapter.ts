import type { DataOf } from '#contract/call';
import type { comicRead } from '#contract/calls/comic';
import type { Page } from '#contract/shapes';
import type { ChapterView, SeenPicture } from '../features/navigation/last-view/last-view.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import { layOutPanel } from '../screens/chapter/paged/panel-layout.ts';
import { isTall } from '../screens/chapter/paged/panels.ts';
import { stripAxis } from '../screens/chapter/strip/strip-axis.ts';
import type { Drawn } from './draw-home.ts';

type ReadChapter = DataOf<typeof comicRead>;

/** The height of the reader's top bar, and the pixel below it. */
const BAR = 57;
/** Settings of this device that change how a chapter looks. */
const LOOKS = /"(mode|background|strip\w+|pageGap|crops|brightness|warmth|grey)":(?!"auto")/;

/**
 * The first view of a chapter as the reader shows it: the first page of paged modes, or the top of a strip; null
 * for horizontal strips. testing/e2e/reader/first-pages.test.ts checks that both are equal.
 */
export function firstViewOf({ comic: { direction }, pages }: ReadChapter): ChapterView | null {
  if (LOOKS.test(JSON.stringify(readStored(localStorage, 'reader')))) return null;
  if (direction === 'strip') return stripView(pages);
  return stripAxis(direction, pages) === 'horizontal' ? null : pageView(pages);
}

/** Tall pages and pages in pieces are left to the app. */
function pageView([page]: readonly Page[]): ChapterView | null {
  if (!page || page.pieces?.length || isTall(page)) return null;
  const size = { width: innerWidth, height: innerHeight, devicePixelRatio };
  const { url, color } = page;
  return { ground: 'var(--page)', pictures: layOutPanel([page], size).map((room) => ({ url, color, ...room })) };
}

/** Does not use `layOutStrip`, which would double the size of the starter. */
function stripView(pages: readonly Page[]): ChapterView {
  const pictures: SeenPicture[] = [];
  let top = BAR;
  for (const page of pages) {
    const { url, color, height } = page;
    // Edges are whole pixels of the device, as in the strip.
    const edge = (y: number) => Math.round((innerWidth * devicePixelRatio * y) / page.width) / devicePixelRatio;
    for (const piece of page.pieces?.length ? page.pieces : [{ url, top: 0, height }]) {
      if (top + edge(piece.top) >= innerHeight) return { ground: 'var(--page)', below: true, pictures };
      const box = { left: 0, top: top + edge(piece.top), width: innerWidth };
      pictures.push({ url: piece.url, color, ...box, height: edge(piece.top + piece.height) - edge(piece.top) });
    }
    top += edge(height);
  }
  return { ground: 'var(--page)', below: true, pictures };
}

/** Draws the view of a chapter instead of the frame's mark. Returns its pictures from top to bottom. */
export function drawView(mark: Element, { ground, below, pictures }: ChapterView): Drawn[] {
  const place = document.createElement('div');
  place.className = 'frame-view';
  place.style.background = ground;
  if (below) place.style.top = 'env(safe-area-inset-top)';
  const drawn = pictures.map((seen) => pictureOf(place, seen));
  mark.replaceWith(place);
  return drawn;
}

function pictureOf(place: Element, { url, color, ...box }: SeenPicture): Drawn {
  const element = document.createElement('img');
  element.alt = '';
  element.style.backgroundColor = color;
  for (const [side, length] of Object.entries(box)) element.style.setProperty(side, `${length}px`);
  place.append(element);
  const { width, height } = box;
  return { image: { url, color, width, height }, element, width };
}
