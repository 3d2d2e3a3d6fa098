import { useSyncExternalStore } from 'react';

/** Where the grid has its longer rows. */
const WIDE = '(min-width: 640px)';

/** The server renders for phones. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  );
}

function watchWidth(onChange: () => void) {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}
