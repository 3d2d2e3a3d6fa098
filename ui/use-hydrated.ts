import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False on the server and in the client's first render of what the server has rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
