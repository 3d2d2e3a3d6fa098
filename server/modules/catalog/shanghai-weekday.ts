const SHANGHAI_AHEAD_MS = 8 * 3600 * 1000;

/** 1 (Monday) to 7 in Shanghai at this moment; its clocks have not been turned since 1991. */
export function shanghaiWeekday(now: Date): number {
  return new Date(now.getTime() + SHANGHAI_AHEAD_MS).getUTCDay() || 7;
}
