import type { Unpacking } from '../source/source.ts';
import type { EpubInfo } from './epub/epub-info.ts';

/** One file inside an archive or folder, before anybody knows what it is good for. */
export type SourceFile = {
  path: string;
  bytes: number;
  read(): Promise<Buffer>;
};

/** The pictures and ComicInfo of an archive or folder, in no order. */
export type SourceFiles = {
  files: SourceFile[];
  warnings: string[];
  /** Paths of the pages in reading order where the archive itself says it, as an EPUB does; the names decide otherwise. */
  order?: string[];
  /** What an EPUB says of itself. */
  info?: EpubInfo;
  unpacking?: Unpacking;
  /** See `versionOf`. */
  version(): Promise<string>;
  close(): Promise<void>;
};

/** Of one format. The file that it is read from is closed behind it; `close` removes what it has made besides. */
export type ArchiveFiles = Omit<SourceFiles, 'version' | 'close'> & { close?(): Promise<void> };
