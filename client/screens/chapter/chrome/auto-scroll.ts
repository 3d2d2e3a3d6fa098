import { type RefObject, useEffect } from 'react';
import { listen } from '../../../../ui/listen.ts';
import type { Axis } from '../strip/strip-axis.ts';
import { scrollNow } from '../strip/strip-scroll.ts';

/** After a longer gap between two frames (a hidden page, a busy device) the strip does not jump. */
const LONGEST_FRAME_MS = 100;

/** The distance of one frame in whole device pixels, and the remainder for the next frame. */
export function scrollStep(rest: number, elapsedMs: number, speed: number, ratio: number) {
  const due = rest + (speed * Math.min(elapsedMs, LONGEST_FRAME_MS)) / 1000;
  const distance = Math.floor(due * ratio) / ratio;
  return { distance, rest: due - distance };
}

type AutoScrollParts = { scroller: RefObject<HTMLElement | null>; axis: Axis; speed: number; onStop: () => void };

/** Scrolls the strip while `on`, until the reader does something. */
export function useAutoScroll(on: boolean, { scroller, axis, speed, onStop }: AutoScrollParts) {
  useEffect(() => {
    const box = scroller.current;
    if (!on || !box) return;
    let rest = 0;
    let before: number | null = null;
    let frame = requestAnimationFrame(function go(now) {
      const step = scrollStep(rest, before === null ? 0 : now - before, speed, window.devicePixelRatio);
      before = now;
      rest = step.rest;
      if (step.distance > 0) scrollNow(box, axis, step.distance);
      frame = requestAnimationFrame(go);
    });
    const stop = listen(document, { pointerdown: onStop, wheel: onStop, keydown: onStop }, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [on, scroller, axis, speed, onStop]);
}
