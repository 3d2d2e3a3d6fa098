const FIRST_MS = 1000;
const LONGEST_MS = 5000;
const GROWTH = 1.5;

/** The delay before an order is requested again, by the number of earlier requests: from one second to five. */
export function pollDelay(requests: number): number {
  return Math.min(LONGEST_MS, Math.round(FIRST_MS * GROWTH ** requests));
}
