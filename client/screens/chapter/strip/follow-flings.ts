import { followScroll } from './follow-scroll.ts';
import type { Axis } from './strip-axis.ts';
import { viewportOf } from './strip-scroll.ts';

/** In screens per second. At a higher speed a picture is in view for less than a sixth of a second. */
const FLING_SCREENS = 6;
/** The speed is measured over this time, because one frame alone may jump. */
const MEASURED_MS = 150;
/** A scroll ends after this time without a scroll event. */
const STILL_MS = 100;

/**
 * Calls `follow` whenever an element scrolls, with whether that is a fling, in which pictures pass too fast to be seen. Calls it
 * once more when a fling stops abruptly. Returns a function that stops this.
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
