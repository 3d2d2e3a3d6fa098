import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import { overview } from '#contract/console/overview';
import type { Clock } from '../core/dispatch/ctx.ts';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import { addDays } from '../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../core/time/shanghai-day.ts';
import { listDays, netFenOf, readWithToday } from '../modules/figures/figures.ts';

type Overview = DataOf<typeof overview>;
export type OverviewFinding = Overview['findings'][number];

export type OverviewParts = {
  pool: Pool;
  clock: Clock;
  version: string;
  /** What the operator should know about the site. */
  examine(now: Date): Promise<OverviewFinding[]>;
};

const DAYS = 7;
/** Today's totals are computed from all views and purchases of the day, so they are not computed for each look. */
const KEPT_MS = 60_000;

/** The first page of the console. */
export function overviewCalls({ pool, clock, version, examine }: OverviewParts): Served[] {
  let kept: { at: number; answer: Promise<Overview> } | null = null;

  async function read(now: Date): Promise<Overview> {
    const today = shanghaiDay(now);
    const days = await readWithToday(pool, now, (db) => listDays(db, addDays(today, 1 - DAYS), today));
    return {
      version,
      findings: await examine(now),
      days: days.map(({ day, readers, newReaders, views, unlocks, cashFen, refundedFen }) => {
        return { day, readers, newReaders, views, unlocks, netFen: netFenOf({ cashFen, refundedFen }) };
      }),
    };
  }

  return [
    serve(overview, ({ now }) => {
      if (kept && now.getTime() - kept.at < KEPT_MS && now.getTime() >= kept.at) return kept.answer;
      const answer = read(clock());
      kept = { at: now.getTime(), answer };
      answer.catch(() => {
        kept = null;
      });
      return answer;
    }),
  ];
}
