/**
 * Counting the pages of a PDF that is open, or putting one file a page into a folder, named by the index of the page.
 * Threads share the process's open files.
 */
export type PdfJob = { task: 'list'; fd: number } | { task: 'unpack'; fd: number; into: string; mostBytes: number };

/** Why a page can't be had: it is broken, or takes more memory than there is for it. */
export type PageFault = 'damaged' | 'memory';

/** Why nothing of a PDF can be had. `protected`: the rights of its seller; `broken`: too many pages ended the engine. */
export type PdfRefusal = 'password' | 'protected' | 'broken' | 'pages' | 'size';

export type PdfMessage =
  | { kind: 'progress' }
  | { kind: 'listed'; pages: number }
  | { kind: 'unpacked'; bytes: number; faults: ReadonlyMap<number, PageFault> }
  | { kind: 'refused'; why: PdfRefusal }
  | { kind: 'failed'; code: string; message: string };
