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
 * Calls `follow` whenever an element scrolls. The argument says whether it is a fling: a scroll too fast to see the pictures. One
 * more call follows when a fling stops abruptly. The returned function ends this.
 */
export function followFlings(box: HTMLElement, axis: Axis, follow: (isFling: boolean) => void): () => void {
  const measure = () => ({ position: box.scrollTop + box.scrollLeft, at: performance.now() });
  let from = measure();
  let movedAt = from.at;
  let isFling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onStill = () => {
    const left = movedAt + STILL_MS - performance.now();
    timer = isFling && left > 0 ? setTimeout(onStill, left) : undefined;
    if (!isFling || timer !== undefined) return;
    isFling = false;
    follow(isFling);
  };
  const stop = followScroll(box, () => {
    const now = measure();
    const ms = now.at - from.at;
    const isNewScroll = now.at - movedAt > STILL_MS;
    movedAt = now.at;
    if (isNewScroll || ms >= MEASURED_MS) {
      const screens = Math.abs(now.position - from.position) / viewportOf(box, axis);
      isFling = !isNewScroll && screens * 1000 > FLING_SCREENS * ms;
      from = now;
    }
    if (isFling) timer ??= setTimeout(onStill, STILL_MS);
    follow(isFling);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
