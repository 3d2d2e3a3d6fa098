import { followTrackpadPinch } from '../../ui/trackpad-pinch.ts';

/**
 * Prevents page zoom by pinching with fingers or on a trackpad, and Safari's gestures. The reader magnifies its pictures itself.
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
