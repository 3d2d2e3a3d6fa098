import { useEffect, useRef } from 'react';
import { listen } from '../../../../ui/listen.ts';

const FIRST_MS = 2000;
const LONGEST_MS = 60_000;

/** The delay after this many failures in a row. */
export function waitAfter(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
}

/**
 * Retries after a failure, with growing delays, and at once when the network is back. Each failure must be a new object with the
 * id of the failed item.
 */
export function useRetry(failure: { item: { id: number } } | null, retry: () => void) {
  const past = useRef({ id: 0, failures: 0 });
  useEffect(() => {
    if (!failure) return;
    const { id } = failure.item;
    past.current = { id, failures: past.current.id === id ? past.current.failures + 1 : 1 };
    const timer = setTimeout(retry, waitAfter(past.current.failures));
    const stop = listen(window, { online: retry });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [failure, retry]);
}
