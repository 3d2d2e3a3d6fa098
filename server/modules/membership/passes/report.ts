import type { Pool } from 'pg';
import { transaction } from '../../../core/db/db.ts';
import { takeSnapshot } from '../../../core/db/invariants.ts';
import type { Cells } from '../../../core/text/csv.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { boundsOfMonth, shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { listUsedByDay, sumPasses } from './store.ts';

/**
 * The sales of 月卡 in a month, by the listed prices in fen. `used`: the days of the month so far, which are revenue. `opening` and
 * `closing`: the days that had not begun. `days`: the revenue of each day that has some.
 */
export type PassReport = {
  opening: number;
  sold: number;
  refunded: number;
  used: number;
  closing: number;
  days: { day: string; fen: number }[];
};

export function reportPasses(pool: Pool, month: string, now: Date): Promise<PassReport> {
  const { from, to } = boundsOfMonth(month);
  const [firstDay, afterMonth, tomorrow] = [shanghaiDay(from), shanghaiDay(to), addDays(shanghaiDay(now), 1)];
  // Days that have not begun are outstanding.
  const upTo = (day: string) => (day < tomorrow ? day : tomorrow);
  const dayAfter = upTo(afterMonth);
  return transaction(pool, async (tx) => {
    await takeSnapshot(tx);
    const opening = (await sumPasses(tx, from, from, upTo(firstDay), upTo(firstDay))).outstanding;
    const { sold, refunded, used, outstanding } = await sumPasses(tx, from, to, upTo(firstDay), dayAfter);
    return { opening, sold, refunded, used, closing: outstanding, days: await listUsedByDay(tx, firstDay, dayAfter) };
  });
}

const LINES = [
  ['opening', '月初未用'],
  ['sold', '售出'],
  ['refunded', '退款'],
  ['used', '收入（用掉的天数）'],
  ['closing', '月末未用'],
] as const satisfies readonly [keyof PassReport, string][];

/** The sums as lines for people; none if there is nothing of 月卡. */
export function passLines(report: PassReport): { title: string; fen: number }[] {
  const lines = LINES.map(([name, title]) => ({ title, fen: report[name] }));
  return lines.some(({ fen }) => fen !== 0) ? lines : [];
}

/** Two tables with their heads: the sums, and the revenue by day; none if there is nothing of 月卡. */
export function passTables(report: PassReport): Cells[][] {
  const lines = passLines(report);
  if (lines.length === 0) return [];
  const yuan = (fen: number) => (fen / 100).toFixed(2);
  return [
    [['月卡', '金额（元）'], ...lines.map(({ title, fen }): Cells => [title, yuan(fen)])],
    [['日期', '月卡收入（元）'], ...report.days.map(({ day, fen }): Cells => [day, yuan(fen)])],
  ];
}
