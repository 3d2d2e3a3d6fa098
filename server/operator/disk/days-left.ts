const DAY_MS = 24 * 3600 * 1000;
const LEAST_DAYS = 2;
/** The rate at which a disk fills is measured over this many days. */
export const RATE_DAYS = 30;

/** Days until the disk is full at the rate of the last weeks; null if it does not fill, or the rate is not known yet. */
export function daysUntilFull(
  days: readonly { day: string; usedBytes: number }[],
  { freeBytes, usedBytes, now }: { freeBytes: number; usedBytes: number; now: Date },
): number | null {
  const [first] = days;
  if (!first) return null;
  const passed = (now.getTime() - Date.parse(`${first.day}T00:00:00+08:00`)) / DAY_MS;
  const grown = usedBytes - first.usedBytes;
  if (passed < LEAST_DAYS || grown <= 0) return null;
  return Math.floor((freeBytes * passed) / grown);
}
