import { followScroll } from './follow-scroll.ts';
import type { Axis } from './strip-axis.ts';
import { viewportOf } from './strip-scroll.ts';

/** Faster than so many screens a second, a picture has gone before it is recognised: in a sixth of a second. */
const FLING_SCREENS = 6;
/** The speed is taken over this time: what one frame scrolls by may be a jump. */
const MEASURED_MS = 150;
/** Without a scroll for so long, it is over. */
const STILL_MS = 100;

/**
 * Calls back whenever an element scrolls, and tells whether that is a fling, faster than pictures are seen; once more where a
 * fling stops without having slowed down. Returns how to stop.
 */
export function followFlings(box: HTMLElement, axis: Axis, follow: (isFling: boolean) => void): () => void {
  const look = () => ({ position: box.scrollTop + box.scrollLeft, at: performance.now() });
  let from = look();
  let movedAt = from.at;
  let isFling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const whenStill = () => {
    const left = movedAt + STILL_MS - performance.now();
    timer = isFling && left > 0 ? setTimeout(whenStill, left) : undefined;
    if (!isFling || timer !== undefined) return;
    isFling = false;
    follow(isFling);
  };
  const stop = followScroll(box, () => {
    const now = look();
    const ms = now.at - from.at;
    const isBegun = now.at - movedAt > STILL_MS;
    movedAt = now.at;
    if (isBegun || ms >= MEASURED_MS) {
      const screens = Math.abs(now.position - from.position) / viewportOf(box, axis);
      isFling = !isBegun && screens * 1000 > FLING_SCREENS * ms;
      from = now;
    }
    if (isFling) timer ??= setTimeout(whenStill, STILL_MS);
    follow(isFling);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
