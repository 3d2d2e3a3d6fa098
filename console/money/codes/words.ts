import type { DataOf, InputOf } from '#contract/call';
import type { batchList, batchPreview } from '#contract/console/redeeming';
import { moneyText } from '#contract/currencies';

export type Batch = DataOf<typeof batchList>['list'][number];
export type Terms = InputOf<typeof batchPreview>;
type Grant = Pick<Batch, 'coins' | 'bonus' | 'tickets' | 'priceFen'> & { passDays?: number | undefined };

export const STATES = {
  unapproved: '等待批准',
  approved: '已批准，还没生成',
  waiting: '还没开始',
  running: '可以兑换',
  ended: '已到期',
  stopped: '已停用',
} as const;

/** The content of one code, or of a number of codes. */
export function grantText({ coins, bonus, tickets, passDays = 0, priceFen }: Grant): string {
  const sold = priceFen > 0 ? `（售 ${moneyText(priceFen, 'CNY')}）` : '';
  return [
    coins > 0 && `${countText(coins)} 漫币${sold}`,
    passDays > 0 && `月卡 ${countText(passDays)} 天${sold}`,
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
