import { startTransition, useOptimistic } from 'react';

/**
 * The marked item of a row of links or tabs, and a function that marks another one at once, before the slower change of the
 * screen.
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
