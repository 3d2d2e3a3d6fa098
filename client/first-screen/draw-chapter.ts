import type { DataOf } from '#contract/call';
import type { comicRead } from '#contract/calls/comic';
import type { SeenPicture, Sight } from '../features/kept-sight/kept-sight.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import type { Drawn } from './draw-home.ts';

type ReadChapter = DataOf<typeof comicRead>;

/** The room of the reader's top bar, and the pixel below it. */
const BAR = 57;
/** What a reader may have chosen for this device that makes a chapter look otherwise than it does by itself. */
const LOOKS = /"(mode|background|strip\w+|pageGap|crops|brightness|warmth|grey)":(?!"auto")/;

/**
 * The beginning of a chapter as the reader will show it by itself; null where that is another than a strip downwards.
 * e2e/first-covers.test.ts measures that both agree; `layOutStrip` would double the starter.
 */
export function firstSightOf({ comic, pages }: ReadChapter): Sight | null {
  if (comic.direction !== 'strip' || LOOKS.test(JSON.stringify(readStored(localStorage, 'reader')))) return null;
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
