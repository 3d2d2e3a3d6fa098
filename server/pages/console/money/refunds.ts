import type { Pool } from 'pg';
import * as calls from '#contract/console/orders';
import { moneyText } from '#contract/currencies';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import {
  findOrder,
  listPayments,
  listRefunds,
  NoRefund,
  needsSecondPerson,
  type Order,
  requestRefund,
  type Shop,
} from '../../../modules/shop/shop.ts';
import { staffActor } from '../../../modules/staff/staff.ts';
import { readBalances } from '../../../modules/wallet/wallet.ts';

type Parts = { pool: Pool; shop: Pick<Shop, 'previewRefund' | 'refund'> };

/** Refunds, which are previewed first. */
export function refundCalls({ pool, shop }: Parts): Served[] {
  return [
    serve(calls.refundPreview, async ({ now }, { no, ...wish }) => {
      const order = (await findOrder(pool, no)) ?? refuse('orderNotFound');
      const found = await refusing(order, shop.previewRefund(order, wish, now));
      const { payment, amount, rest, takesBack, coins, bonus, taken, expired, unusedDays } = found;
      const { refunded, currency } = payment;
      const held = order.readerId === null ? null : await readBalances(pool, order.readerId, now);
      const balances = held && { coins: held.coins, bonus: held.bonus };
      return {
        refundNo: found.no,
        balances,
        amount,
        currency,
        refunded,
        rest,
        takesBack,
        coins,
        bonus,
        ...(order.passDays > 0 && { pass: { days: order.passDays, unused: unusedDays } }),
        taken,
        expired,
      };
    }),
    serve(calls.refundOrder, async ({ caller, now }, { no, reason, refundNo, taken, ...wish }) => {
      const order = (await findOrder(pool, no)) ?? refuse('orderNotFound');
      const asked = { ...wish, actor: staffActor(caller.personId), note: reason, confirmed: { no: refundNo, taken } };
      const isRepeated = (await listRefunds(pool, order.id)).some((each) => each.no === refundNo);
      const { refunded = 0 } = (await listPayments(pool, order.id)).find((each) => each.state === 'credited') ?? {};
      if (!isRepeated && needsSecondPerson(order, refunded, wish.amount)) {
        await refusing(order, requestRefund(pool, order, { ...asked, refundNo }, now));
        return { refundNo, amount: wish.amount, waits: true };
      }
      const made = await refusing(order, shop.refund(order, asked, now));
      return { refundNo: made.no, amount: made.amount, waits: false };
    }),
  ];
}

/** Turns the reason why a refund is impossible into a refusal. */
export async function refusing<T>(order: Order, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof NoRefund)) throw error;
    if (error.reason === 'changed') refuse('orderChanged');
    return refuse('refundRefused', null, whyNot(order, error));
  }
}

function whyNot({ currency }: Order, { reason, left }: NoRefund): string {
  if (reason === 'not-granted') return '这张订单没有到账，不能从这里退';
  if (reason === 'too-much') return `不能退这么多，还可以退 ${moneyText(left, currency)}`;
  if (reason === 'days-used') return '月卡的日子都已经开始或退完了；仍要退钱，选不收回';
  return '这笔钱已经全部退了，或正在退，或因争议冻结着';
}
