import { type RefObject, useLayoutEffect, useRef } from 'react';
import { listen } from './listen.ts';
import { SECOND_TAP_MS, SECOND_TAP_PX } from './one-toggle.ts';

/** Where and when an element was clicked last. */
type Tap = { x: number; y: number; at: number };

/** The ref of an element that disappears when one of its buttons is pressed: a second tap then presses nothing below. */
export function useSecondTapIgnored<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => (element.current ? ignoreSecondTap(element.current) : undefined), []);
  return element;
}

/**
 * Returns a function to call when an element goes away. The second tap of a double tap in the element is then ignored: it would
 * press the content below.
 */
export function ignoreSecondTap(element: HTMLElement): () => void {
  let last: Tap | null = null;
  const stopNoting = listen(
    element,
    {
      click({ detail, clientX: x, clientY: y }) {
        // A key's click has no place.
        last = detail > 0 ? { x, y, at: performance.now() } : null;
      },
    },
    { capture: true },
  );
  return () => {
    stopNoting();
    if (last) ignoreClicksAt(last);
  };
}

function ignoreClicksAt({ x, y, at }: Tap) {
  const leftMs = at + SECOND_TAP_MS - performance.now();
  if (leftMs <= 0) return;
  const ignore = (event: MouseEvent) => {
    if (event.detail === 0 || Math.hypot(event.clientX - x, event.clientY - y) > SECOND_TAP_PX) return;
    // The browser counts the clicks of a mouse itself; each tap of a finger is a first one.
    if ('pointerType' in event && event.pointerType === 'mouse' && event.detail < 2) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stop = listen(window, { click: ignore }, { capture: true });
  setTimeout(stop, leftMs);
}
