import { moneyText } from '#contract/currencies';
import { type OrderAnswer, refundState, resultText } from './words.ts';

export type Moment = { key: string; at: string; text: string };

/** Everything that happened to an order, the earliest first. */
export function timelineOf({ payments, notifications, refunds, ...order }: OrderAnswer): Moment[] {
  const money = (amount: number) => moneyText(amount, order.currency);
  const moments: Moment[] = [
    { key: 'ordered', at: order.at, text: `下单，${money(order.amount)}` },
    ...payments.map(({ transactionId, paidAt, amount }) => {
      return { key: `payment ${transactionId}`, at: paidAt, text: `付款 ${money(amount)}` };
    }),
    ...notifications.map(({ id, at, result, times }) => {
      return {
        key: `notification ${id}`,
        at,
        text: `渠道通知：${resultText(result)}${times > 1 ? `，共 ${times} 次` : ''}`,
      };
    }),
    ...refunds.flatMap((refund) => {
      const { no, amount, at, doneAt } = refund;
      const begun = { key: `refund ${no}`, at, text: `登记退款 ${money(amount)}` };
      return doneAt === null ? [begun] : [begun, { key: `refunded ${no}`, at: doneAt, text: refundState(refund) }];
    }),
  ];
  const granted = order.pass ? `月卡 ${order.pass.days} 天` : ` ${order.coins} 漫币、${order.grantedBonus} 赠币`;
  if (order.grantedAt !== null) moments.push({ key: 'granted', at: order.grantedAt, text: `到账${granted}` });
  if (order.closedAt !== null) moments.push({ key: 'closed', at: order.closedAt, text: '关闭' });
  return moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
