import { useSyncExternalStore } from 'react';

/** Where the grid has its longer rows, and there is height for cards that are not in one. */
const WIDE = matchMedia('(min-width: 640px) and (min-height: 480.02px)');

export function useIsWide(): boolean {
  return useSyncExternalStore(watchWidth, () => WIDE.matches);
}

function watchWidth(onChange: () => void) {
  WIDE.addEventListener('change', onChange);
  return () => WIDE.removeEventListener('change', onChange);
}
