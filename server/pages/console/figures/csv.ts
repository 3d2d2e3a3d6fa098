import type { DataOf } from '#contract/call';
import type { figures } from '#contract/console/figures';
import { type Cells, renderCsv } from '../../../core/text/csv.ts';
import { type DayTotals, netFenOf, type SourceSums, type Totals } from '../../../modules/figures/figures.ts';

type ComicSums = DataOf<typeof figures>['comics'][number];
export type ExportedTable =
  | { table: 'days'; rows: readonly DayTotals[] }
  | { table: 'comics'; rows: readonly ComicSums[] }
  | { table: 'sources'; rows: readonly SourceSums[] };

const TOTALS: readonly [title: string, value: (totals: Totals) => number | string][] = [
  ['读者', ({ readers }) => readers],
  ['新读者', ({ newReaders }) => newReaders],
  ['注册', ({ registered }) => registered],
  ['阅读', ({ views }) => views],
  ['购买的读者', ({ buyers }) => buyers],
  ['解锁', ({ unlocks }) => unlocks],
  ['漫币', ({ coins }) => coins],
  ['赠币', ({ bonus }) => bonus],
  ['阅读券', ({ tickets }) => tickets],
  ['充值的读者', ({ payers }) => payers],
  ['充值笔数', ({ topups }) => topups],
  ['充值（元）', ({ cashFen }) => (cashFen / 100).toFixed(2)],
  ['退款笔数', ({ refunds }) => refunds],
  ['退款（元）', ({ refundedFen }) => (refundedFen / 100).toFixed(2)],
  ['净充值（元）', (totals) => (netFenOf(totals) / 100).toFixed(2)],
];
type Steps = Pick<DayTotals, 'seen' | 'panels' | 'finished' | 'finishedBought' | 'views'>;
const STEPS: readonly [title: string, value: (steps: Steps) => number | string][] = [
  ['看到付费话', ({ seen }) => seen],
  ['打开购买', ({ panels }) => panels],
  ['读完', ({ finished }) => finished],
  ['读完买的话', ({ finishedBought }) => finishedBought],
  ['读完率', ({ finished, views }) => (views === 0 ? '' : (finished / views).toFixed(3))],
];
const STEP_TITLES = STEPS.map(([title]) => title);
const stepsOf = (steps: Steps) => STEPS.map(([, value]) => value(steps));
/** Readers are distinct on each day only, so the sum over days is named as one. */
const overDays = (title: string) => (title.endsWith('读者') && title !== '新读者' ? `${title}（各天相加）` : title);

/** A table as CSV, with at most this many rows, and with sums of money or without. */
export function renderTable(
  table: ExportedTable,
  most: number,
  hasMoney: boolean,
): { csv: string; rows: number; truncated: boolean } {
  const totals = TOTALS.filter(([title]) => hasMoney || !title.endsWith('（元）'));
  const [head, all] = linesOf(table, totals);
  const rows = all.slice(0, most);
  return { csv: renderCsv([head, ...rows]), rows: rows.length, truncated: all.length > most };
}

function linesOf(given: ExportedTable, totals: typeof TOTALS): [head: Cells, rows: Cells[]] {
  const titles = totals.map(([title]) => title);
  const cellsOf = (of: Totals) => totals.map(([, value]) => value(of));
  switch (given.table) {
    case 'days':
      return [
        ['日期', ...titles, ...STEP_TITLES, '周活跃', '月活跃'],
        given.rows.map((day) => [
          day.day,
          ...cellsOf(day),
          ...stepsOf(day),
          day.weekReaders ?? '',
          day.monthReaders ?? '',
        ]),
      ];
    case 'sources':
      return [
        ['来源', ...titles.map(overDays)],
        given.rows.map((each) => [each.source === null ? '（其余）' : each.source || '（没有）', ...cellsOf(each)]),
      ];
    case 'comics':
      return [
        ['漫画', '编号', '读者（各天相加）', '阅读', '解锁', '漫币', '赠币', '阅读券', ...STEP_TITLES],
        given.rows.map(({ title, comicId, readers, views, unlocks, coins, bonus, tickets, ...steps }) => {
          const cells = [title ?? '', comicId, readers, views, unlocks, coins, bonus, tickets];
          return [...cells, ...stepsOf({ ...steps, views })];
        }),
      ];
  }
}
