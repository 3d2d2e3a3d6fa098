const CLEAR_PX = 60;
/** A shorter move is a tap. */
const SLOP_PX = 8;
/** On the side without a tab, the screen follows the finger by this part of its move. */
const AT_THE_END = 1 / 4;

/** The tab chosen by a swipe of `dx` and `dy`; undefined for a short or slanting swipe, and past the ends. */
export function tabAfterSwipe(tabs: readonly string[], current: string, dx: number, dy: number): string | undefined {
  if (Math.abs(dx) <= CLEAR_PX || Math.abs(dx) < 2 * Math.abs(dy)) return undefined;
  return tabBeside(tabs, current, dx);
}

/** Whether a finger that has moved by `dx` and `dy` swipes sideways; null while that is unclear. */
export function isSideways(dx: number, dy: number): boolean | null {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SLOP_PX) return null;
  return Math.abs(dx) >= 2 * Math.abs(dy);
}

/** How far the screen follows a finger that has moved sideways by `dx`; a screen that is no tab stays. */
export function followedBy(tabs: readonly string[], current: string, dx: number): number {
  if (!tabs.includes(current)) return 0;
  return tabBeside(tabs, current, dx) ? dx : dx * AT_THE_END;
}

/** The tab to the side from which a swipe by `dx` comes. */
export function tabBeside(tabs: readonly string[], current: string, dx: number): string | undefined {
  const at = tabs.indexOf(current);
  return at < 0 ? undefined : tabs[at - Math.sign(dx)];
}
