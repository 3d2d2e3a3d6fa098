/** What an operator's files say of a series and a chapter; a field that nothing says is undefined. */
export type Metadata = {
  series: string | undefined;
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
  /** Index into the pages of the picture that ComicInfo calls FrontCover. */
  coverPage: number | undefined;
};

/** Files that lie beside chapters and speak of their series, by path. */
export type Beside = { sidecar?: string; comicInfo?: string; cover?: string };

/** Something on disk that becomes one chapter. */
export type Found = {
  kind: 'archive' | 'folder';
  /** As the operator may recognise it: the path as typed, or below the folder typed. */
  path: string;
  /** Names of the folders it lies in, from the folder the operator typed downwards, nearest last; itself left out. */
  parents: string[];
  bytes: number;
  beside?: Beside;
  /** What the ComicInfo of the series' folder says, once somebody has read it. */
  seriesInfo?: Partial<Metadata> | undefined;
};

/** Something the operator named, or that lies below it, which can't be looked at. */
export type Missed = { kind: 'missed'; path: string; unfit: Unfit };

/** A page picture inside an archive or folder. */
export type SourcePage = {
  /** Decoded path inside the archive or folder. */
  name: string;
  /** Uncompressed bytes as declared; never trusted. */
  bytes: number;
  /** Reads the picture; throws `Unfit` where its bytes can't be had within the limits. */
  read(): Promise<Buffer>;
};

/** Pages that are unpacked all at once, with memory beyond what a page takes: how much, and to do it now. */
export type Unpacking = { bytes: number; finish(): Promise<unknown> };

/** An archive or folder that has been looked into. Pages are in reading order. */
export type Opened = {
  metadata: Metadata;
  pages: SourcePage[];
  /** One Chinese sentence each: what was passed over and why. */
  warnings: string[];
  unpacking?: Unpacking;
  close(): Promise<void>;
};

/** Why a source is refused; `code` is stable for scripts, the message is one Chinese sentence that says what to do. */
export class Unfit extends Error {
  readonly code: UnfitCode;
  constructor(code: UnfitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type UnfitCode =
  | 'unsafe_path'
  | 'unsafe_link'
  | 'bad_entry_name'
  | 'header_mismatch'
  | 'nested_archive'
  | 'bomb_size'
  | 'bomb_ratio'
  | 'bomb_entries'
  | 'bomb_pixels'
  | 'timeout'
  | 'no_pages'
  | 'truncated'
  | 'corrupt_archive'
  | 'corrupt_entry'
  | 'split_archive'
  | 'encrypted'
  | 'unsupported_format'
  | 'unsupported_method'
  | 'bad_image'
  | 'no_number'
  | 'conflict'
  | 'unreadable'
  | 'disk_full';
