import { useCallback, useRef } from 'react';
import type { ReadChapter } from '../strip/strip-axis.ts';

/** Joins the previous chapter when the reader is where it belongs, and only as long as nothing else is shown. */
export function useHead(
  preparePrevious: (onJoin: (previous: ReadChapter) => boolean) => Promise<void>,
  onJoin: (previous: ReadChapter) => void,
) {
  const isThere = useRef(false);
  const latestOnJoin = useRef(onJoin);
  latestOnJoin.current = onJoin;
  const loadPrevious = useCallback(
    () =>
      void preparePrevious((previous) => {
        if (isThere.current) latestOnJoin.current(previous);
        return isThere.current;
      }),
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
