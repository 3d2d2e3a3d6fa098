import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_MS = 500;
/** A browser may wait for a second tap before it makes a click of a touch, a third of a second; a busy phone takes longer. */
const CLICK_WITHIN_MS = 1000;

/** Handlers for a long press and for the key of the context menu. The click that ends a long press is ignored. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown({ pointerType }: PointerEvent) {
      if (pointerType !== 'touch') return;
      stop();
      timer.current = setTimeout(() => {
        ignoreClickOfTouch();
        onLong();
      }, LONG_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      // With a mouse the browser's own menu offers another tab.
      const by = 'pointerType' in event.nativeEvent ? event.nativeEvent.pointerType : 'mouse';
      if (by === 'mouse') return;
      event.preventDefault();
      if (by !== 'touch') onLong();
    },
  };
}

/**
 * Until the finger is lifted, every click belongs to this touch. If the press has opened another screen, the click arrives at the
 * content under the finger there.
 */
function ignoreClickOfTouch(): void {
  const over = new AbortController();
  const { signal } = over;
  const end = () => over.abort();
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', ignore, { capture: true, signal });
  addEventListener('pointerdown', end, { capture: true, signal });
  for (const lifted of ['pointerup', 'pointercancel'])
    addEventListener(lifted, () => setTimeout(end, CLICK_WITHIN_MS), { capture: true, signal });
}
