import type { Pool } from 'pg';
import { overview } from '#contract/console/overview';
import { PERMISSIONS } from '#contract/console/roles';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { addDays } from '../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import {
  compareWithLastWeek,
  type DayTotals,
  type HourTotals,
  listDays,
  netFenOf,
} from '../../modules/figures/figures.ts';
import { type AttentionParts, findAttention } from './attention.ts';
import { type ChecklistParts, readChecklist } from './checklist.ts';
import type { Today } from './today.ts';

export type OverviewParts = AttentionParts & ChecklistParts & { pool: Pool; version: string; today: Today };

const DAYS = 7;

/** The first page of the console. */
export function overviewCalls(parts: OverviewParts): Served[] {
  const { pool, version, today } = parts;

  async function readDays(now: Date): Promise<DayTotals[]> {
    const day = shanghaiDay(now);
    return [...(await listDays(pool, addDays(day, 1 - DAYS), addDays(day, -1))), ...(await today(now))];
  }

  return [
    serve(overview, async ({ now, caller, from }) => {
      const showsMoney = PERMISSIONS[caller.role].includes('money');
      const view = (totals: DayTotals | HourTotals) => viewTotals(totals, showsMoney);
      const days = await readDays(now);
      const soFar = await compareWithLastWeek(pool, now);
      return {
        version,
        siteUrl: from.siteUrl ?? from.url,
        computedAt: (days.at(-1)?.computedAt ?? now).toISOString(),
        attention: await findAttention(parts, now),
        checklist: await readChecklist(parts),
        soFar: soFar && {
          hour: soFar.today.hour,
          today: view(soFar.today),
          lastWeek: soFar.lastWeek && view(soFar.lastWeek),
        },
        days: days.map((totals) => ({ day: totals.day, ...view(totals) })),
      };
    }),
  ];
}

function viewTotals(totals: DayTotals | HourTotals, showsMoney: boolean) {
  const { readers, newReaders, views, unlocks } = totals;
  return { readers, newReaders, views, unlocks, ...(showsMoney && { netFen: netFenOf(totals) }) };
}
