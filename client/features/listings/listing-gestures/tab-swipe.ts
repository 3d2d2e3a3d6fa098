const CLEAR_PX = 60;

/** The tab chosen by a swipe of `dx` and `dy`; undefined for a short or slanting swipe, and past the ends. */
export function tabAfterSwipe(tabs: readonly string[], present: string, dx: number, dy: number): string | undefined {
  const at = tabs.indexOf(present);
  if (at < 0 || Math.abs(dx) <= CLEAR_PX || Math.abs(dx) < 2 * Math.abs(dy)) return undefined;
  return tabs[at - Math.sign(dx)];
}
