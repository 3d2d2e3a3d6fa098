import { followTrackpadPinch } from '../../ui/trackpad-pinch.ts';

/**
 * Keeps the page at its size: no pinch zoom, by fingers or on a trackpad; no gesture of Safari's. A picture is magnified
 * inside the reader.
 */
export function blockPinchZoom(page: Document) {
  const prevent = (event: Event) => event.preventDefault();
  for (const type of ['gesturestart', 'gesturechange']) page.addEventListener(type, prevent, { passive: false });
  const preventPinch = (event: TouchEvent) => {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault();
  };
  followTrackpadPinch(prevent);
  page.addEventListener('touchstart', preventPinch, { passive: false });
  page.addEventListener('touchmove', preventPinch, { passive: false });
}
