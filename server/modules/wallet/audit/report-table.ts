import { type Cells, renderCsv } from '../../../core/text/csv.ts';
import { ASSET_NAMES, ASSETS } from '../ledger/assets.ts';
import type { ReportLine, ReportLineName, WalletReport } from './report.ts';

const LINE_NAMES: Readonly<Record<ReportLineName, string>> = {
  opening: '月初结余',
  topup: '售出',
  redeem: '兑换码',
  gift: '赠送',
  sign: '签到',
  purchase: '消费',
  repair: '补签',
  expire: '过期',
  adjust: '调整',
  refund: '退款收回',
  restore: '退款未成',
  forfeit: '注销放弃',
  closing: '月末结余',
};
/** The lines with an amount of money. */
const WITH_MONEY: readonly ReportLineName[] = ['opening', 'topup', 'redeem', 'closing'];
const COMIC_HEAD = ['编号', '漫画', '话数', '漫币', '赠币', '阅读券'];

/** The titles of comics by their ids. */
export type Titles = ReadonlyMap<number, string>;

/** A line of the report for people; `costFen` is null if the line has no amount of money. */
export function titledLine({ name, amounts, costFen }: ReportLine) {
  return { title: LINE_NAMES[name], amounts, costFen: WITH_MONEY.includes(name) ? costFen : null };
}

/** The report as two tables, each with its head: the sums, and the comics. */
export function reportTables({ lines, comics }: WalletReport, titles: Titles): { sums: Cells[]; comics: Cells[] } {
  const sums = lines.map(titledLine).map(({ title, amounts, costFen }) => {
    return [title, ...ASSETS.map((asset) => amounts[asset]), costFen === null ? '' : (costFen / 100).toFixed(2)];
  });
  const sold = comics.map(({ comicId, chapters, coins, bonus, tickets }) => {
    return [comicId, titles.get(comicId) ?? `漫画 ${comicId}`, chapters, coins, bonus, tickets];
  });
  return {
    sums: [['', ...ASSETS.map((asset) => ASSET_NAMES[asset]), '金额（元）'], ...sums],
    comics: [COMIC_HEAD, ...sold],
  };
}

/** The same with the month in every row; `more`: further tables with their heads. */
export function renderReportAsCsv(
  month: string,
  report: WalletReport,
  titles: Titles,
  more: readonly Cells[][] = [],
): string {
  const { sums, comics } = reportTables(report, titles);
  const [[, ...head] = [], ...lines] = sums;
  const tables = [[['项目', ...head], ...lines], ...more, comics];
  const rows = tables.map((table) => table.map((cells, index): Cells => [index === 0 ? '月份' : month, ...cells]));
  return renderCsv(rows.flatMap((table, index) => (index === 0 ? table : [[], ...table])));
}
