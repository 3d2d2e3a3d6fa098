import type { DataOf } from '#contract/call';
import type { comicRead } from '#contract/calls/comic';

/** The answer that a chapter is read from. */
export type ReadChapter = DataOf<typeof comicRead>;
