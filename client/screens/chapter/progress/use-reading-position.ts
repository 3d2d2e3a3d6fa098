import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { noteProgress, sendProgress } from '../../../features/reading/progress/progress.ts';
import type { NotedPosition } from '../../../features/reading/progress/progress-outbox.ts';
import { chapterPath } from '../../../paths.ts';
import { followScroll } from '../strip/follow-scroll.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import type { Shown } from '../strip/use-strip-view.ts';
import { positionKey, storePosition } from './position-memory.ts';

const DEBOUNCE_MS = 300;

type ReadingPositionParts = {
  entry: string;
  /** What scrolls, itself or inside. */
  box: RefObject<HTMLElement | null>;
  anchor: RefObject<StripPosition>;
  /** One that is `cut` has lost its last pages, so that its end can't be read. */
  chapters: readonly (ReadChapter & { cut?: boolean })[];
  shown: Shown;
  /** Pages are seen as a whole, so that one that is shown has been read. */
  wholePages: boolean;
};

/** Stores the reading position, in this tab and on the server, and keeps the address at the chapter being read. */
export function useReadingPosition({ entry, box, anchor, chapters, shown, wholePages }: ReadingPositionParts) {
  const opened = chapters[shown.chapter];
  const chapterId = opened?.chapter.id;
  // A last page counts as read as soon as it is the page shown; a chapter of one long page, once its end is in view.
  const isLastPage = opened !== undefined && shown.page >= opened.pages.length - 1;
  const isWhole = opened !== undefined && (opened.pages.length > 1 || (wholePages && shown.percent === null));
  const atEnd = isLastPage && !opened.cut && (isWhole || shown.percent === 100);
  // Of the chapter being left, this is asked when the next one is already shown.
  const finishedId = useRef<number | null>(null);
  if (chapterId !== undefined && atEnd) finishedId.current = chapterId;
  else if (finishedId.current === chapterId) finishedId.current = null;

  useEffect(() => {
    if (!opened) return;
    // Not a navigation: the entry keeps its state, and the router does not render.
    window.history.replaceState(window.history.state, '', chapterPath(opened.chapter.id));
  }, [opened]);

  // A page may be turned on before the browser tells that it has scrolled.
  const followNow = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is shown
  useLayoutEffect(() => followNow.current(), [shown]);

  useEffect(() => {
    const element = box.current;
    if (!element || chapterId === undefined) return;
    // Until the viewport's edge is in this chapter; and once it has left, the last place that was in it.
    let place: NotedPosition = { page: 0, offset: 0 };
    const follow = () => {
      const { chapter, page, offset, atEnd = false } = anchor.current;
      if (chapter === shown.chapter) place = { page, offset, atEnd };
    };
    followNow.current = follow;
    const storeAndNote = () => {
      follow();
      const { page, offset, atEnd = false } = place;
      const finished = finishedId.current === chapterId;
      storePosition(sessionStorage, positionKey(entry, chapterId), { page, offset });
      // The end of a chapter that is cut is not its own.
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
    // Not before the first page is there: it costs that a few milliseconds.
    timer = setTimeout(whenStill, DEBOUNCE_MS);
    // Not a new timer at each frame of a scroll.
    const onScroll = () => {
      follow();
      movedAt = performance.now();
      timer ??= setTimeout(whenStill, DEBOUNCE_MS);
    };
    const stopFollowing = followScroll(element, onScroll);
    window.addEventListener('pagehide', storeAndSend);
    document.addEventListener('visibilitychange', storeAndSend);
    return () => {
      clearTimeout(timer);
      storeAndSend();
      stopFollowing();
      window.removeEventListener('pagehide', storeAndSend);
      document.removeEventListener('visibilitychange', storeAndSend);
    };
  }, [entry, box, anchor, chapterId, shown.chapter]);
}
