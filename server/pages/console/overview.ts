import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import { overview } from '#contract/console/overview';
import type { Clock } from '../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { addDays } from '../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import {
  compareWithLastWeek,
  type DayTotals,
  type HourTotals,
  listDays,
  netFenOf,
  readWithToday,
} from '../../modules/figures/figures.ts';
import { type AttentionParts, findAttention } from './attention.ts';
import { type ChecklistParts, readChecklist } from './checklist.ts';

type Overview = DataOf<typeof overview>;

export type OverviewParts = AttentionParts & ChecklistParts & { pool: Pool; clock: Clock; version: string };

const DAYS = 7;
/** Today's totals are computed from all views and purchases of the day, so they are not computed for each look. */
const KEPT_MS = 60_000;

/** The first page of the console. */
export function overviewCalls(parts: OverviewParts): Served[] {
  const { pool, clock, version } = parts;
  let kept: { at: number; days: Promise<Overview['days']> } | null = null;

  async function readDays(now: Date): Promise<Overview['days']> {
    const today = shanghaiDay(now);
    const days = await readWithToday(pool, now, (db) => listDays(db, addDays(today, 1 - DAYS), today));
    return days.map((totals) => ({ day: totals.day, ...viewTotals(totals) }));
  }

  /** As of at most a minute ago. */
  function keepDays(now: Date): Promise<Overview['days']> {
    if (kept && now.getTime() - kept.at < KEPT_MS && now.getTime() >= kept.at) return kept.days;
    const days = readDays(clock());
    kept = { at: now.getTime(), days };
    days.catch(() => {
      kept = null;
    });
    return days;
  }

  return [
    serve(overview, async ({ now }) => {
      const days = await keepDays(now);
      const soFar = await compareWithLastWeek(pool, now);
      return {
        version,
        computedAt: new Date(kept?.at ?? now.getTime()).toISOString(),
        attention: await findAttention(parts, now),
        checklist: await readChecklist(parts),
        soFar: soFar && {
          hour: soFar.today.hour,
          today: viewTotals(soFar.today),
          lastWeek: soFar.lastWeek && viewTotals(soFar.lastWeek),
        },
        days,
      };
    }),
  ];
}

function viewTotals(totals: DayTotals | HourTotals) {
  const { readers, newReaders, views, unlocks } = totals;
  return { readers, newReaders, views, unlocks, netFen: netFenOf(totals) };
}
