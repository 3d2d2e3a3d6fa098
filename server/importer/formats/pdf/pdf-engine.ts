import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

/** A place in the engine's memory, or something that the engine keeps there; 0 is none. */
export type Pointer = number;

type Integer = 'i32';
type Float = 'float';

/** The part of PDFium's C interface (fpdfview.h, fpdf_edit.h) that is used, and of what Emscripten puts around it. */
export type PdfEngine = {
  pdfium: {
    /** Another array once the memory has grown. */
    readonly HEAPU8: Uint8Array;
    readonly wasmExports: { malloc(bytes: number): Pointer; free(at: Pointer): void };
    addFunction(callback: (...given: number[]) => number, signature: string): Pointer;
    removeFunction(callback: Pointer): void;
    getValue(at: Pointer, type: Integer | Float): number;
    setValue(at: Pointer, value: number, type: Integer): void;
    UTF8ToString(at: Pointer): string;
  };
  FPDF_InitLibrary(): void;
  FPDF_LoadCustomDocument(access: Pointer, password: string): Pointer;
  FPDF_CloseDocument(document: Pointer): void;
  FPDF_GetLastError(): number;
  FPDF_GetPageCount(document: Pointer): number;
  FPDF_LoadPage(document: Pointer, index: number): Pointer;
  FPDF_ClosePage(page: Pointer): void;
  /** In points, turned as the page is. */
  FPDF_GetPageWidthF(page: Pointer): number;
  FPDF_GetPageHeightF(page: Pointer): number;
  FPDFPage_CountObjects(page: Pointer): number;
  FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  FPDFPageObj_GetType(object: Pointer): number;
  FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): boolean;
  FPDFImageObj_GetImagePixelSize(picture: Pointer, width: Pointer, height: Pointer): boolean;
  FPDFImageObj_GetImageFilterCount(picture: Pointer): number;
  FPDFImageObj_GetImageFilter(picture: Pointer, index: number, buffer: Pointer, bytes: number): number;
  /** All filters taken off but that of a picture's own format. */
  FPDFImageObj_GetImageDataDecoded(picture: Pointer, buffer: Pointer, bytes: number): number;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: Pointer, stride: number): Pointer;
  FPDFBitmap_FillRect(bitmap: Pointer, left: number, top: number, width: number, height: number, colour: number): void;
  FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer;
  FPDFBitmap_Destroy(bitmap: Pointer): void;
  FPDF_RenderPageBitmap(
    bitmap: Pointer,
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
};

const wasmBinary = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))))
  .buffer;

/** A new engine with a memory of its own. What it is given never reaches a disk, a network or a script: it has none. */
export async function startPdfEngine(): Promise<PdfEngine> {
  // Emscripten passes the program's path to the engine, and aborts if the path is not ASCII.
  const options = { wasmBinary, thisProgram: 'manyu', print() {}, printErr() {} };
  // Its types need those of Emscripten's browser.
  const engine: unknown = await init(options);
  const pdf = engine as PdfEngine;
  pdf.FPDF_InitLibrary();
  return pdf;
}

/** Has `work` use some bytes of the engine's memory, which are given back behind it. Throws `RangeError` where there are none. */
export function withMemory<T>(engine: PdfEngine, bytes: number, work: (at: Pointer) => T): T {
  const { malloc, free } = engine.pdfium.wasmExports;
  const at = malloc(bytes);
  if (at === 0) throw new RangeError('Too much memory');
  try {
    return work(at);
  } finally {
    free(at);
  }
}
