/** The role of a name; `none`: the name has no number and no such word. */
export type Role = 'chapter' | 'side' | 'opening' | 'finale' | 'epilogue' | 'afterword' | 'notice' | 'none';

/** The information in a source's name besides its number. */
export type NamePlace = {
  role: Role;
  /** The chapter that a side story follows, if known. */
  near: number | undefined;
  /** Sort key for names without a chapter number. */
  sortText: string;
  /** The highest version of a chapter is used. */
  version: number | undefined;
  /** A copy is used only if the original is missing. */
  isCopy: boolean;
  /** The number is that of a volume. */
  isVolume: boolean;
  /** No word such as 话 marks the number as a chapter number. */
  isPlain: boolean;
};

/** The information in the names of a file and its folders. */
export type NameParts = NamePlace & {
  series: string | undefined;
  /** The origin of the series title, in Chinese. */
  seriesFrom: '文件夹' | '文件名';
  no: number | undefined;
  title: string | undefined;
  authors: string[];
  /** The volume of a chapter, from its name or its folder. */
  volume: number | undefined;
};
