import type { DiskPath } from './disk-names.ts';
import type { NameParts, NamePlace } from './name-parts.ts';
import type { SourceError } from './source-error.ts';

/** Metadata of a series and a chapter, from the operator's files; a field that none of them has is undefined. */
export type Metadata = {
  series: string | undefined;
  /** In Chinese: what says the series. */
  seriesFrom?: string;
  /** May be a fraction (12.5). */
  no: number | undefined;
  title: string | undefined;
  authors: string[];
  genres: string[];
  description: string | undefined;
  status: 'serial' | 'complete' | undefined;
  direction: 'strip' | 'ltr' | 'rtl' | undefined;
  ageRating: 'all' | '12' | '16' | '18' | undefined;
  alias: string[];
  /** The volume that a chapter belongs to, where it is more than its volume. */
  volume: number | undefined;
  /** A side story, which has no place among the regular numbers. */
  special: boolean;
  /** What the name says beyond the number; a regular chapter where it is not known. */
  place?: NamePlace;
  /** Index into the pages of the picture that ComicInfo calls FrontCover. */
  coverPage: number | undefined;
};

/** A file, and the real path of the folder that it must not lead out of. */
export type SidecarFile = { path: string; root: DiskPath };

/** The files beside chapters that describe their series. */
export type SidecarFiles = { seriesFile?: SidecarFile; comicInfo?: SidecarFile; cover?: SidecarFile };

/** Something on disk that becomes one chapter. */
export type FoundSource = {
  kind: 'archive' | 'folder';
  /** As the operator may recognise it: the path as typed, or below the folder typed. */
  path: string;
  /** Where it is, if its path is not UTF-8 on disk or what was typed is a link; `path` then says what is meant. */
  onDisk?: DiskPath;
  /** The real path of the folder that was typed, or that a typed file lies in: nothing outside of it is read. */
  root: DiskPath;
  /** Names of the folders it lies in, from the folder the operator typed downwards, nearest last; itself left out. */
  parents: string[];
  sidecarFiles?: SidecarFiles;
  /** Names of pictures in its folder, or of its own where chapters lie below it: they may be covers. */
  loosePictures?: string[];
  /** What its name says, read together with its siblings'. */
  names?: NameParts;
  /** The ComicInfo of the series' folder, once it has been read. */
  seriesInfo?: Partial<Metadata> | undefined;
};

/** A path that the operator typed, or one below it, that can't be read. */
export type MissedSource = { kind: 'missed'; path: string; sourceError: SourceError };

/** A page picture inside an archive or folder. */
export type SourcePage = {
  /** Decoded path inside the archive or folder. */
  name: string;
  /** Uncompressed bytes as declared; never trusted. */
  bytes: number;
  /** Reads the picture; throws `SourceError` where its bytes can't be read within the limits. */
  read(): Promise<Buffer>;
};

/** Pages that are unpacked all at once: the memory that this takes beyond the pages, and how to do it now. */
export type Unpacking = { bytes: number; finish(): Promise<unknown> };

/** An archive or folder that was opened. Pages are in reading order. */
export type OpenedSource = {
  metadata: Metadata;
  pages: SourcePage[];
  /** One Chinese sentence each: what was left out and why. */
  warnings: string[];
  unpacking?: Unpacking;
  /** See `versionOf`. */
  version(): Promise<string>;
  close(): Promise<void>;
};
