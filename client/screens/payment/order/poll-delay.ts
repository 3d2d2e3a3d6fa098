const FIRST_MS = 1000;
const LONGEST_MS = 5000;
const GROWTH = 1.5;

/** How long to wait before an order is asked for once more: from one second to five. */
export function pollDelay(asked: number): number {
  return Math.min(LONGEST_MS, Math.round(FIRST_MS * GROWTH ** asked));
}
