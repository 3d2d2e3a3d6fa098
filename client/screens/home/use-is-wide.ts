import { useSyncExternalStore } from 'react';

/** Where the grid has its longer rows. */
const WIDE = matchMedia('(min-width: 640px)');

export function useIsWide(): boolean {
  return useSyncExternalStore(watchWidth, () => WIDE.matches);
}

function watchWidth(onChange: () => void) {
  WIDE.addEventListener('change', onChange);
  return () => WIDE.removeEventListener('change', onChange);
}
