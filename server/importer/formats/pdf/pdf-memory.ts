/** Memory of PDFium: a drawn page of 96 MB, and the pictures on it. */
export const MAX_PDF_MEMORY_BYTES = 256 * 1024 * 1024;
