import { type Cells, renderCsv } from '../../core/text/csv.ts';
import { monthOf } from '../../core/time/shanghai-calendar.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import { type MonthTotals, netFenOf } from '../../modules/figures/figures.ts';
import { yuan } from './figures/figures-text.ts';
import { renderTable } from './table.ts';

const HEAD = [
  '月份',
  '日均读者',
  '新读者',
  '注册',
  '月末已注册',
  '阅读',
  '解锁的话',
  '充值的读者',
  '充值笔数',
  '充值（元）',
  '退款（元）',
  '净收入（元）',
];

/** One row a month, the earliest first, with the change of income since the previous month. */
export function renderMonths(months: readonly MonthTotals[], now: Date): string {
  if (months.length === 0) return '还没有数字：还没有开始统计。\n';
  const [head, ...rows] = table(months, now);
  const right = HEAD.flatMap((_, column) => (column === 0 ? [] : [column]));
  return `按月（北京时间）\n\n${renderTable([head ?? [], ...rows], right.concat(HEAD.length))}`;
}

export function renderMonthsAsCsv(months: readonly MonthTotals[], now: Date): string {
  return renderCsv(table(months, now));
}

function table(months: readonly MonthTotals[], now: Date): Cells[] {
  const current = monthOf(shanghaiDay(now));
  return [
    [...HEAD, '比上月'],
    ...months.map((each, index) => {
      const { month, days, readers, newReaders, registered, registeredTotal, views, unlocks, payers, topups } = each;
      const before = months[index - 1];
      const isWhole = month !== current;
      return [
        isWhole ? month : `${month}（到今天）`,
        Math.round(readers / days),
        newReaders,
        registered,
        registeredTotal ?? '',
        views,
        unlocks,
        payers,
        topups,
        yuan(each.cashFen),
        yuan(each.refundedFen),
        yuan(netFenOf(each)),
        before && isWhole ? growth(netFenOf(before), netFenOf(each)) : '',
      ];
    }),
  ];
}

function growth(before: number, now: number): string {
  if (before <= 0) return '';
  const percent = (now / before - 1) * 100;
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)}%`;
}
