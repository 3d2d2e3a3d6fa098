import type { RefObject } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { noteProgress, sendProgress } from '../../../features/reading/progress/progress.ts';
import type { NotedPosition } from '../../../features/reading/progress/progress-outbox.ts';
import { tabStorage } from '../../../runtime/storage/safe-storage.ts';
import { followScroll } from '../strip/follow-scroll.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { positionKey, storePosition } from './position-memory.ts';

const DEBOUNCE_MS = 300;

type RecordParts = {
  entry: string;
  chapterId: number;
  /** The index of the chapter among those that are joined. */
  chapter: number;
  box: HTMLElement;
  anchor: RefObject<StripPosition>;
  isFinished: () => boolean;
};

/** Stores the reading position in one chapter after each scroll, and sends it when the page or the chapter is left. */
export function recordPosition({ entry, chapterId, chapter, box, anchor, isFinished }: RecordParts) {
  // The last position inside this chapter. The anchor may already be in another one.
  let place: NotedPosition = { page: 0, offset: 0 };
  const follow = () => {
    const { page, offset, atEnd = false } = anchor.current;
    if (anchor.current.chapter === chapter) place = { page, offset, atEnd };
  };
  const storeAndNote = () => {
    follow();
    const { page, offset, atEnd = false } = place;
    const finished = isFinished();
    storePosition(tabStorage, positionKey(entry, chapterId), { page, offset });
    // The end of a chapter that is cut is not its real end.
    noteProgress(chapterId, { page, offset, atEnd: finished && atEnd }, finished);
  };
  const storeAndSend = () => {
    storeAndNote();
    void sendProgress(true);
  };

  let movedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const whenStill = () => {
    const left = movedAt + DEBOUNCE_MS - performance.now();
    timer = left > 0 ? setTimeout(whenStill, left) : undefined;
    if (timer === undefined) storeAndNote();
  };
  // The first position is stored later, too: the first page has priority.
  timer = setTimeout(whenStill, DEBOUNCE_MS);
  const onScroll = () => {
    follow();
    movedAt = performance.now();
    // One timer for a whole scroll instead of a new one for each frame.
    timer ??= setTimeout(whenStill, DEBOUNCE_MS);
  };
  const stops = [
    followScroll(box, onScroll),
    listen(window, { pagehide: storeAndSend }),
    listen(document, { visibilitychange: storeAndSend }),
  ];
  const stop = () => {
    clearTimeout(timer);
    storeAndSend();
    for (const each of stops) each();
  };
  return { follow, stop };
}
