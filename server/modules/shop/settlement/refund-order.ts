import type { Pool } from 'pg';
import type { Tx } from '../../../core/db/db.ts';
import { addEntry } from '../../audit/audit.ts';
import { moneyText } from '../money.ts';
import type { Order } from '../orders/store.ts';
import type { ShopPorts, TakenBack } from '../ports.ts';
import { withLockedOrder } from './owned-order.ts';
import { listPayments, type Payment } from './payment-store.ts';
import { type Share, shareOf } from './refund-share.ts';
import { addRefund, listRefunds, type NewRefund } from './refund-store.ts';

/** The request of an operator; `amount`: `null` = the whole rest. */
export type RefundWish = { amount: number | null; takesBack: boolean };

/** The money and its share of the grant. No share if the reader is erased or keeps it. */
export type RefundPlan = Share & { payment: Payment; amount: number; takesBack: boolean };

export type NoRefundReason = 'not-granted' | 'nothing-left' | 'too-much';

/** The reason to refuse a refund; `left`: the largest possible amount. */
export class NoRefund extends Error {
  readonly reason: NoRefundReason;
  readonly left: number;
  constructor(reason: NoRefundReason, left = 0) {
    super(`the order can't be given back: ${reason}`);
    this.reason = reason;
    this.left = left;
  }
}

type RefundPorts = Pick<ShopPorts, 'lockReader' | 'addGrowth' | 'takeBack'>;

/** The refund of a request; throws `NoRefund`. The result is certain only while the order is locked. */
export async function planRefund(db: Pool | Tx, order: Order, { amount, takesBack }: RefundWish): Promise<RefundPlan> {
  const payment = (await listPayments(db, order.id)).find(({ state }) => state === 'credited');
  if (!payment) throw new NoRefund('not-granted');
  const left = payment.amount - payment.refunded;
  if (left === 0) throw new NoRefund('nothing-left');
  const wanted = amount ?? left;
  if (wanted > left) throw new NoRefund('too-much', left);
  const takes = takesBack && order.readerId !== null;
  const share = takes ? shareOf(order, await listRefunds(db, order.id), wanted) : { coins: 0, bonus: 0, cashFen: 0 };
  return { payment, amount: wanted, takesBack: takes, ...share };
}

/** Stores a refund, holds its share of the grant and writes a log entry, in one transaction. The channel is called later. */
export function refundOrder(
  pool: Pool,
  ports: RefundPorts,
  order: Order,
  { actor, note, ...wish }: RefundWish & { actor: string; note: string },
  now: Date,
): Promise<RefundPlan & { no: string; taken: TakenBack }> {
  return withLockedOrder(pool, ports, order, async (tx, locked, isHere) => {
    const plan = await planRefund(tx, isHere ? locked : { ...locked, readerId: null }, wish);
    const earlier = await listRefunds(tx, locked.id);
    const no = `${locked.no}-R${earlier.length + 1}`;
    const taken = await claimRefund(tx, ports, locked, { no, plan, reason: 'operator', actor, note }, now);
    const { payment, amount, takesBack } = plan;
    const change = {
      before: { refunded: payment.refunded },
      after: { refunded: payment.refunded + amount, currency: payment.currency, refund: no, takes_back: takesBack },
    };
    const entry = {
      actor,
      reason: note,
      action: 'refund',
      subject: 'order',
      subjectId: locked.id,
      undoes: null,
    } as const;
    await addEntry(tx, { ...entry, ...change }, now);
    return { ...plan, no, taken };
  });
}

type Claim = Pick<NewRefund, 'no' | 'reason' | 'actor' | 'note'> & { plan: RefundPlan };

/** The order and its reader must be locked. */
export async function claimRefund(
  tx: Tx,
  ports: RefundPorts,
  { no: orderNo, readerId }: Order,
  { plan, ...claim }: Claim,
  now: Date,
): Promise<TakenBack> {
  const { payment, amount, takesBack, coins, bonus, cashFen } = plan;
  let taken: TakenBack = { coins: 0, bonus: 0, debt: 0 };
  if (takesBack && readerId !== null) {
    const what =
      claim.reason === 'dispute' ? '付款有争议，暂时冻结' : `退款 ${moneyText(amount, payment.currency)}，收回`;
    const wanted = { key: holdKey(claim.no), title: what, of: `topup:${orderNo}`, coins, bonus };
    taken = await ports.takeBack(tx, readerId, wanted, now);
    await ports.addGrowth(tx, readerId, -cashFen);
  }
  const { coins: takenCoins, bonus: takenBonus, debt } = taken;
  const shares = { takesBack, cashFen, coins, bonus, takenCoins, takenBonus, debt };
  await addRefund(tx, { ...claim, paymentId: payment.id, amount, ...shares }, now);
  return taken;
}

/** The key in the ledger of what a refund takes back. */
export function holdKey(refundNo: string): string {
  return `refund:${refundNo}`;
}
