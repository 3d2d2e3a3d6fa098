import type { Metadata } from '../source/source.ts';

/** A source that has been looked into. */
export type Candidate = {
  /** As the operator may recognise it. */
  path: string;
  /** What a later run knows it again by: its own name and, before slashes, its folders' up to the series'. */
  sourceName: string;
  sha256: string;
  metadata: Pick<Metadata, 'series' | 'seriesFrom' | 'no' | 'title' | 'volume' | 'special' | 'place'>;
};

/**
 * `there`: it is there, or nobody can tell. `gone`: its folder can be read, and nothing has that name. `changed`: it has
 * other content in this run.
 */
export type FileState = 'there' | 'gone' | 'changed';

/** A chapter that the catalogue has already. */
export type KnownChapter = {
  titleKey: string;
  no: number;
  sourceName: string;
  /** What is known of the file that it was made from. */
  file: FileState;
  sha256: string;
  recipe: number;
  /** What an operator has deleted: an import does not bring it back. */
  deleted: 'comic' | 'chapter' | null;
  setByHand: readonly string[];
  /** Sources of chapters that were left behind for this one when two comics were merged. */
  leftSources?: readonly string[];
  /** Path of the source in this run that it was made from. */
  claimedBy?: string;
};
