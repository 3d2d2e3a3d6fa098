import type { Unpacking } from '../source/source.ts';
import type { EpubInfo } from './epub/epub-info.ts';

/** One file inside an archive or folder. */
export type SourceFile = {
  path: string;
  bytes: number;
  read(): Promise<Buffer>;
};

/** The pictures and ComicInfo of an archive or folder, unordered. */
export type SourceFiles = {
  files: SourceFile[];
  warnings: string[];
  /** Paths of the pages in reading order if the archive declares one, as an EPUB does. Otherwise the names decide. */
  order?: string[];
  /** The metadata of an EPUB. */
  info?: EpubInfo;
  unpacking?: Unpacking;
  /** See `versionOf`. */
  version(): Promise<string>;
  close(): Promise<void>;
};

/** `close` removes temporary files. The caller closes the archive's file afterwards. */
export type ArchiveFiles = Omit<SourceFiles, 'version' | 'close'> & { close?(): Promise<void> };
