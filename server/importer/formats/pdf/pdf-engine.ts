import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';

/** An address in the engine's memory; 0 is null. */
export type Pointer = number;

type Integer = 'i32';
type Float = 'float';

/** The used part of PDFium's C interface (fpdfview.h, fpdf_edit.h) and of Emscripten's runtime. */
export type PdfEngine = {
  pdfium: {
    /** Replaced by another array when the memory grows. */
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
  /** In points, after the page's rotation. */
  FPDF_GetPageWidthF(page: Pointer): number;
  FPDF_GetPageHeightF(page: Pointer): number;
  FPDFPage_CountObjects(page: Pointer): number;
  FPDFPage_GetObject(page: Pointer, index: number): Pointer;
  FPDFPageObj_GetType(object: Pointer): number;
  FPDFPageObj_GetMatrix(object: Pointer, matrix: Pointer): boolean;
  FPDFImageObj_GetImagePixelSize(picture: Pointer, width: Pointer, height: Pointer): boolean;
  FPDFImageObj_GetImageFilterCount(picture: Pointer): number;
  FPDFImageObj_GetImageFilter(picture: Pointer, index: number, buffer: Pointer, bytes: number): number;
  /** Removes all filters except the one of the picture format. */
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

/** A new engine with its own memory. It has no access to a disk, a network or scripts. */
export async function startPdfEngine(): Promise<PdfEngine> {
  // Emscripten passes the program's path to the engine, and aborts if the path is not ASCII.
  const options = { wasmBinary, thisProgram: 'manyu', print() {}, printErr() {} };
  // The package's types need Emscripten's browser types.
  const engine: unknown = await init(options);
  const pdf = engine as PdfEngine;
  pdf.FPDF_InitLibrary();
  return pdf;
}

/**
 * Calls `work` with an allocation in the engine's memory and frees it afterwards. Throws `RangeError` if there is not enough
 * memory.
 */
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
