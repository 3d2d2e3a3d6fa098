import { useCallback, useRef } from 'react';
import type { ReadChapter } from '../strip/strip-axis.ts';

/**
 * Fetches the previous chapter when the reader is where it belongs; `onJoin` is told just before it is joined, with whether
 * the reader is still there, and may refuse.
 */
export function useHead(
  preparePrevious: (onJoin: (previous: ReadChapter) => boolean) => Promise<void>,
  onJoin: (previous: ReadChapter, isThere: boolean) => boolean,
) {
  const isThere = useRef(false);
  const latestOnJoin = useRef(onJoin);
  latestOnJoin.current = onJoin;
  const loadPrevious = useCallback(
    () => void preparePrevious((previous) => latestOnJoin.current(previous, isThere.current)),
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
