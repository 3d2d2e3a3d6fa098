import { readNumbers } from './pdf-document.ts';
import { type PdfEngine, type Pointer, withMemory } from './pdf-engine.ts';

/** A picture on a page: its size in pixels, and its size on the page in points. */
export type PlacedPicture = { width: number; height: number; placedWidth: number; placedHeight: number };

const IMAGE = 3;
const FILTER_BYTES = 64;
const MOST_PICTURE_BYTES = 100 * 1024 * 1024;
const JPEG_FILTERS = ['DCTDecode', 'DCT'];

export function pictureOf(engine: PdfEngine, object: Pointer): PlacedPicture | undefined {
  if (engine.FPDFPageObj_GetType(object) !== IMAGE) return undefined;
  const size = readNumbers(engine, 2, 'i32', (at) => engine.FPDFImageObj_GetImagePixelSize(object, at, at + 4));
  const matrix = readNumbers(engine, 6, 'float', (at) => engine.FPDFPageObj_GetMatrix(object, at));
  const [width = 0, height = 0] = size ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = matrix ?? [];
  const [placedWidth, placedHeight] = [Math.hypot(a, b), Math.hypot(c, d)];
  const isThere = width > 0 && height > 0 && placedWidth > 0 && placedHeight > 0;
  return isThere ? { width, height, placedWidth, placedHeight } : undefined;
}

/** The bytes of a page's only object if that is a JPEG. Rotation, cropping and masks are not checked. */
export function onlyJpeg(engine: PdfEngine, page: Pointer): Buffer | undefined {
  if (engine.FPDFPage_CountObjects(page) !== 1) return undefined;
  const object = engine.FPDFPage_GetObject(page, 0);
  if (engine.FPDFPageObj_GetType(object) !== IMAGE) return undefined;
  const last = engine.FPDFImageObj_GetImageFilterCount(object) - 1;
  if (last < 0 || !JPEG_FILTERS.includes(filterName(engine, object, last))) return undefined;
  const length = engine.FPDFImageObj_GetImageDataDecoded(object, 0, 0);
  if (length <= 0 || length > MOST_PICTURE_BYTES) return undefined;
  return withMemory(engine, length, (at) => {
    engine.FPDFImageObj_GetImageDataDecoded(object, at, length);
    return Buffer.from(engine.pdfium.HEAPU8.subarray(at, at + length));
  });
}

function filterName(engine: PdfEngine, object: Pointer, index: number): string {
  return withMemory(engine, FILTER_BYTES, (at) => {
    const length = engine.FPDFImageObj_GetImageFilter(object, index, at, FILTER_BYTES);
    return length <= FILTER_BYTES ? engine.pdfium.UTF8ToString(at) : '';
  });
}
