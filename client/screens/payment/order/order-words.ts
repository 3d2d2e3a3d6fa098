import type { OrderState } from '#contract/shapes';

const STATES: Readonly<Record<OrderState, string>> = {
  created: '待支付',
  paid: '已支付，正在到账',
  granted: '已到账',
  closed: '已关闭',
  refunded: '已退款',
};

export function stateText(state: OrderState): string {
  return STATES[state];
}

/** What an order gives: 300 漫币 + 30 赠币. */
export function coinsText(
  { coins, bonus }: { coins: number; bonus: number },
  names: { coins: string; bonus: string },
): string {
  return bonus > 0 ? `${coins} ${names.coins} + ${bonus} ${names.bonus}` : `${coins} ${names.coins}`;
}
