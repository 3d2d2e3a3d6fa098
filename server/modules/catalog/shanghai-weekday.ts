const SHANGHAI_AHEAD_MS = 8 * 3600 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/** 1 (Monday) to 7 in Shanghai at this moment; its clocks have not been turned since 1991. */
export function shanghaiWeekday(now: Date): number {
  return new Date(now.getTime() + SHANGHAI_AHEAD_MS).getUTCDay() || 7;
}

/** The moment at which the day of Shanghai ends. */
export function shanghaiDayEnd(now: Date): Date {
  const there = now.getTime() + SHANGHAI_AHEAD_MS;
  return new Date(there - (there % DAY_MS) + DAY_MS - SHANGHAI_AHEAD_MS);
}
