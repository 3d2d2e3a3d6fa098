import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { startOf } from '../progress/start-of.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { isSamePosition, type ShownPosition } from '../strip/use-strip-view.ts';

/** The next chapter is fetched from this many pages before the end. */
const READY_BEFORE_END = 5;
/** Pages that change faster are being scrolled past. */
const REST_MS = 500;

/**
 * The reading position (`place`, which changes without rendering), the page that is shown now (`useLatestShown`), and the page
 * that the reader is rendered for (`shown`).
 */
export function useShownPage(first: ReadChapter, entry: string) {
  const [start] = useState(() => startOf(first, entry));
  const place = useRef<StripPosition>({ chapter: 0, ...start });
  const [shown, setShown] = useState<ShownPosition>({ chapter: 0, page: start.page, percent: null });
  const [useLatestShown] = useState(() => create<ShownPosition>(() => shown));
  return { place, shown, setShown, useLatestShown };
}

type ShownPage = ReturnType<typeof useShownPage>;

/** Whether the end of the joined chapters is near. */
export function isNearEnd({ chapter, page }: ShownPosition, chapters: readonly ReadChapter[]): boolean {
  return chapter === chapters.length - 1 && page >= (chapters[chapter]?.pages.length ?? 0) - READY_BEFORE_END;
}

type OnShownParts = Pick<ShownPage, 'setShown' | 'useLatestShown'> & {
  chapters: readonly ReadChapter[];
  paged: boolean;
};

/**
 * Called by the viewer for each new page. Rendering the reader for each page would delay the frames of a scroll: a strip waits
 * until it is at rest, except where the chapter, its end or the tail is reached.
 */
export function useOnShown({ setShown, useLatestShown, chapters, paged }: OnShownParts) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (now: ShownPosition) => {
      const before = useLatestShown.getState();
      useLatestShown.setState(now, true);
      clearTimeout(timer.current);
      const show = () => setShown((old) => (isSamePosition(old, now) ? old : now));
      const isLast = now.page >= (chapters[now.chapter]?.pages.length ?? 0) - 1;
      // A last page counts as read as soon as it is shown, even if the reader goes on at once.
      if (isLast && (before.chapter !== now.chapter || before.page !== now.page)) return show();
      const isStep =
        before.chapter !== now.chapter ||
        before.isPast !== now.isPast ||
        now.percent === 100 ||
        isNearEnd(before, chapters) !== isNearEnd(now, chapters);
      // The page itself is drawn first.
      if (paged || isStep) startTransition(show);
      else timer.current = setTimeout(() => startTransition(show), REST_MS);
    },
    [setShown, useLatestShown, chapters, paged],
  );
}
