/** Intervals of the watcher in milliseconds. */
export type Pace = {
  /** A file that has not changed for this time is complete if it can be opened. */
  settle: number;
  /** After this time without a change, a file is imported even if it can't be opened. */
  patience: number;
  /** Interval between two checks of files that are still being copied. */
  look: number;
  /** Interval between two scans without events. */
  poll: number;
  /** Interval between two scans with events, in case events were lost. */
  anyway: number;
  /** Interval between two attempts after the database was lost. */
  retry: number;
};

export const PACE: Pace = {
  settle: 3_000,
  patience: 60_000,
  look: 1_000,
  poll: 5_000,
  anyway: 300_000,
  retry: 10_000,
};
