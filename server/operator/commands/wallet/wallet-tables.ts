import type { Cells } from '../../../core/text/csv.ts';
import { shanghaiSeconds } from '../../../core/time/shanghai-day.ts';
import {
  ASSET_NAMES,
  type Balances,
  reportTables,
  type WalletHistoryRow,
  type WalletReport,
} from '../../../modules/wallet/wallet.ts';
import { renderTable } from '../table.ts';

const KIND_NAMES: Readonly<Record<WalletHistoryRow['kind'], string>> = {
  topup: '充值',
  redeem: '兑换码',
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

/** `more`: further tables with their heads, whose second column is an amount. */
export function renderReport(month: string, report: WalletReport, titles: Titles, more: readonly Cells[][]): string {
  const { sums, comics } = reportTables(report, titles);
  const sales = comics.length === 1 ? '这个月没有卖出。\n' : renderTable(comics, [2, 3, 4, 5]);
  const others = more.map((table) => `${renderTable(table, [1])}\n`).join('');
  return `${month}\n\n${renderTable(sums, [1, 2, 3, 4])}\n${others}${sales}`;
}
