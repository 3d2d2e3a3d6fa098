/** The scale and the offset of magnified pages. Scale 1 is the normal size. */
export type Magnified = { scale: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Screen = { width: number; height: number };

export const PLAIN: Magnified = { scale: 1, x: 0, y: 0 };
export const LARGEST = 4;
/** A smaller scale is reset to 1. */
const LEAST = 1.05;

/** Changes the scale. The content at the point `at` stays there. */
export function magnifiedAt(before: Magnified, scale: number, at: Point, screen: Screen): Magnified {
  const next = Math.min(LARGEST, Math.max(1, scale));
  const grown = next / before.scale;
  return inside({ scale: next, x: at.x - (at.x - before.x) * grown, y: at.y - (at.y - before.y) * grown }, screen);
}

/** Moves the pages up to their edges. `rest` is the remaining movement. */
export function panned(before: Magnified, by: Point, screen: Screen): { now: Magnified; rest: Point } {
  const wanted = { ...before, x: before.x + by.x, y: before.y + by.y };
  const now = inside(wanted, screen);
  return { now, rest: { x: wanted.x - now.x, y: wanted.y - now.y } };
}

/** After the fingers have left: resets a scale that is nearly 1. */
export function settled(now: Magnified): Magnified {
  return now.scale < LEAST ? PLAIN : now;
}

function inside({ scale, x, y }: Magnified, { width, height }: Screen): Magnified {
  // Adding 0 turns -0 into 0.
  const within = (at: number, length: number) => Math.min(0, Math.max(length * (1 - scale), at)) + 0;
  return { scale, x: within(x, width), y: within(y, height) };
}
