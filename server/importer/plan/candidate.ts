import type { Metadata } from '../source/source.ts';

/** A source that was inspected. */
export type Candidate = {
  /** The path for messages, as the operator typed it. */
  path: string;
  /** By this name a later run recognises the source: the folders from the series down and the file name, joined by slashes. */
  sourceName: string;
  sha256: string;
  metadata: Pick<Metadata, 'series' | 'seriesFrom' | 'no' | 'title' | 'isTitleByHand' | 'volume' | 'special' | 'place'>;
};

/**
 * `there`: the file exists, or its folder can't be read. `gone`: its folder can be read and has no such file. `changed`: it has
 * other content in this run.
 */
export type FileState = 'there' | 'gone' | 'changed';

/** A chapter in the catalogue. */
export type KnownChapter = {
  titleKey: string;
  no: number;
  sourceName: string;
  /** The state of the file that it was made from. */
  file: FileState;
  sha256: string;
  recipe: number;
  /** Deleted by an operator. An import does not restore it. */
  deleted: 'comic' | 'chapter' | null;
  setByHand: readonly string[];
  /** An operator has changed its pages. */
  isEdited: boolean;
  /** Sources of chapters that this one replaced when two comics were merged. */
  leftSources?: readonly string[];
  /** Path of the source of this run from which it was made. */
  claimedBy?: string;
};
