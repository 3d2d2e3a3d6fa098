import type { DataOf, InputOf } from '#contract/call';
import type { batchList, batchPreview } from '#contract/console/redeeming';
import { moneyText } from '#contract/currencies';

export type Batch = DataOf<typeof batchList>['list'][number];
export type Terms = InputOf<typeof batchPreview>;
type Grant = Pick<Batch, 'coins' | 'bonus' | 'tickets' | 'priceFen'>;

export const STATES = { waiting: '还没开始', running: '可以兑换', ended: '已到期', stopped: '已停用' } as const;

/** What a code, or a number of codes, brings. */
export function grantText({ coins, bonus, tickets, priceFen }: Grant): string {
  return [
    coins > 0 && `${countText(coins)} 漫币（售 ${moneyText(priceFen, 'CNY')}）`,
    bonus > 0 && `${countText(bonus)} 赠币`,
    tickets > 0 && `${countText(tickets)} 张阅读券`,
  ]
    .filter(Boolean)
    .join('、');
}

export function usedText({ used, count }: Pick<Batch, 'used' | 'count'>): string {
  return `${countText(used)} / ${countText(count)}`;
}

export function readerText(readerId: number | null): string {
  return readerId === null ? '已注销的读者' : `读者 ${readerId}`;
}

export const countText = (count: number) => count.toLocaleString('zh-CN');
