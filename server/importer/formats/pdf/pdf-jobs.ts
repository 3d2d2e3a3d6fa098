/**
 * Counts the pages of an open PDF, or writes one file a page into a folder, named by the index of the page. Threads share the
 * process's open files.
 */
export type PdfJob = { task: 'list'; fd: number } | { task: 'unpack'; fd: number; into: string; mostBytes: number };

/** Why a page can't be made: it is damaged, or needs too much memory. */
export type PageFault = 'damaged' | 'memory';

/** Why a PDF can't be used. `protected`: DRM; `broken`: too many pages crashed the engine. */
export type PdfRefusal = 'password' | 'protected' | 'broken' | 'pages' | 'size';

export type PdfMessage =
  | { kind: 'progress' }
  | { kind: 'listed'; pages: number }
  | { kind: 'unpacked'; bytes: number; faults: ReadonlyMap<number, PageFault> }
  | { kind: 'refused'; why: PdfRefusal }
  | { kind: 'failed'; code: string; message: string };
