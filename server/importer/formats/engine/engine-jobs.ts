import type { ListedEntry } from './engine-listing.ts';

/** The format is always given: the engine would otherwise guess among dozens of formats that must not be opened. */
export type EngineFormat = 'zip' | '7z' | 'Rar' | 'Rar5';

/** Threads share the process's open files. */
type Source = { fd: number; offset: number } | { bytes: Uint8Array };

/** A file that unpacking will write, in the order of the listing. `path` is undefined if the name isn't UTF-8. */
export type ExpectedFile = { index: number; path: string | undefined; selected: boolean };

export type EngineJob =
  | { task: 'list'; format: EngineFormat; source: Source; maxEntries: number }
  | {
      task: 'unpack';
      format: EngineFormat;
      source: Source;
      /** Patterns of file names; other files are skipped. */
      only: string[];
      expected: ExpectedFile[];
      /** The folder for the unpacked files, each named by the index of its entry. If undefined, the bytes are returned. */
      into: string | undefined;
      maxFileBytes: number;
      maxTotalBytes: number;
    };

export type UnpackedFile = { index: number; bytes: number; error: string | undefined; content: Uint8Array | undefined };

/** The limit that was exceeded; `order`: files arrived in another order than listed. */
export type StopReason = 'entries' | 'size' | 'memory' | 'order';

export type EngineMessage =
  | { kind: 'progress' }
  | { kind: 'listed'; code: number; consoleLines: string[]; archive: Record<string, string>; entries: ListedEntry[] }
  | { kind: 'unpacked'; code: number; consoleLines: string[]; files: UnpackedFile[] }
  /** A limit was reached; the rest was not read. */
  | { kind: 'stopped'; why: StopReason }
  | { kind: 'failed'; code: string; message: string };
