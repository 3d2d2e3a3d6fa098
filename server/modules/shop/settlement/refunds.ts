import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../../core/db.ts';
import type { Channel, RefundState } from '../channel.ts';
import { withinTime } from '../channel-call.ts';
import { lockOrder, markRefunded } from '../orders/store.ts';
import { listPayments } from './payment-store.ts';
import { type DueRefund, endRefund, findOrderOfRefund, takeDueRefunds, tryRefundAgain } from './refund-store.ts';

export type Refunds = {
  /** Tries every refund whose time has come. */
  tryDue(now: Date): Promise<void>;
  /** What the channel says of a refund; false where there is none of that number. */
  learn(refundNo: string, state: RefundState, now: Date): Promise<boolean>;
};

const AT_ONCE = 20;
const LEASE_MS = 60_000;
/** Doubled with every try. */
const RETRY_MS = 60_000;
const LONGEST_MS = 6 * 3600 * 1000;
/** From then on a person should look. */
const MANY_TRIES = 5;

export function createRefunds(pool: Pool, log: Logger, channels: ReadonlyMap<string, Channel>): Refunds {
  async function end(no: string, orderId: number, state: 'done' | 'failed', now: Date): Promise<void> {
    await transaction(pool, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!(await endRefund(tx, no, state, now)) || state === 'failed') return;
      // The second payment of an order leaves it as it is.
      const stands = (await listPayments(tx, orderId)).some((payment) => payment.state !== 'surplus');
      if (!stands && order.state === 'paid') await markRefunded(tx, orderId);
    });
    if (state === 'done') log.info({ refund: no }, 'a refund is done');
    else log.error({ alarm: 'shop', refund: no }, 'the channel refuses a refund: give the money back by hand there');
  }

  async function attempt(due: DueRefund, now: Date): Promise<void> {
    const channel = channels.get(due.channel);
    const wait = Math.min(RETRY_MS * 2 ** Math.min(due.tries, 20), LONGEST_MS);
    const again = () => tryRefundAgain(pool, due.id, new Date(now.getTime() + wait));
    try {
      if (!channel) throw new Error(`the channel ${due.channel} is not set up`);
      const state = await withinTime((signal) => channel.refund({ ...due, refundNo: due.no }, signal));
      if (state === 'pending') await again();
      else await end(due.no, due.orderId, state, now);
    } catch (error) {
      const level = due.tries >= MANY_TRIES ? 'error' : 'warn';
      const told = { err: error, refund: due.no, order: due.orderNo, tries: due.tries };
      log[level]({ ...told, ...(level === 'error' && { alarm: 'shop' }) }, 'a refund failed and is tried again');
      await again();
    }
  }

  return {
    async tryDue(now) {
      const due = await takeDueRefunds(pool, now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
      await Promise.all(due.map((refund) => attempt(refund, now)));
    },

    async learn(refundNo, state, now) {
      const orderId = await findOrderOfRefund(pool, refundNo);
      if (orderId === null) return false;
      if (state !== 'pending') await end(refundNo, orderId, state, now);
      return true;
    },
  };
}
