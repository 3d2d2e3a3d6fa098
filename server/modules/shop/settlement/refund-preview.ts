import type { Pool } from 'pg';
import type { Order } from '../orders/store.ts';
import type { ShopPorts, TakenBack } from '../ports.ts';
import { planRefund, type RefundPlan, type RefundWish, refundNumber } from './refund-order.ts';
import { listRefunds } from './refund-store.ts';

export type RefundPreview = RefundPlan & {
  /** The number that the refund gets if nothing changes before it. */
  no: string;
  /** The amount that can still be refunded afterwards. */
  rest: number;
  taken: TakenBack;
  /** Bonus that expired unused. It becomes no debt. */
  expired: number;
};

/** The result of a refund at this moment, which is not made; throws `NoRefund`. */
export async function previewRefund(
  pool: Pool,
  ports: Pick<ShopPorts, 'previewTakeBack' | 'unusedPassDays'>,
  order: Order,
  wish: RefundWish,
  now: Date,
): Promise<RefundPreview> {
  const plan = await planRefund(pool, ports, order, wish, now);
  const { amount, takesBack, coins, bonus, passDays } = plan;
  const share = { of: `topup:${order.no}`, coins, bonus };
  const taken =
    takesBack && order.readerId !== null && order.passDays === 0
      ? await ports.previewTakeBack(pool, order.readerId, share, now)
      : { coins: 0, bonus: 0, debt: 0 };
  return {
    ...plan,
    no: refundNumber(order, await listRefunds(pool, order.id)),
    rest: plan.left - amount,
    taken: { ...taken, passDays },
    expired: takesBack ? coins + bonus - taken.coins - taken.bonus - taken.debt : 0,
  };
}
