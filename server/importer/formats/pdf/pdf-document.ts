import { fstatSync, readSync } from 'node:fs';
import { type PdfEngine, type Pointer, withMemory } from './pdf-engine.ts';
import type { PdfRefusal } from './pdf-jobs.ts';

/** PDFium uses 32-bit file sizes. */
const MOST_FILE_BYTES = 2 ** 31 - 1;
/** The struct FPDF_FILEACCESS: length, callback, and a parameter for it. */
const ACCESS_BYTES = 12;
const [PASSWORD, SECURITY] = [4, 5];

/**
 * `bytesRead`: the bytes of its file that were read so far. The engine keeps the bytes of pictures in memory until the document
 * is closed.
 */
export type PdfDocument = { pointer: Pointer; pages: number; bytesRead(): number };

export class PdfRefused extends Error {
  readonly why: PdfRefusal;
  constructor(why: PdfRefusal) {
    super(why);
    this.why = why;
  }
}

/** Calls `work` with a PDF that is read from its file in pieces, so memory does not depend on the size of the file. */
export async function withDocument<T>(
  engine: PdfEngine,
  fd: number,
  work: (document: PdfDocument) => Promise<T>,
): Promise<T> {
  const { pdfium } = engine;
  const { size } = fstatSync(fd);
  if (size > MOST_FILE_BYTES) throw new PdfRefused('size');
  let bytesRead = 0;
  // Arguments: the parameter, a position, the target address, and the length.
  const readBlock = pdfium.addFunction((_parameter, position = 0, at = 0, bytes = 0) => {
    bytesRead += bytes;
    return readSync(fd, pdfium.HEAPU8, at, bytes, position) === bytes ? 1 : 0;
  }, 'iiiii');
  const access = pdfium.wasmExports.malloc(ACCESS_BYTES);
  for (const [index, value] of [size, readBlock, 0].entries()) pdfium.setValue(access + 4 * index, value, 'i32');
  const pointer = engine.FPDF_LoadCustomDocument(access, '');
  if (pointer === 0) throw new PdfRefused(refusalOf(engine.FPDF_GetLastError()));
  const result = await work({ pointer, pages: engine.FPDF_GetPageCount(pointer), bytesRead: () => bytesRead });
  // Not after a failure: the engine may be unusable.
  engine.FPDF_CloseDocument(pointer);
  pdfium.wasmExports.free(access);
  pdfium.removeFunction(readBlock);
  return result;
}

function refusalOf(error: number): PdfRefusal {
  if (error === PASSWORD) return 'password';
  return error === SECURITY ? 'protected' : 'broken';
}

/** Reads numbers that the engine writes one after the other. */
export function readNumbers(
  engine: PdfEngine,
  count: number,
  type: 'i32' | 'float',
  write: (at: Pointer) => boolean,
): number[] | undefined {
  return withMemory(engine, 4 * count, (at) =>
    write(at) ? Array.from({ length: count }, (_, index) => engine.pdfium.getValue(at + 4 * index, type)) : undefined,
  );
}
