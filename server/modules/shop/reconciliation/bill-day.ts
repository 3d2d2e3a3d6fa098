import { shanghaiDay } from '../../../core/time/shanghai-day.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Channels have the bill of a day from ten in the morning of the next day. */
const MADE_AFTER_MS = 10.5 * HOUR_MS;

/** A day in Shanghai, such as `2026-11-22`: from its first moment to the first moment of the next day. */
export function boundsOf(day: string): { from: Date; to: Date } {
  const from = new Date(`${day}T00:00:00+08:00`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

export function dayBeside(day: string, by: number): string {
  return shanghaiDay(new Date(boundsOf(day).from.getTime() + by * DAY_MS));
}

/** When the bill of a day is available. */
export function madeAt(day: string): Date {
  return new Date(boundsOf(day).to.getTime() + MADE_AFTER_MS);
}

/** The last day with an available bill. */
export function lastBillDay(now: Date): string {
  return shanghaiDay(new Date(now.getTime() - MADE_AFTER_MS - DAY_MS));
}
