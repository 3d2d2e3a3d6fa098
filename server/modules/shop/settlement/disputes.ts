import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Notice } from '../channel.ts';
import { findOrderById } from '../orders/store.ts';
import type { ShopPorts } from '../ports.ts';
import { withLockedOrder } from './owned-order.ts';
import { findPayment } from './payment-store.ts';
import { claimRefund, planRefund } from './refund-order.ts';
import { findRefund } from './refund-store.ts';
import type { Refunds } from './refunds.ts';

export type Dispute = Extract<Notice, { kind: 'dispute' }>;

export type Disputes = {
  /** Holds the grant of the disputed payment. A lost dispute takes it permanently, a won one restores it: once, in any order. */
  learn(channel: string, dispute: Dispute, now: Date): Promise<void>;
};

export function createDisputes(pool: Pool, log: Logger, ports: ShopPorts, refunds: Refunds): Disputes {
  async function open(
    channel: string,
    { disputeNo, transactionId, amount, currency }: Dispute,
    now: Date,
  ): Promise<void> {
    const payment = await findPayment(pool, channel, transactionId);
    const order = payment && (await findOrderById(pool, payment.orderId));
    const fields = { alarm: 'shop', channel, transaction: transactionId, dispute: disputeNo };
    if (!order) return log.error(fields, 'a payment is disputed that is none of ours: look it up there');
    const isNew = await withLockedOrder(pool, ports, order, async (tx, locked, isHere) => {
      if (await findRefund(tx, disputeNo)) return false;
      const disputed = await findPayment(tx, channel, transactionId);
      if (disputed?.state === 'held') throw new Error('a payment is disputed whose coins are not granted yet');
      const left = disputed?.state === 'credited' ? disputed.amount - disputed.refunded : 0;
      if (left === 0) return true;
      // The share of the payment is unknown if the dispute has another currency.
      const disputedAmount = currency === payment.currency ? Math.min(amount, left) : left;
      const wish = { amount: disputedAmount, takesBack: isHere, isForced: true };
      const plan = await planRefund(tx, ports, locked, wish, now);
      await claimRefund(tx, ports, locked, { no: disputeNo, plan, reason: 'dispute', actor: null, note: null }, now);
      return true;
    });
    if (isNew)
      log.error(
        { ...fields, order: order.no, amount, currency },
        'a payment is disputed: what it granted is held; answer the dispute there',
      );
  }

  return {
    async learn(channel, dispute, now) {
      await open(channel, dispute, now);
      if (dispute.state === 'open') return;
      await refunds.learn(dispute.disputeNo, dispute.state === 'lost' ? 'done' : 'failed', now);
    },
  };
}
