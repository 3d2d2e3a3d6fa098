import { renderNow } from '../../../runtime/clock/server-clock.ts';
import { dayText } from './time-text.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The current day in Shanghai by the server's clock: 2026-11-22. */
export function shanghaiToday(now: number = renderNow()): string {
  return dayText(new Date(now).toISOString());
}

/** The moment at which a Shanghai day ends, as the contract writes times. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00+08:00`) + DAY_MS).toISOString();
}

/** How many days there are from one day to another, both as 2026-11-22. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
