import { useEffect } from 'react';
import { useClientState } from '../../../state.ts';

/** By then the screen has sent its own requests. */
const AFTER_MS = 800;

/** Reads ahead a chapter that the reader may read, after the screen has loaded. */
export function useReadAhead(chapterId: number | null) {
  const isReady = useClientState(({ session }) => session === 'ready');
  useEffect(() => {
    if (chapterId === null || !isReady) return;
    const timer = setTimeout(() => {
      void import('./read-ahead.ts').then((m) => m.readAhead(chapterId)).catch(() => undefined);
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [chapterId, isReady]);
}
