import { type RefObject, useEffect } from 'react';
import { chapterPath } from '../../paths.ts';
import { keepPlace, placeKey } from './place-memory.ts';
import type { StripPlace } from './progress.ts';
import type { ReadChapter } from './strip-axis.ts';
import type { Shown } from './use-strip.ts';

const DEBOUNCE_MS = 300;

type PlaceParts = {
  entry: string;
  scroller: RefObject<HTMLElement | null>;
  anchor: RefObject<StripPlace>;
  chapters: readonly ReadChapter[];
  shown: Shown;
};

/** Keeps the reading place for this history entry, and the address at the chapter that is being read. */
export function usePlace({ entry, scroller, anchor, chapters, shown }: PlaceParts) {
  const opened = chapters[shown.chapter];
  const chapterId = opened?.chapter.id;

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
    };
    let timer: ReturnType<typeof setTimeout>;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, DEBOUNCE_MS);
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      clearTimeout(timer);
      keep();
      box.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [entry, scroller, anchor, chapterId, shown.chapter]);
}
