import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { transaction } from '../../core/db.ts';
import { addNotification } from './notification-store.ts';
import {
  addRefund,
  addTrade,
  addTransaction,
  closeTrade,
  findRefund,
  findTrade,
  listBetween,
  listTransactions,
  lockTransaction,
  payTrade,
  type SandboxTrade,
  type Transaction,
} from './trade-store.ts';
import { APP, CURRENCY, MERCHANT, type Notification, type Payment } from './wire.ts';

/** How a reader pays: as it should be, or in one of the ways in which real channels are awkward. */
export const WAYS_TO_PAY = ['pay', 'twice', 'late', 'silent'] as const;
export type WayToPay = (typeof WAYS_TO_PAY)[number];

export type NewSandboxTrade = Pick<SandboxTrade, 'orderNo' | 'title' | 'cashFen' | 'returnUrl' | 'expiresAt'>;

/** What the gateway does with its trades; it knows nothing of the shop but the numbers of its orders. */
export type Trading = ReturnType<typeof createTrading>;

const LATE_MS = 60_000;

export function createTrading(pool: Pool) {
  const newId = () => randomBytes(16).toString('hex');

  async function firstPayment(orderNo: string): Promise<Payment | null> {
    const [first] = await listTransactions(pool, orderNo);
    return first ? viewPayment(first) : null;
  }

  return {
    /** The same number is the same trade. */
    create: (trade: NewSandboxTrade, now: Date) => addTrade(pool, { ...trade, cashierKey: newId() }, now),

    async query(orderNo: string) {
      const trade = await findTrade(pool, orderNo);
      return { state: trade?.state ?? ('none' as const), payment: await firstPayment(orderNo) };
    },

    /** Afterwards nobody pays it any more, unless it was paid before. */
    async close(orderNo: string): Promise<'closed' | 'paid'> {
      await closeTrade(pool, orderNo);
      return (await findTrade(pool, orderNo))?.state === 'paid' ? 'paid' : 'closed';
    },

    /** Whether the trade could still be paid. */
    async pay({ orderNo, cashFen }: SandboxTrade, way: WayToPay, now: Date): Promise<boolean> {
      return transaction(pool, async (tx) => {
        if (!(await payTrade(tx, orderNo, now))) return false;
        const told = way === 'silent' ? null : new Date(now.getTime() + (way === 'late' ? LATE_MS : 0));
        for (let left = way === 'twice' ? 2 : 1; left > 0; left--) {
          const paid = { id: newId(), orderNo, cashFen, paidAt: now };
          await addTransaction(tx, paid);
          await addNotification(tx, JSON.stringify(paidNotification(paid)), told);
        }
        return true;
      });
    },

    /** Gives back once a number, and never more than was paid. */
    async refund(refund: { refundNo: string; transactionId: string; cashFen: number }, now: Date) {
      return transaction(pool, async (tx) => {
        const paid = await lockTransaction(tx, refund.transactionId);
        const earlier = await findRefund(tx, refund.refundNo);
        if (earlier) return earlier.cashFen === refund.cashFen ? 'done' : 'failed';
        if (!paid || refund.cashFen < 1 || paid.refundedFen + refund.cashFen > paid.cashFen) return 'failed';
        await addRefund(tx, refund, now);
        const told: Notification = { event: 'refund.done', refundNo: refund.refundNo };
        await addNotification(tx, JSON.stringify(told), now);
        return 'done';
      });
    },

    queryRefund: async (refundNo: string) => ((await findRefund(pool, refundNo)) ? 'done' : 'none'),

    bill: (from: Date, to: Date) => listBetween(pool, from, to),
  };
}

/** A payment as the shop is told of it. */
export function viewPayment({ id, orderNo, cashFen, paidAt }: Transaction): Payment {
  return {
    merchant: MERCHANT,
    app: APP,
    orderNo,
    transactionId: id,
    amount: `${Math.floor(cashFen / 100)}.${String(cashFen % 100).padStart(2, '0')}`,
    currency: CURRENCY,
    paidAt: paidAt.toISOString(),
  };
}

function paidNotification(paid: Transaction): Notification {
  return { event: 'payment.paid', payment: viewPayment(paid) };
}
