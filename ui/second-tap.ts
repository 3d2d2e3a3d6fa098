import { listen } from './listen.ts';

/** A second tap of a double tap comes within this time, and at most so far from the first one. */
const SECOND_TAP_MS = 400;
const SECOND_TAP_PX = 24;

/**
 * Returns a function to call when an element goes away. From then on a click at the place of the last one in the element is
 * ignored for a moment: the second tap of a double tap would otherwise press what was below.
 */
export function ignoreSecondTap(element: HTMLElement): () => void {
  let last: MouseEvent | null = null;
  const stopNoting = listen(
    element,
    {
      click(event) {
        // A key's click has no place.
        last = event.detail > 0 ? event : null;
      },
    },
    { capture: true },
  );
  return () => {
    stopNoting();
    if (last) ignoreClicksAt(last);
  };
}

function ignoreClicksAt({ clientX, clientY }: MouseEvent) {
  const ignore = (event: MouseEvent) => {
    const distance = Math.hypot(event.clientX - clientX, event.clientY - clientY);
    if (event.detail === 0 || distance > SECOND_TAP_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stop = listen(window, { click: ignore }, { capture: true });
  setTimeout(stop, SECOND_TAP_MS);
}
