import { listen } from '../../../../ui/listen.ts';

type Following = Record<'touchmove' | 'touchend' | 'touchcancel', (event: TouchEvent) => void>;

/** The page scrolls without waiting for the listeners. */
const PASSIVE = { passive: true };

/**
 * Listens for the start of a touch anywhere, and for the rest of it. The rest is listened for at the touched element: if that is
 * removed, as when a list has loaded under the finger, its events no longer reach the window.
 */
export function listenToFinger(start: (event: TouchEvent) => void, following: Following): () => void {
  let stopFollowing = () => {};
  const touchstart = (event: TouchEvent) => {
    stopFollowing();
    if (event.target) stopFollowing = listen(event.target, following, PASSIVE);
    start(event);
  };
  const stop = listen(window, { touchstart }, PASSIVE);
  return () => {
    stop();
    stopFollowing();
  };
}
