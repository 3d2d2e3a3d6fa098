/** A drag is one from this many pixels on; less is a click. */
export const DRAG_PX = 8;
/** How long the hand's speed is measured before it lets go. */
const SPEED_OVER_MS = 80;
/** A glide loses all but a third of its speed in this time. */
const GLIDE_MS = 325;
/** Slower than this, in pixels a millisecond, is at rest. */
const REST = 0.02;
/** A push this fast turns a page that has not been dragged half across. */
const PUSH = 0.3;

export type Moment = { at: number; x: number };

/** Pixels a millisecond, of the last moments of a drag. */
export function speedOf(moments: readonly Moment[], now: number): number {
  const recent = moments.filter(({ at }) => now - at <= SPEED_OVER_MS);
  const [first, last] = [recent[0], recent.at(-1)];
  return first && last && last.at > first.at ? (last.x - first.x) / (last.at - first.at) : 0;
}

/** How far a glide goes in a frame, and its speed after it; at rest in the end. */
export function glide(speed: number, elapsedMs: number): { distance: number; speed: number } {
  const left = speed * Math.exp(-elapsedMs / GLIDE_MS);
  return { distance: (speed - left) * GLIDE_MS, speed: Math.abs(left) < REST ? 0 : left };
}

/** The panel that a drag ends at: the next one in its direction, where it was pushed or brought half across. */
export function panelAfter(from: number, dragged: number, speed: number, width: number): number {
  const isBack = Math.abs(speed) >= PUSH && Math.sign(speed) !== Math.sign(dragged);
  const isFar = Math.abs(dragged) > width / 2 || Math.abs(speed) >= PUSH;
  return isFar && !isBack ? from + Math.sign(dragged) : from;
}
