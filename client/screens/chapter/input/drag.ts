/** A shorter movement is a click. */
export const DRAG_PX = 8;
/** The speed is measured over this time before the end of the drag. */
const SPEED_OVER_MS = 80;
/** A glide loses all but a third of its speed in this time. */
const GLIDE_MS = 325;
/** In pixels per millisecond. A slower glide stops. */
const REST = 0.02;
/** A drag that ends this fast turns the page, even if it is shorter than half the width. */
const PUSH = 0.3;

export type Moment = { at: number; x: number };

/** The speed of the last moments of a drag, in pixels per millisecond. */
export function speedOf(moments: readonly Moment[], now: number): number {
  const recent = moments.filter(({ at }) => now - at <= SPEED_OVER_MS);
  const [first, last] = [recent[0], recent.at(-1)];
  return first && last && last.at > first.at ? (last.x - first.x) / (last.at - first.at) : 0;
}

/** The distance of a glide in a frame, and the speed after it. */
export function glide(speed: number, elapsedMs: number): { distance: number; speed: number } {
  const left = speed * Math.exp(-elapsedMs / GLIDE_MS);
  return { distance: (speed - left) * GLIDE_MS, speed: Math.abs(left) < REST ? 0 : left };
}

/** The panel after a drag: the next one in its direction if the drag was fast or longer than half the width. */
export function panelAfter(from: number, dragged: number, speed: number, width: number): number {
  const isBack = Math.abs(speed) >= PUSH && Math.sign(speed) !== Math.sign(dragged);
  const isFar = Math.abs(dragged) > width / 2 || Math.abs(speed) >= PUSH;
  return isFar && !isBack ? from + Math.sign(dragged) : from;
}
