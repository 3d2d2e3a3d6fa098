/** China has one time zone, and no summer time since 1991. */
const AHEAD_MS = 8 * 3600 * 1000;

/** The day it is in Asia/Shanghai, `YYYY-MM-DD`. */
export function shanghaiDay(at: Date): string {
  return new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 10);
}
