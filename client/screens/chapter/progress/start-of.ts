import { unsentPosition } from '../../../features/progress/progress.ts';
import type { ReadingPosition } from '../../../features/progress/progress-outbox.ts';
import type { ReadChapter } from '../strip/strip-axis.ts';
import { positionKey, recallPosition } from './position-memory.ts';

const START = { page: 0, offset: 0 };

/**
 * Where a chapter opens: a position not yet sent comes first, then the server's, since a page that a phone reloads may
 * be older than what was read on another device. The tab's own position is for readers without stored progress.
 */
export function startOf({ chapter, progress }: ReadChapter, entry: string): ReadingPosition {
  return (
    unsentPosition(chapter.id) ?? progress ?? recallPosition(sessionStorage, positionKey(entry, chapter.id)) ?? START
  );
}
