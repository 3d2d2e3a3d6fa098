import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { chapterPath } from '../../../paths.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import type { ShownPosition } from '../strip/use-strip-view.ts';
import { recordPosition } from './record-position.ts';

type ReadingPositionParts = {
  entry: string;
  /** The element that scrolls, or whose parts scroll. */
  box: RefObject<HTMLElement | null>;
  anchor: RefObject<StripPosition>;
  /** The end of a chapter that is `cut` can't be read. */
  chapters: readonly (ReadChapter & { cut?: boolean })[];
  shown: ShownPosition;
  /** Pages are shown as a whole, so that a page that is shown has been read. */
  wholePages: boolean;
};

/** Stores the reading position, in this tab and on the server, and keeps the address at the chapter being read. */
export function useReadingPosition({ entry, box, anchor, chapters, shown, wholePages }: ReadingPositionParts) {
  const opened = chapters[shown.chapter];
  const chapterId = opened?.chapter.id;
  // A last page counts as read as soon as it is shown. A chapter of one long page does once its end is in view.
  const isLastPage = opened !== undefined && shown.page >= opened.pages.length - 1;
  const isWhole = opened !== undefined && (opened.pages.length > 1 || (wholePages && shown.percent === null));
  const atEnd = isLastPage && !opened.cut && (isWhole || shown.percent === 100);
  // Read when the chapter is left, at which time the next one is already shown.
  const finishedId = useRef<number | null>(null);
  if (chapterId !== undefined && atEnd) finishedId.current = chapterId;
  else if (finishedId.current === chapterId) finishedId.current = null;

  useEffect(() => {
    if (!opened) return;
    // Not a navigation: the history entry keeps its state, and the router does not render.
    window.history.replaceState(window.history.state, '', chapterPath(opened.chapter.id));
  }, [opened]);

  // The next page may be shown before the browser sends the scroll event.
  const followNow = useRef(() => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another page
  useLayoutEffect(() => followNow.current(), [shown]);

  useEffect(() => {
    const element = box.current;
    if (!element || chapterId === undefined) return;
    const isFinished = () => finishedId.current === chapterId;
    const { follow, stop } = recordPosition({
      entry,
      chapterId,
      chapter: shown.chapter,
      box: element,
      anchor,
      isFinished,
    });
    followNow.current = follow;
    return stop;
  }, [entry, box, anchor, chapterId, shown.chapter]);
}
