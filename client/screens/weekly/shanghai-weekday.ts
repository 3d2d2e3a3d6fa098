const SHANGHAI_AHEAD_MS = 8 * 3_600_000;

/** The day of the week in Shanghai by the device's clock, 1 = Monday … 7 = Sunday: a guess until the server answers. */
export function shanghaiWeekday(now: Date): number {
  return new Date(now.getTime() + SHANGHAI_AHEAD_MS).getUTCDay() || 7;
}
