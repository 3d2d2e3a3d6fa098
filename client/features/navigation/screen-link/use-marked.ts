import { startTransition, useOptimistic } from 'react';

/**
 * What a row of links or tabs marks as shown, and how to mark another at once: a tap is answered in a frame of its own, and what it
 * asks for takes its time.
 */
export function useMarked<Key>(shown: Key): [Key, (next: Key, open?: () => void) => void] {
  const [marked, mark] = useOptimistic(shown);
  const markFirst = (next: Key, open?: () => void) =>
    startTransition(() => {
      mark(next);
      open?.();
    });
  return [marked, markFirst];
}
