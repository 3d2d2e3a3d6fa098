import { type RefObject, useCallback, useRef } from 'react';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { isPaged, type Mode } from '../modes/mode.ts';
import type { StripPosition } from '../strip/strip-position.ts';
import type { useShownPage } from './use-shown-page.ts';

type HeadParts = {
  mode: Mode;
  place: RefObject<StripPosition>;
  setShown: ReturnType<typeof useShownPage>['setShown'];
  preparePrevious: (onJoin: (previous: ReadChapter) => boolean) => Promise<void>;
};

/** Fetches the previous chapter when the reader is before the first page, and keeps the reading position when it is joined. */
export function useHead({ mode, place, setShown, preparePrevious }: HeadParts) {
  const isThere = useRef(false);
  const paged = isPaged(mode);

  const onJoin = useCallback(
    (previous: ReadChapter): boolean => {
      if (!paged) {
        // A strip does not move, but the indexes of its chapters change.
        place.current = { ...place.current, chapter: place.current.chapter + 1 };
        setShown((old) => ({ ...old, chapter: old.chapter + 1 }));
        return true;
      }
      // In paged modes a chapter is not joined while another one is shown.
      if (!isThere.current) return false;
      const page = Math.max(0, previous.pages.length - 1);
      place.current = { chapter: 0, page, offset: 0 };
      setShown({ chapter: 0, page, percent: null });
      return true;
    },
    [paged, place, setShown],
  );
  const latestOnJoin = useRef(onJoin);
  latestOnJoin.current = onJoin;

  const loadPrevious = useCallback(
    () => void preparePrevious((previous) => latestOnJoin.current(previous)),
    [preparePrevious],
  );
  const onHead = useCallback(
    (isNow: boolean) => {
      if (isNow && !isThere.current) loadPrevious();
      isThere.current = isNow;
    },
    [loadPrevious],
  );
  return { loadPrevious, onHead };
}
