/** One file inside an archive or folder, before anybody knows what it is good for. */
export type SourceFile = {
  path: string;
  bytes: number;
  read(): Promise<Buffer>;
};

/** The pictures and ComicInfo of an archive or folder, in no order. */
export type Files = {
  files: SourceFile[];
  warnings: string[];
  /** Paths of the pages in reading order where the archive itself says it, as an EPUB does; the names decide otherwise. */
  order?: string[];
  close(): Promise<void>;
};
