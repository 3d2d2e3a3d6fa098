import type { ListedEntry } from './engine-listing.ts';

/** The format that the engine has to use. It never guesses: it knows dozens of formats that must not be opened. */
export type EngineFormat = 'zip' | '7z' | 'Rar' | 'Rar5';

/** Threads share the process's open files. */
type Source = { fd: number; offset: number } | { bytes: Uint8Array };

/** A file that unpacking will write, in the order of the listing; no path where its name isn't UTF-8. */
export type ExpectedFile = { index: number; path: string | undefined; selected: boolean };

export type EngineJob =
  | { task: 'list'; format: EngineFormat; source: Source; maxEntries: number }
  | {
      task: 'unpack';
      format: EngineFormat;
      source: Source;
      /** Patterns of file names; all others are passed over. */
      only: string[];
      expected: ExpectedFile[];
      /** Folder that gets one file an entry, named by its index; without one the bytes are answered. */
      into: string | undefined;
      maxFileBytes: number;
      maxTotalBytes: number;
    };

export type UnpackedFile = { index: number; bytes: number; error: string | undefined; content: Uint8Array | undefined };

/** Which limit; `order`: the files don't come as they were listed. */
export type StopReason = 'entries' | 'size' | 'memory' | 'order';

export type EngineMessage =
  | { kind: 'progress' }
  | { kind: 'listed'; code: number; consoleLines: string[]; archive: Record<string, string>; entries: ListedEntry[] }
  | { kind: 'unpacked'; code: number; consoleLines: string[]; files: UnpackedFile[] }
  /** A limit was reached, and nothing is known of the rest. */
  | { kind: 'stopped'; why: StopReason }
  | { kind: 'failed'; code: string; message: string };
