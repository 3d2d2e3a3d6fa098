import sharp from 'sharp';
import { SourceError } from '../../source/source-error.ts';
import { type Bitmap, decodePicture } from '../decode/decode.ts';
import { MOST_FOREIGN_PIXELS } from '../decode/foreign-pictures.ts';
import { kindOfPicture } from '../decode/picture-kind.ts';
import type { Size } from '../page-recipe.ts';
import { repairPng } from './repair-png.ts';

/** Less of a page than this is useless to a reader: a placeholder takes its place. */
const LEAST_SHARE = 0.1;
/** With fewer rows than this, a lost end can't be distinguished from one of a single colour. */
const LEAST_LOST_SHARE = 0.02;
const GREY = '#d8d8d8';
const INK = '#9a9a9a';
const BARE_PAGE: Size = { width: 900, height: 1200 };

/** A damaged page as it is shown. `isLost`: nothing of it could be decoded. */
export type RescuedPage = { bitmap: Bitmap; isLost: boolean };

/** Draws the part of a damaged page that can be decoded, with a placeholder for the rest or for the whole page. */
export async function drawDamaged(bytes: Buffer | undefined, size: Size): Promise<RescuedPage> {
  const page = bytes && (await drawDecodable(bytes, size));
  const rows = page ? decodedRows(page) : 0;
  if (!page || rows < LEAST_SHARE * size.height) return { bitmap: await drawSign(size), isLost: true };
  const lost = size.height - rows;
  if (lost > LEAST_LOST_SHARE * size.height) {
    const sign = await drawSign({ width: size.width, height: lost });
    sign.pixels.copy(page.pixels, rows * size.width * 3);
  } else {
    await stampCorner(page);
  }
  return { bitmap: page, isLost: false };
}

/** The size of a page that can't be decoded: its neighbour's, or a page of that width if the neighbour is a long strip. */
export function sizeBeside(neighbour: Size | undefined): Size {
  if (!neighbour) return BARE_PAGE;
  const { width, height } = neighbour;
  const isPagelike = height <= 2 * width && width <= 3 * height && width * height <= MOST_FOREIGN_PIXELS;
  return isPagelike
    ? neighbour
    : { width: Math.min(width, height), height: Math.round((Math.min(width, height) * 4) / 3) };
}

async function drawDecodable(bytes: Buffer, size: Size): Promise<Bitmap | undefined> {
  try {
    const repaired = kindOfPicture(bytes) === 'png' ? await repairPng(bytes) : undefined;
    return await decodePicture(repaired ?? bytes, size, 'lenient');
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

/** The number of rows before the end of the data. The decoder fills the rest with one colour. */
function decodedRows({ pixels, width, height }: Bitmap): number {
  const row = width * 3;
  const fill = pixels.subarray((height - 1) * row, height * row);
  const colour = fill.subarray(0, 3);
  for (let at = 3; at < row; at += 3) if (colour.compare(fill, at, at + 3) !== 0) return height;
  let rows = height - 1;
  while (rows > 0 && fill.compare(pixels, (rows - 1) * row, rows * row) === 0) rows--;
  return rows;
}

/** A calm grey with a torn page in its middle. A picture instead of text, because the system may have no fonts. */
async function drawSign(size: Size): Promise<Bitmap> {
  const side = Math.max(1, Math.round(Math.min(size.width, size.height, 900) * 0.4));
  const ground = { create: { ...size, channels: 3, background: GREY } } as const;
  const image = sharp(ground).composite([{ input: tornPage(side), gravity: 'centre' }]);
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** A small mark in the corner of a page that is damaged but can be read. */
async function stampCorner(page: Bitmap): Promise<void> {
  const side = Math.round(Math.min(page.width, page.height) * 0.1);
  if (side < 8) return;
  const { pixels } = await drawSign({ width: side, height: side });
  const top = page.height - side;
  for (let row = 0; row < side; row++) {
    const to = ((top + row) * page.width + page.width - side) * 3;
    pixels.copy(page.pixels, to, row * side * 3, (row + 1) * side * 3);
  }
}

function tornPage(side: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 24 24" fill="none"
      stroke="${INK}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round">
      <path d="M5 11V4a1.5 1.5 0 0 1 1.500-1.500H14l5 5v5l-3.500-2.500-3 3-3-2.500-3 2.500z"/><path d="M14 2.500v5h5"/>
      <path d="M5 16l1.500-.500 3-2.500 3 2.500 3-3L19 15v5a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 5 20z"/>
    </svg>`,
  );
}
