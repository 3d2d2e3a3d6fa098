/** What a name says of a chapter's place; `none`: nothing. */
export type Role = 'chapter' | 'side' | 'opening' | 'finale' | 'epilogue' | 'afterword' | 'notice' | 'none';

/** What the name of a source says beyond its number. */
export type NamePlace = {
  role: Role;
  /** The chapter that a side story stands behind, where that is known. */
  near: number | undefined;
  /** Puts what has no number in order: by the numbers and halves in its name. */
  sortText: string;
  /** Of two versions of a chapter the later one counts. */
  version: number | undefined;
  /** A copy that a program has made counts only where the plain name is not there. */
  isCopy: boolean;
  /** The number is that of a whole volume. */
  isVolume: boolean;
  /** No word says that the number counts chapters. */
  isPlain: boolean;
};

/** What a file's name and its folders tell about a chapter. */
export type NameParts = NamePlace & {
  series: string | undefined;
  /** In Chinese: what says the series. */
  seriesFrom: '文件夹' | '文件名';
  no: number | undefined;
  title: string | undefined;
  authors: string[];
  /** Of a chapter that says one, or that lies in the folder of one. */
  volume: number | undefined;
};
