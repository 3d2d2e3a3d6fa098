/** The meaning of a part of a name. */
export type TokenKind =
  /** 第3话, Ch.3, #3: the number of a chapter. */
  | 'chapter'
  /** 第3卷, Vol.3. */
  | 'volume'
  /** 第二季, S2, Book 1: its chapters are counted from one again, so it is a separate comic. */
  | 'season'
  /** 全彩版, Full Color Edition: a separate comic too. */
  | 'edition'
  /** 上, ①, Part 2, (1): a part of a chapter. */
  | 'part'
  /** v2, 修正版: a later version of the same chapter. */
  | 'version'
  /** 副本, - Copy: a copy of the same file. */
  | 'copy'
  | 'date'
  /** A plain number, or one with a word that titles may contain: 03, Stage 1. */
  | 'number'
  /** 番外, Extra. */
  | 'side'
  /** 序章, Prologue. */
  | 'opening'
  /** 最终话, Final Chapter. */
  | 'finale'
  /** 尾声, Epilogue. */
  | 'epilogue'
  /** 后记, Afterword. */
  | 'afterword'
  /** 请假条: not of the story. */
  | 'notice'
  /** 正文, 免费: no meaning for the chapter number. */
  | 'filler'
  /** About the file: [Digital], 1080p, (of 06). */
  | 'noise'
  /** A bracket with words: who made or translated it, or a part of a title. */
  | 'group'
  | 'text'
  | 'gap';

export type Token = {
  kind: TokenKind;
  start: number;
  end: number;
  value?: number | undefined;
  /** The other number of 1-3 and 12-1. */
  to?: number | undefined;
  /** `-` may join a chapter and its part; other signs mean a range. */
  joint?: 'dash' | 'range' | undefined;
  /** The part of the chapter: 12a, 第12话上. */
  part?: number | undefined;
  /** 上, 中, 下: counted as 0, 3 and 5 tenths. */
  isHalf?: boolean;
  /** Letters follow directly: it may be the beginning of a word, as in 第五集中营. */
  glued?: boolean;
  bracket?: 'round' | 'square';
};

/** A form of a token. Groups of the pattern: no, to, joint, dash, half, part, extra. */
export type TokenForm = { kind: TokenKind; first: RegExp; pattern: RegExp; value?: number; isHalf?: boolean };
