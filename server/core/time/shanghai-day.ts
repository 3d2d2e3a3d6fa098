// China has one time zone, and no summer time since 1991.
const AHEAD_MS = 8 * 3600 * 1000;
const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/** Date and time in Shanghai at this moment: `2026-11-22T16:00:00.000`. */
export function shanghaiTime(at: Date): string {
  return new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, -1);
}

/** The same for people, to the second: `2026-11-22 16:00:00`. */
export function shanghaiSeconds(at: Date): string {
  return shanghaiTime(at).slice(0, 19).replace('T', ' ');
}

/** The same for people, to the minute: `2026-11-22 16:00`. */
export function shanghaiMinutes(at: Date): string {
  return shanghaiSeconds(at).slice(0, 16);
}

/** The day it is in Shanghai, `YYYY-MM-DD`. */
export function shanghaiDay(at: Date): string {
  return shanghaiTime(at).slice(0, 10);
}

/** How many whole minutes of the day have passed in Shanghai. */
export function shanghaiMinute(at: Date): number {
  return Math.floor(((at.getTime() + AHEAD_MS) % DAY_MS) / MINUTE_MS);
}

/** 1 (Monday) to 7 in Shanghai at this moment. */
export function shanghaiWeekday(at: Date): number {
  return new Date(at.getTime() + AHEAD_MS).getUTCDay() || 7;
}

/** The moment at which the day of Shanghai ends. */
export function shanghaiDayEnd(at: Date): Date {
  const there = at.getTime() + AHEAD_MS;
  return new Date(there - (there % DAY_MS) + DAY_MS - AHEAD_MS);
}

/** The moment at which a day of Shanghai, `YYYY-MM-DD`, begins. */
export function startOfShanghaiDay(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`);
}

/** The moments at which a month of Shanghai, `YYYY-MM`, begins and ends. */
export function boundsOfMonth(month: string): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const startOf = (index: number) => new Date(Date.UTC(year, index, 1) - AHEAD_MS);
  return { from: startOf(number - 1), to: startOf(number) };
}
