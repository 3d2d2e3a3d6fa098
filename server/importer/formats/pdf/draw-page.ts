import { type PlacedPicture, pictureOf } from './page-pictures.ts';
import type { PdfEngine, Pointer } from './pdf-engine.ts';

type Size = { width: number; height: number };
/** A drawn page: four bytes a pixel, red first; the fourth byte is unused. */
export type Drawing = Size & { pixels: Buffer };

/** The longest side in pixels of a page that is not a scan; larger than stored pages. */
const DRAWN_SIDE = 2400;
const MOST_SIDE = 30_000;
/** 96 MB of pixels, beside the pictures on the page. */
const MOST_DRAWN_PIXELS = 24_000_000;
/** The number of objects of a page that are examined. Pages with thousands of objects are drawings. */
const LOOKED_AT = 200;
/** A picture that covers this part of a page or more is a scan. */
const SCAN = 0.8;
const [BGRX, RGB_ORDER, WHITE] = [3, 0x10, 0xffffffff];

/** The size of a page in points after its rotation. Throws if it has none. */
export function sizeInPoints(engine: PdfEngine, page: Pointer): Size {
  const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)];
  if (!(width > 0) || !(height > 0) || !Number.isFinite(width * height)) throw new RangeError('A page without a size');
  return { width, height };
}

/** Draws a page on white: a scan with its own number of pixels, other pages with `DRAWN_SIDE`. */
export function drawPage(engine: PdfEngine, page: Pointer): Drawing {
  const { width, height } = sizeInPoints(engine, page);
  const wanted = pixelsAPoint(engine, page, { width, height });
  const scale = Math.min(wanted, MOST_SIDE / Math.max(width, height), Math.sqrt(MOST_DRAWN_PIXELS / (width * height)));
  return draw(engine, page, { width: width * scale, height: height * scale });
}

/** Draws a page on white in this size. Throws `RangeError` if there is not enough memory. */
export function draw(engine: PdfEngine, page: Pointer, size: Size): Drawing {
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side))) as [number, number];
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (bitmap === 0) throw new RangeError('Too much memory');
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RGB_ORDER);
  const at = engine.FPDFBitmap_GetBuffer(bitmap);
  const pixels = Buffer.from(engine.pdfium.HEAPU8.subarray(at, at + 4 * width * height));
  engine.FPDFBitmap_Destroy(bitmap);
  return { pixels, width, height };
}

function pixelsAPoint(engine: PdfEngine, page: Pointer, { width, height }: Size): number {
  const plain = DRAWN_SIDE / Math.max(width, height);
  const count = engine.FPDFPage_CountObjects(page);
  const indexes = Array.from({ length: Math.min(count, LOOKED_AT) }, (_, index) => index);
  const pictures = indexes.flatMap((index) => pictureOf(engine, engine.FPDFPage_GetObject(page, index)) ?? []);
  const densest = Math.max(0, ...pictures.map(density));
  const isScan = (each: PlacedPicture) => each.placedWidth * each.placedHeight >= SCAN * width * height;
  return count === 1 && pictures.some(isScan) ? densest : Math.max(plain, densest);
}

function density({ width, height, placedWidth, placedHeight }: PlacedPicture): number {
  return Math.max(width / placedWidth, height / placedHeight);
}
