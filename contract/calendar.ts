/**
 * Whether a day or a time is in the calendar, in a year from 1000 to 9998. The patterns also match 2026-02-30, and times that
 * `Date` can't read. PostgreSQL has no year 0, and days after 9999 are written with a sign, so that they sort before all others.
 */
export function isInCalendar(text: string): boolean {
  const day = text.slice(0, 10);
  const start = new Date(day);
  const year = start.getUTCFullYear();
  return year >= 1000 && year < 9999 && start.toISOString().startsWith(day) && !Number.isNaN(Date.parse(text));
}
