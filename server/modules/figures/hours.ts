import type { Pool } from 'pg';
import { addDays } from '../../core/time/shanghai-calendar.ts';
import { shanghaiDay, shanghaiMinute } from '../../core/time/shanghai-day.ts';
import { readWithToday } from './fold.ts';
import { addHour, findHour, findLastHour, type HourTotals } from './hour-store.ts';
import { listDays } from './report-store.ts';

/** An hour that is noted later than this would have the figures of another time. */
const LATEST_MINUTES = 10;

/** Stores the figures of the day so far, once an hour. Other calls do nothing. */
export async function noteHour(pool: Pool, now: Date): Promise<void> {
  const [day, minute] = [shanghaiDay(now), shanghaiMinute(now)];
  const hour = Math.floor(minute / 60);
  if (hour === 0 || minute % 60 >= LATEST_MINUTES || (await findHour(pool, day, hour))) return;
  const [totals] = await readWithToday(pool, now, (db) => listDays(db, day, day));
  if (totals) await addHour(pool, { ...totals, day, hour, at: now });
}

/** Today up to its last noted hour, and the same day of last week up to the same hour; null = not noted. */
export async function compareWithLastWeek(
  pool: Pool,
  now: Date,
): Promise<{ today: HourTotals; lastWeek: HourTotals | null } | null> {
  const day = shanghaiDay(now);
  const today = await findLastHour(pool, day);
  return today && { today, lastWeek: await findHour(pool, addDays(day, -7), today.hour) };
}
