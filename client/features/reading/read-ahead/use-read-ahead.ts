import { useEffect } from 'react';
import { useClientState } from '../../../state.ts';

/** What the screen itself needs has been asked for by then. */
const AFTER_MS = 800;

/** Fetches what a tap on this chapter, which the reader may read, will show, while the screen has nothing else to do. */
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
