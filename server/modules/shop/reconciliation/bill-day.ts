import { shanghaiDay } from '../../../core/time/shanghai-day.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Channels make their bills from ten in the morning of the next day on. */
const MADE_AFTER_MS = 10.5 * HOUR_MS;

/** A day of Shanghai, `2026-11-22`, from its first moment to that of the next. */
export function boundsOf(day: string): { from: Date; to: Date } {
  const from = new Date(`${day}T00:00:00+08:00`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

export function dayBeside(day: string, by: number): string {
  return shanghaiDay(new Date(boundsOf(day).from.getTime() + by * DAY_MS));
}

/** When the bill of a day is to be had. */
export function madeAt(day: string): Date {
  return new Date(boundsOf(day).to.getTime() + MADE_AFTER_MS);
}

/** The last day whose bill is to be had. */
export function lastBillDay(now: Date): string {
  return shanghaiDay(new Date(now.getTime() - MADE_AFTER_MS - DAY_MS));
}
