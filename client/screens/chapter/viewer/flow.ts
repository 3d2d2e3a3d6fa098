import type { Renewals } from '../../../features/reading/chapter-answers/chapter-answers.ts';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import type { Head, StripChapter, Tail } from './tail.ts';

/** The chapters that are joined, and the states of the chapters before and after them. */
export type Flow = { chapters: readonly StripChapter[]; head: Head | null; tail: Tail };

export type FlowParts = {
  current(): Flow;
  change(next: Partial<Flow>): void;
  /** Whether a chapter is laid out like the others, so that it can be joined to them. */
  joins(chapter: ReadChapter): boolean;
  renewals: Renewals;
};
