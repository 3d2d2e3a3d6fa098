import type { ListedEntry } from './engine-listing.ts';

/** What the engine is told to take a file for; it never guesses, for it knows dozens of formats that nobody asked for. */
export type EngineFormat = 'zip' | '7z' | 'Rar' | 'Rar5';

type Source = { path: string; offset: number } | { bytes: Uint8Array };

/** A file that unpacking will bring, in the order of the listing; no path where its bytes are no UTF-8. */
export type ExpectedFile = { index: number; path: string | undefined; wanted: boolean };

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

export type Unpacked = { index: number; bytes: number; trouble: string | undefined; content: Uint8Array | undefined };

/** Which limit; `order`: the files don't come as they were listed. */
export type StopReason = 'entries' | 'size' | 'memory' | 'order';

export type EngineAnswer =
  | { kind: 'progress' }
  | { kind: 'listed'; code: number; said: string[]; archive: Record<string, string>; entries: ListedEntry[] }
  | { kind: 'unpacked'; code: number; said: string[]; files: Unpacked[] }
  /** A limit was reached, and nothing is known of the rest. */
  | { kind: 'stopped'; why: StopReason }
  | { kind: 'failed'; code: string; message: string };
