import { type RefObject, useEffect } from 'react';
import type { Axis } from '../strip/strip-axis.ts';
import { scrollOn, viewportOf } from '../strip/strip-scroll.ts';
import { keyStep } from './key-step.ts';

/** Scrolls with the keyboard, and with the wheel where the strip is horizontal. */
export function useKeys(scroller: RefObject<HTMLElement | null>, axis: Axis, toggleBars: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const box = scroller.current;
      if (!box || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      if (event.key === 'Escape') return toggleBars();
      const step = keyStep(event.key, event.shiftKey, axis);
      if (step === null) return;
      event.preventDefault();
      const far = box.scrollHeight + box.scrollWidth;
      if (typeof step === 'number') scrollOn(box, axis, step * viewportOf(box, axis));
      else scrollOn(box, axis, step === 'end' ? far : -far);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [scroller, axis, toggleBars]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || axis === 'vertical') return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      box.scrollBy({ left: -event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1) });
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => box.removeEventListener('wheel', onWheel);
  }, [scroller, axis]);
}

/** Whether the key is for a control or for a dialog above the reader. */
function isElsewhere({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog, input, textarea, select')) return true;
  return key === ' ' && target.closest('a, button') !== null;
}
