import type { CountName, FieldName, ListName } from '#contract/comic-fields';
import type { ComicFieldValues } from '../../modules/catalog/publishing/publishing.ts';
import type { DiskPath } from './disk-names.ts';
import type { NameParts, NamePlace } from './name-parts.ts';
import type { SourceError } from './source-error.ts';

/** Metadata of a comic from files. Missing fields are undefined or an empty list. */
type FileFacts = Pick<ComicFieldValues, ListName> & {
  [Name in Exclude<FieldName, ListName | CountName | 'weekdays'>]: ComicFieldValues[Name] | undefined;
};

/** A possible title of a chapter, and where it comes from, in Chinese. */
export type ChapterTitle = { title: string; from: string };

/** Metadata of a series and a chapter from the operator's files. Missing fields are undefined. */
export type Metadata = FileFacts & {
  series: string | undefined;
  /** The origin of the series title, in Chinese. */
  seriesFrom?: string;
  /** May be a fraction (12.5). */
  no: number | undefined;
  title: string | undefined;
  /** The titles that the file and its name give, best first. */
  titles?: readonly ChapterTitle[];
  /** An editor has written the title. No file changes it. */
  isTitleByHand?: boolean;
  /** The volume of a chapter; undefined if the chapter is a whole volume. */
  volume: number | undefined;
  /** A side story, which has no regular number. */
  special: boolean;
  /** The information in the name besides the number; undefined: a regular chapter. */
  place?: NamePlace;
  /** Index of the page that ComicInfo marks as FrontCover. */
  coverPage: number | undefined;
};

/** A file, and the real path of the folder in which it must be. */
export type SidecarFile = { path: string; root: DiskPath };

/** The files beside chapters that describe their series. */
export type SidecarFiles = { seriesFile?: SidecarFile; comicInfo?: SidecarFile; cover?: SidecarFile };

/** An archive or folder on the disk that becomes one chapter. */
export type FoundSource = {
  kind: 'archive' | 'folder';
  /** The path for messages: as typed, or below the typed folder. */
  path: string;
  /** The path on the disk, if it is not UTF-8 or if a link was typed. */
  onDisk?: DiskPath;
  /** The real path of the typed folder, or of the folder of a typed file. Nothing outside of it is read. */
  root: DiskPath;
  /** Names of its parent folders from the typed folder down, nearest last. */
  parents: string[];
  sidecarFiles?: SidecarFiles;
  /** Names of pictures beside it, or of its own pictures if there are chapters below it. They may be covers. */
  loosePictures?: string[];
  /** The information in its name, read together with its siblings' names. */
  names?: NameParts;
  /** The ComicInfo of the series' folder, after it was read. */
  seriesInfo?: Partial<Metadata> | undefined;
};

/** A typed path, or one below it, that can't be read. */
export type MissedSource = { kind: 'missed'; path: string; sourceError: SourceError };

/** A page picture inside an archive or folder. */
export type SourcePage = {
  /** Decoded path inside the archive or folder. */
  name: string;
  /** The declared uncompressed size; untrusted. */
  bytes: number;
  /** Reads the picture. Throws `SourceError` if it can't be read within the limits. */
  read(): Promise<Buffer>;
};

/** Pages that are unpacked together: the memory that unpacking needs besides the pages, and a function that unpacks now. */
export type Unpacking = { bytes: number; finish(): Promise<unknown> };

/** An opened archive or folder. Pages are in reading order. */
export type OpenedSource = {
  metadata: Metadata;
  pages: SourcePage[];
  /** One Chinese sentence each about files that were left out. */
  warnings: string[];
  unpacking?: Unpacking;
  /** See `versionOf`. */
  version(): Promise<string>;
  close(): Promise<void>;
};
