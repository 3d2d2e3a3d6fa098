import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False on the server, and while the client's first render repeats the server's. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
