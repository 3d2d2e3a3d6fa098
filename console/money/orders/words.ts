import type { DataOf } from '#contract/call';
import type { orderList, orderShow, refundRequests } from '#contract/console/orders';

type Row = DataOf<typeof orderList>['list'][number];
export type OrderAnswer = DataOf<typeof orderShow>;
export type Refund = OrderAnswer['refunds'][number];
export type RefundRequest = DataOf<typeof refundRequests>['list'][number];

export const STATES: Readonly<Record<Row['state'], string>> = {
  created: '待付款',
  paid: '已付未到账',
  granted: '已到账',
  closed: '已关闭',
  refunded: '已退款',
};

/** The choices of the filter. */
export const STATE_OPTIONS = [
  ['', '全部状态'],
  ...(Object.entries(STATES) as [Row['state'], string][]),
  ['disputed', '争议中'],
] as const;

export const PAYMENTS = {
  held: '已收到，到账失败，会自动再试',
  credited: '已到账',
  surplus: '多付的，自动退回',
} as const;

export const REFUND_REASONS = {
  'paid-twice': '付了两次，自动退回',
  'reader-gone': '读者已注销，自动退回',
  operator: '人工退款',
  dispute: '付款人向银行提出争议',
} as const;

export function refundState({ reason, state, tries }: Refund): string {
  if (reason === 'dispute')
    return { pending: '处理中，漫币已冻结', done: '已败诉，钱被扣走', failed: '已胜诉，已解冻' }[state];
  if (state === 'pending') return tries > 1 ? `退款中，已试 ${tries} 次` : '退款中';
  return state === 'done' ? '已退款' : '渠道拒绝，要到渠道的后台处理';
}

/**
 * What a refund that waits for approval will take back, as text. The number of unused days of 月卡 is only in the preview, because
 * it falls each day.
 */
export function wishText({ takesBack, passDays }: Pick<RefundRequest, 'takesBack' | 'passDays'>): string {
  if (passDays === undefined) return takesBack ? '收回漫币' : '不收回漫币';
  return takesBack ? `收回 ${passDays} 天月卡里还没有开始的天数` : `不收回月卡（${passDays} 天）`;
}

export function takenText({ takesBack, state, taken: { coins, bonus, debt, passDays } }: Refund): string {
  if (!takesBack) return '什么也没有收回';
  if (passDays > 0) return `${state === 'failed' ? '已还给读者' : '收回'}月卡 ${passDays} 天`;
  const owed = debt > 0 ? `，记欠 ${debt} 漫币` : '';
  return `${state === 'failed' ? '已还给读者' : '收回'} ${coins} 漫币、${bonus} 赠币${owed}`;
}

/** Why a notification of a channel was refused. */
const RESULTS: Readonly<Record<string, string>> = {
  accepted: '已处理',
  'unknown-order': '没有这张订单',
  'wrong-channel': '订单不是这个渠道的',
  'wrong-merchant': '收款的商户不对',
  'wrong-app': '应用不对',
  'wrong-currency': '货币不对',
  'wrong-amount': '金额与订单不符',
  'wrong-transaction': '交易号属于另一张订单',
};

export function resultText(result: string | null): string {
  return result === null ? '还没有处理' : (RESULTS[result] ?? result);
}
