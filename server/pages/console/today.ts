import type { Pool } from 'pg';
import type { Clock } from '../../core/dispatch/ctx.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import { type DayTotals, listDays, readWithToday } from '../../modules/figures/figures.ts';

/** Today's totals are computed from all views and purchases of the day, so they are not computed for each request. */
const KEPT_MS = 60_000;

/** The totals of today so far, as of at most a minute ago. */
export type Today = (now: Date) => Promise<DayTotals[]>;

export function keepToday(pool: Pool, clock: Clock): Today {
  let kept: { at: number; totals: Promise<DayTotals[]> } | null = null;

  function read(now: Date): Promise<DayTotals[]> {
    const day = shanghaiDay(now);
    return readWithToday(pool, now, (db) => listDays(db, day, day));
  }

  return (now) => {
    const isFresh = kept !== null && now.getTime() - kept.at < KEPT_MS && now.getTime() >= kept.at;
    if (kept && isFresh && shanghaiDay(now) === shanghaiDay(new Date(kept.at))) return kept.totals;
    const totals = read(clock());
    kept = { at: now.getTime(), totals };
    totals.catch(() => {
      kept = null;
    });
    return totals;
  };
}
