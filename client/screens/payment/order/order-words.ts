import type { ChargeOrder, OrderState } from '#contract/order-shapes';
import { moneyText } from '../../../features/buying/yuan/money-text.ts';

const STATES: Readonly<Record<OrderState, string>> = {
  created: '待支付',
  paid: '已支付，正在到账',
  granted: '已到账',
  closed: '已关闭',
  refunded: '已退款',
};

function stateText(state: OrderState): string {
  return STATES[state];
}

type Refund = ChargeOrder['refunds'][number];
type CoinNames = { coins: string; bonus: string };

/** The state of an order as text, refunds included. A partly refunded order is still granted. */
export function orderText({ state, refunds }: Pick<ChargeOrder, 'state' | 'refunds'>): string {
  if (state !== 'granted') return stateText(state);
  if (refunds.some((refund) => refund.state === 'frozen')) return '付款有争议，已冻结';
  if (refunds.some((refund) => refund.state === 'pending')) return '退款中';
  return refunds.length > 0 ? '部分退款' : stateText(state);
}

const REFUND_STATES: Readonly<Record<Refund['state'], string>> = {
  pending: '退款中',
  done: '已退',
  frozen: '冻结',
};

/** A refund as text: 已退 ¥6，收回 60 漫币 + 30 赠币; of 月卡: 已退 ¥6，收回月卡 12 天. */
export function refundText(
  { amount, state, ...taken }: Refund,
  { currency }: Pick<ChargeOrder, 'currency'>,
  names: CoinNames,
): string {
  const text = grantText(taken, names);
  return `${REFUND_STATES[state]} ${moneyText(amount, currency)}${text && `，收回${taken.passDays ? '' : ' '}${text}`}`;
}

type Grant = { coins: number; bonus: number; passDays?: number | undefined };

/** The content of an order: 300 漫币 + 30 赠币, or 月卡 30 天. */
export function grantText({ coins, bonus, passDays }: Grant, names: CoinNames): string {
  if (passDays) return `月卡 ${passDays} 天`;
  const parts = [coins > 0 && `${coins} ${names.coins}`, bonus > 0 && `${bonus} ${names.bonus}`];
  return parts.filter(Boolean).join(' + ');
}
