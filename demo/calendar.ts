import { addDays } from '../server/core/time/shanghai-calendar.ts';
import { shanghaiDay, shanghaiWeekday } from '../server/core/time/shanghai-day.ts';
import type { Series } from './story/series.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Complete series ended some weeks ago. */
const ENDED_DAYS_AGO = 40;

/** The publication time of a chapter: the last one of a serial on its latest weekday, earlier ones a week apart each. */
export function publishedAt({ status, weekdays, chapters, name }: Series, no: number, now: Date): Date {
  const back = chapters.length - no;
  const hour = 2 + (name.length % 10);
  const latest =
    status === 'complete' ? addDays(shanghaiDay(now), -ENDED_DAYS_AGO - name.length) : latestDay(weekdays, now);
  const at = new Date(`${addDays(latest, -7 * back)}T00:00:00Z`).getTime() + hour * 3600 * 1000;
  // A time later today is moved to the last hours.
  const soonest = now.getTime() - (back * 7 * DAY_MS + (20 + 13 * (name.length % 11)) * 60_000);
  return new Date(Math.min(at, soonest));
}

/** The newest day, today included, that is one of these weekdays. */
function latestDay(weekdays: readonly number[], now: Date): string {
  const days = Array.from({ length: 7 }, (_, back) => new Date(now.getTime() - back * DAY_MS));
  return shanghaiDay(days.find((day) => weekdays.includes(shanghaiWeekday(day))) ?? now);
}
