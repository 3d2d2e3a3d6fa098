import { listen } from './listen.ts';

/** A second tap of a double tap comes within this time after the first one, and at most so far from it. */
export const SECOND_TAP_MS = 400;
export const SECOND_TAP_PX = 24;

/** What a tap turns on or off. Buttons that have no attribute for their state are marked with `data-toggle`. */
const TOGGLES = 'label, summary, [aria-pressed], [aria-expanded], [type=checkbox], [data-toggle]';

/** Lets a double tap on a toggle count once. Otherwise it would end in the state in which it began. */
export function toggleOncePerDoubleTap(page: EventTarget) {
  let last = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };
  let isSecond = false;
  listen(
    page,
    {
      // Not the click: that of a label is followed by one of its box.
      pointerdown({ clientX: x, clientY: y, timeStamp: at }) {
        isSecond = at - last.at <= SECOND_TAP_MS && Math.hypot(x - last.x, y - last.y) <= SECOND_TAP_PX;
        last = { x, y, at };
      },
      click(event) {
        // A key's click has no place.
        if (!isSecond || event.detail === 0 || !(event.target instanceof Element)) return;
        if (!event.target.closest(TOGGLES)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
    },
    { capture: true },
  );
}
