import { type Cells, renderCsv } from '../../../core/text/csv.ts';
import { shanghaiSeconds } from '../../../core/time/shanghai-day.ts';
import type {
  Asset,
  Balances,
  LedgerAsset,
  ReportLineName,
  WalletHistoryRow,
  WalletReport,
} from '../../../modules/wallet/wallet.ts';
import { renderTable } from '../table.ts';

const ASSETS: readonly Asset[] = ['coin', 'bonus', 'ticket'];
const ASSET_NAMES: Readonly<Record<LedgerAsset, string>> = {
  coin: '漫币',
  bonus: '赠币',
  ticket: '阅读券',
  debt: '欠漫币',
};
const KIND_NAMES: Readonly<Record<WalletHistoryRow['kind'], string>> = {
  topup: '充值',
  gift: '赠送',
  sign: '签到',
  purchase: '购买',
  repair: '补签',
  expire: '过期',
  adjust: '调整',
  merge: '并入',
  forfeit: '注销',
  refund: '退款收回',
  restore: '退款未成',
  repay: '还欠',
};
const LINE_NAMES: Readonly<Record<ReportLineName, string>> = {
  opening: '月初结余',
  topup: '售出',
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
const WITH_MONEY: readonly ReportLineName[] = ['opening', 'topup', 'closing'];

type Titles = ReadonlyMap<number, string>;

export function renderStatement(
  readerId: number,
  rows: readonly WalletHistoryRow[],
  { coins, bonus, tickets }: Balances,
  titles: Titles,
): string {
  const lines = rows.map(({ at, kind, asset, amount, balance, chapterId, actor, reason }) => {
    const note = chapterId === null ? [reason, actor && `（${actor}）`].join('') : (titles.get(chapterId) ?? '');
    return [
      shanghaiSeconds(at),
      KIND_NAMES[kind],
      ASSET_NAMES[asset],
      amount > 0 ? `+${amount}` : amount,
      balance,
      note,
    ];
  });
  const head = `读者 ${readerId}：漫币 ${coins}，赠币 ${bonus}，阅读券 ${tickets}\n`;
  return lines.length === 0
    ? head
    : `${head}\n${renderTable([['时间', '项目', '种类', '数目', '结余', '说明'], ...lines], [3, 4])}`;
}

export function renderReport(month: string, report: WalletReport, titles: Titles): string {
  const comics = comicRows(report, titles);
  const summary = renderTable(
    [['', ...ASSETS.map((asset) => ASSET_NAMES[asset]), '金额（元）'], ...summaryRows(report)],
    [1, 2, 3, 4],
  );
  const sales = comics.length === 0 ? '这个月没有卖出。\n' : renderTable([COMIC_HEAD, ...comics], [2, 3, 4, 5]);
  return `${month}\n\n${summary}\n${sales}`;
}

export function renderReportAsCsv(month: string, report: WalletReport, titles: Titles): string {
  const lines: Cells[] = [
    ['月份', '项目', ...ASSETS.map((asset) => ASSET_NAMES[asset]), '金额（元）'],
    ...summaryRows(report).map((cells) => [month, ...cells]),
    [],
    ['月份', ...COMIC_HEAD],
    ...comicRows(report, titles).map((cells) => [month, ...cells]),
  ];
  return renderCsv(lines);
}

function summaryRows({ lines }: WalletReport): Cells[] {
  return lines.map(({ name, amounts, costFen }) => [
    LINE_NAMES[name],
    ...ASSETS.map((asset) => amounts[asset]),
    WITH_MONEY.includes(name) ? (costFen / 100).toFixed(2) : '',
  ]);
}

const COMIC_HEAD = ['编号', '漫画', '话数', '漫币', '赠币', '阅读券'];

function comicRows({ comics }: WalletReport, titles: Titles): Cells[] {
  return comics.map(({ comicId, chapters, coins, bonus, tickets }) => [
    comicId,
    titles.get(comicId) ?? '',
    chapters,
    coins,
    bonus,
    tickets,
  ]);
}
