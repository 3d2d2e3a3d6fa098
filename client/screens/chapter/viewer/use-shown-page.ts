import { startTransition, useCallback, useRef, useState } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { startOf } from '../progress/start-of.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import { isSameShown, type Shown } from '../strip/use-strip-view.ts';

/** The reading position (`place`, which changes without rendering), and the page that the bars show. */
export function useShownPage(first: ReadChapter, entry: string) {
  const [start] = useState(() => startOf(first, entry));
  const place = useRef<StripPosition>({ chapter: 0, ...start });
  const [shown, setShown] = useState<Shown>({ chapter: 0, page: start.page, percent: null });
  return { place, shown, setShown };
}

type SetShown = ReturnType<typeof useShownPage>['setShown'];

/** Called by the viewer for each new page. The bars follow in a transition, so that the page itself is drawn first. */
export function useOnShown(shown: Shown, setShown: SetShown, chapters: readonly ReadChapter[]) {
  const latest = useRef(shown);
  return useCallback(
    (now: Shown) => {
      const isTurned = latest.current.chapter !== now.chapter || latest.current.page !== now.page;
      latest.current = now;
      const show = () => setShown((old) => (isSameShown(old, now) ? old : now));
      // A last page counts as read as soon as it is shown, even if the reader goes on at once.
      const isLast = now.page >= (chapters[now.chapter]?.pages.length ?? 0) - 1;
      if (isTurned && isLast) show();
      else startTransition(show);
    },
    [setShown, chapters],
  );
}
