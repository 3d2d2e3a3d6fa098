import type { Bitmap } from '../decode/decode.ts';

/** The white margins of a page, as parts of its width and height. */
export type PageMargins = { top: number; right: number; bottom: number; left: number };

/** The darkest value of paper, of 255. The lightest screentone is darker. */
const PAPER = 235;
/** Every second pixel of every second line is examined. */
const STEP = 2;
/** One of this many pixels may be dust. */
const DUST_IN = 300;
/** Smaller margins are ignored. */
const LEAST = 0.01;
/** The largest margin that is cut off, so that a page with a single word is not enlarged too much. */
const MOST = 0.25;

/**
 * Finds the white margins of a page; undefined if there are none. Only the margins are examined: sharp's `trim` would cost as
 * much as encoding the page.
 */
export function findMargins(page: Bitmap): PageMargins | undefined {
  const { width, height } = page;
  const row = (y: number) => isPaper(page, y * width, 1, width);
  const column = (x: number) => isPaper(page, x, width, height);
  const top = paperLines(height, row);
  // An empty page stays as it is.
  if (top >= height) return undefined;
  const margins = {
    top: part(top, height),
    right: part(
      paperLines(width, (n) => column(width - 1 - n)),
      width,
    ),
    bottom: part(
      paperLines(height, (n) => row(height - 1 - n)),
      height,
    ),
    left: part(paperLines(width, column), width),
  };
  return Object.values(margins).some((margin) => margin > 0) ? margins : undefined;
}

/** The number of leading lines that are paper. */
function paperLines(count: number, isPaperAt: (n: number) => boolean): number {
  let n = 0;
  while (n < count && isPaperAt(n)) n += STEP;
  return n > 0 && n < count && !isPaperAt(n - 1) ? n - 1 : n;
}

/** Whether a line of pixels is white except for dust. `apart`: the distance of its pixels in the buffer. */
function isPaper({ pixels }: Bitmap, start: number, apart: number, length: number): boolean {
  let dark = Math.floor(length / STEP / DUST_IN);
  for (let n = 0; n < length; n += STEP) {
    const at = 3 * (start + n * apart);
    const darkest = Math.min(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    if (darkest < PAPER && dark-- === 0) return false;
  }
  return true;
}

function part(lines: number, length: number): number {
  const found = Math.min(MOST, lines / length);
  return found < LEAST ? 0 : Math.floor(found * 1e4) / 1e4;
}
