import { type RefObject, useEffect, useRef } from 'react';
import { noteProgress, sendProgress } from '../../../features/progress/progress.ts';
import { chapterPath } from '../../../paths.ts';
import type { ReadChapter } from '../strip/strip-axis.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import type { Shown } from '../strip/use-strip.ts';
import { positionKey, storePosition } from './position-memory.ts';

const DEBOUNCE_MS = 300;

type ReadingPositionParts = {
  entry: string;
  scroller: RefObject<HTMLElement | null>;
  anchor: RefObject<StripPosition>;
  /** One that is `cut` has lost its last pages, so that its end can't be read. */
  chapters: readonly (ReadChapter & { cut?: boolean })[];
  shown: Shown;
};

/** Stores the reading position, in this tab and on the server, and keeps the address at the chapter being read. */
export function useReadingPosition({ entry, scroller, anchor, chapters, shown }: ReadingPositionParts) {
  const opened = chapters[shown.chapter];
  const chapterId = opened?.chapter.id;
  // A last page counts as read as soon as it is the page shown; a chapter of one long page, once its end is in view.
  const isLastPage = opened !== undefined && shown.page >= opened.pages.length - 1;
  const atEnd = isLastPage && !opened.cut && (opened.pages.length > 1 || shown.percent === 100);
  const finished = useRef(atEnd);
  finished.current = atEnd;

  useEffect(() => {
    if (!opened) return;
    // Not a navigation: the entry keeps its state, and the router does not render.
    window.history.replaceState(window.history.state, '', chapterPath(opened.chapter.id));
  }, [opened]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || chapterId === undefined) return;
    const storeAndNote = () => {
      const { chapter, page, offset } = anchor.current;
      // The viewport's edge may still be in the previous chapter, whose pages are not this one's.
      const place = chapter === shown.chapter ? { page, offset } : { page: 0, offset: 0 };
      storePosition(sessionStorage, positionKey(entry, chapterId), place);
      noteProgress(chapterId, place, finished.current);
    };
    const storeAndSend = () => {
      storeAndNote();
      void sendProgress(true);
    };
    storeAndNote();
    let movedAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const whenStill = () => {
      const left = movedAt + DEBOUNCE_MS - performance.now();
      timer = left > 0 ? setTimeout(whenStill, left) : undefined;
      if (timer === undefined) storeAndNote();
    };
    // Not a new timer at each frame of a scroll.
    const onScroll = () => {
      movedAt = performance.now();
      timer ??= setTimeout(whenStill, DEBOUNCE_MS);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', storeAndSend);
    document.addEventListener('visibilitychange', storeAndSend);
    return () => {
      clearTimeout(timer);
      storeAndSend();
      box.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', storeAndSend);
      document.removeEventListener('visibilitychange', storeAndSend);
    };
  }, [entry, scroller, anchor, chapterId, shown.chapter]);
}
