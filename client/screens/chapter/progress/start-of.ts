import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { placeToOpen } from '../../../features/reading/progress/progress.ts';
import type { ReadingPosition } from '../../../features/reading/progress/progress-outbox.ts';
import { tabStorage } from '../../../runtime/storage/safe-storage.ts';
import { positionKey, recallPosition } from './position-memory.ts';

const START = { page: 0, offset: 0 };

/**
 * The position at which a chapter opens. The server's position comes first, because another device may have read further since
 * this page was loaded. The tab's own position is for readers without stored progress, and for a reload at the chapter's end.
 */
export function startOf(opened: ReadChapter, entry: string): ReadingPosition {
  return placeToOpen(opened) ?? recallPosition(tabStorage, positionKey(entry, opened.chapter.id)) ?? START;
}
