import { type RefObject, useEffect, useRef } from 'react';
import { noteProgress, tellProgress } from '../../../features/progress/progress.ts';
import { chapterPath } from '../../../paths.ts';
import type { ReadChapter } from '../strip/strip-axis.ts';
import type { StripPlace } from '../strip/strip-position.ts';
import type { Shown } from '../strip/use-strip.ts';
import { keepPlace, placeKey } from './place-memory.ts';

const DEBOUNCE_MS = 300;

type PlaceParts = {
  entry: string;
  scroller: RefObject<HTMLElement | null>;
  anchor: RefObject<StripPlace>;
  chapters: readonly ReadChapter[];
  shown: Shown;
};

/** Keeps the reading place, for this history entry and on the server, and the address at the chapter being read. */
export function usePlace({ entry, scroller, anchor, chapters, shown }: PlaceParts) {
  const opened = chapters[shown.chapter];
  const chapterId = opened?.chapter.id;
  // A short last page counts as soon as it is the page that is read; a chapter of one long page, once its end is in view.
  const isLastPage = opened !== undefined && shown.page >= opened.pages.length - 1;
  const atEnd = isLastPage && (opened.pages.length > 1 || shown.percent === 100);
  const finished = useRef(atEnd);
  finished.current = atEnd;

  useEffect(() => {
    if (!opened) return;
    // No navigation: the entry keeps its state, and the router need not know.
    window.history.replaceState(window.history.state, '', chapterPath(opened.chapter.id));
  }, [opened]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || chapterId === undefined) return;
    const keep = () => {
      const { chapter, page, offset } = anchor.current;
      // The screen's edge may still be in the chapter before, whose pages this one does not have.
      const place = chapter === shown.chapter ? { page, offset } : { page: 0, offset: 0 };
      keepPlace(sessionStorage, placeKey(entry, chapterId), place);
      noteProgress(chapterId, place, finished.current);
    };
    const leave = () => {
      keep();
      void tellProgress(true);
    };
    keep();
    let timer: ReturnType<typeof setTimeout>;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, DEBOUNCE_MS);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearTimeout(timer);
      leave();
      box.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
    };
  }, [entry, scroller, anchor, chapterId, shown.chapter]);
}
