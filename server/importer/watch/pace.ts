/** How long the watcher waits for things, in milliseconds. */
export type Pace = {
  /** A file that has not changed for so long has been copied, if it can be opened as well. */
  settle: number;
  /** After so long without a change it is taken as it is, even if it can't be opened. */
  patience: number;
  /** Between two looks at what is still being copied. */
  look: number;
  /** Between two looks where the file system sends no events. */
  poll: number;
  /** Between two looks where it does, for events that were lost. */
  anyway: number;
  /** After the database was lost. */
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
