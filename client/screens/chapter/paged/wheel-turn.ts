/** The recent use of the wheel: when it last moved, how far, and when it last turned a page. */
export type WheelPast = { at: number; distance: number; turnedAt: number };

export const WHEEL_AT_REST: WheelPast = {
  at: Number.NEGATIVE_INFINITY,
  distance: 0,
  turnedAt: Number.NEGATIVE_INFINITY,
};

/** A trackpad continues to send events for a while; a pause this long ends them. */
const PAUSE_MS = 80;
/** Pages turn no faster than this. */
const TURN_MS = 150;
/** One notch of a mouse wheel. A trackpad sends many smaller moves. */
const NOTCH_PX = 100;
/** A move this many times longer than the one before begins a new push. */
const PUSH = 1.5;

/** Whether a move of the wheel turns a page: one page for each notch, or for each push on a trackpad. */
export function turnsPage({ at, distance, turnedAt }: WheelPast, now: number, moved: number): boolean {
  if (now - turnedAt < TURN_MS) return false;
  const isNotch = Math.abs(moved) >= NOTCH_PX;
  const isPush = now - at >= PAUSE_MS || Math.abs(moved) > PUSH * Math.abs(distance);
  return isNotch || isPush || Math.sign(moved) !== Math.sign(distance);
}
