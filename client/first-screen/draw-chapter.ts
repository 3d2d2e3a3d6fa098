import type { DataOf } from '#contract/call';
import type { comicRead } from '#contract/calls/comic';
import type { Page } from '#contract/shapes';
import type { SeenPicture, Sight } from '../features/kept-sight/kept-sight.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import { layOutPanel } from '../screens/chapter/paged/panel-layout.ts';
import { isTall } from '../screens/chapter/paged/panels.ts';
import { stripAxis } from '../screens/chapter/strip/strip-axis.ts';
import type { Drawn } from './draw-home.ts';

type ReadChapter = DataOf<typeof comicRead>;

/** The room of the reader's top bar, and the pixel below it. */
const BAR = 57;
/** What a reader may have chosen for this device that makes a chapter look otherwise than it does by itself. */
const LOOKS = /"(mode|background|strip\w+|pageGap|crops|brightness|warmth|grey)":(?!"auto")/;

/**
 * The beginning of a chapter as the reader will show it by itself: the first of the pages that are turned, or a strip downwards; null
 * where it is a scroll. e2e/first-pages.test.ts measures that both agree.
 */
export function firstSightOf({ comic: { direction }, pages }: ReadChapter): Sight | null {
  if (LOOKS.test(JSON.stringify(readStored(localStorage, 'reader')))) return null;
  if (direction === 'strip') return stripSight(pages);
  return stripAxis(direction, pages) === 'horizontal' ? null : pageSight(pages);
}

/** One that is read along, or comes in pieces, is left to the app. */
function pageSight([page]: readonly Page[]): Sight | null {
  if (!page || page.pieces?.length || isTall(page)) return null;
  const size = { width: innerWidth, height: innerHeight, devicePixelRatio };
  const { url, color } = page;
  return { ground: 'var(--page)', pictures: layOutPanel([page], size).map((room) => ({ url, color, ...room })) };
}

/** `layOutStrip` would double the starter. */
function stripSight(pages: readonly Page[]): Sight {
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

/** Draws what is to be seen of a chapter in the place of the frame's mark; gives its pictures, the uppermost first. */
export function drawSight(mark: Element, { ground, below, pictures }: Sight): Drawn[] {
  const place = document.createElement('div');
  place.className = 'frame-sight';
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
