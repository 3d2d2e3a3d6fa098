import { type RefObject, useEffect } from 'react';
import { tapAction } from '../settings/tap-zones.ts';
import type { Axis } from '../strip/strip-axis.ts';
import { scrollOn, viewportOf } from '../strip/strip-scroll.ts';

/** A touch this soon after the strip last moved has stopped a fling. */
const FLING_MS = 90;
/** How much of the viewport a tap scrolls by. */
const STEP = 0.9;

/** Clicks on the strip as a reader's taps; one that stops a fling, or lands on a control, does nothing else. */
export function useTaps(scroller: RefObject<HTMLElement | null>, axis: Axis, toggleBars: () => void) {
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let movedAt = Number.NEGATIVE_INFINITY;
    let stopsFling = false;
    const onScroll = () => {
      movedAt = performance.now();
    };
    const onDown = () => {
      stopsFling = performance.now() - movedAt < FLING_MS;
    };
    const onClick = ({ target, clientX, clientY }: MouseEvent) => {
      if (stopsFling || (target instanceof Element && target.closest('a, button, input'))) return;
      const { left, top, width, height } = box.getBoundingClientRect();
      const action = tapAction(
        { shape: 'off', inverted: false, mirrored: false },
        (clientX - left) / width,
        (clientY - top) / height,
      );
      if (action === 'menu') return toggleBars();
      scrollOn(box, axis, viewportOf(box, axis) * (action === 'forward' ? STEP : -STEP));
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    box.addEventListener('pointerdown', onDown, { passive: true });
    box.addEventListener('click', onClick);
    return () => {
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('pointerdown', onDown);
      box.removeEventListener('click', onClick);
    };
  }, [scroller, axis, toggleBars]);
}
