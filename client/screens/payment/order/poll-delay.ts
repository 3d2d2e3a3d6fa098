const FIRST_MS = 1000;
const LONGEST_MS = 5000;
const GROWTH = 1.5;

/** The delay before an order is requested again: from one second to five. */
export function pollDelay(asked: number): number {
  return Math.min(LONGEST_MS, Math.round(FIRST_MS * GROWTH ** asked));
}
