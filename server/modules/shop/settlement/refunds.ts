import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Tx } from '../../../core/db/db.ts';
import { addNotices } from '../../notices/notices.ts';
import type { Channel, ChannelsById, RefundState } from '../channel.ts';
import { withinTime } from '../channel-call.ts';
import { markRefunded, type Order } from '../orders/store.ts';
import type { ShopPorts } from '../ports.ts';
import { withLockedOrder } from './owned-order.ts';
import { listPayments } from './payment-store.ts';
import { holdKey } from './refund-order.ts';
import {
  type DueRefund,
  findOrderOfRefund,
  findRefund,
  listRefunds,
  markRefundDone,
  markRefundFailed,
  type Refund,
  takeDueRefunds,
  tryRefundAgain,
} from './refund-store.ts';

export type Refunds = {
  /** Tries all due refunds. */
  tryDue(now: Date): Promise<void>;
  /** Handles the result of a refund; `false` if the number is unknown. */
  learn(refundNo: string, state: RefundState, now: Date): Promise<boolean>;
};

type EndPorts = Pick<ShopPorts, 'lockReader' | 'addGrowth' | 'confirmTaken' | 'restoreTaken' | 'restorePass'>;

const AT_ONCE = 20;
const LEASE_MS = 60_000;
/** The delay after the first try; it doubles with every try. */
const RETRY_MS = 60_000;
const LONGEST_MS = 6 * 3600 * 1000;
/** From this number of tries on, a failure is an alarm. */
const MANY_TRIES = 5;

export function createRefunds(pool: Pool, log: Logger, channels: ChannelsById, ports: EndPorts): Refunds {
  /** A refund that is done stays done. `false` if the number is unknown. */
  async function end(no: string, state: 'done' | 'failed', now: Date): Promise<boolean> {
    const owned = await findOrderOfRefund(pool, no);
    if (!owned) return false;
    const ended = await withLockedOrder(pool, ports, owned, async (tx, order, isHere) => {
      const refund = await findRefund(tx, no);
      if (!refund || refund.state === 'done' || refund.state === state) return refund;
      if (state === 'done') await complete(tx, order, refund, now);
      else await undo(tx, order, refund, isHere, now);
      return refund;
    });
    if (ended && ended.state !== state) logOutcome(ended, state);
    return true;
  }

  async function complete(tx: Tx, order: Order, refund: Refund, now: Date): Promise<void> {
    if (refund.takesBack && order.passDays === 0 && refund.state === 'pending')
      await ports.confirmTaken(tx, holdKey(refund.no), now);
    await markRefundDone(tx, refund, now);
    // The refund of a second payment does not change the order.
    const standing = (await listPayments(tx, order.id)).find((payment) => payment.state !== 'surplus');
    const givenBack = (await listRefunds(tx, order.id))
      .filter(({ paymentId, state }) => paymentId === standing?.id && state === 'done')
      .reduce((sum, { amount }) => sum + amount, 0);
    if (standing ? givenBack !== standing.amount : order.state !== 'paid') return;
    await markRefunded(tx, order.id);
    const { readerId, no } = order;
    if (readerId !== null)
      await addNotices(tx, [{ readerId, age: 0 }], { kind: 'refunded', about: { orderId: no } }, now);
  }

  async function undo(tx: Tx, order: Order, refund: Refund, isHere: boolean, now: Date): Promise<void> {
    const { no, takesBack, cashFen, reason } = refund;
    const readerId = isHere ? order.readerId : null;
    if (takesBack) {
      const title = reason === 'dispute' ? '争议已解决，解冻' : '退款没有成功，退回';
      if (order.passDays > 0) await ports.restorePass(tx, readerId, holdKey(no), now);
      else await ports.restoreTaken(tx, readerId, { key: holdKey(no), title }, now);
      if (readerId !== null) await ports.addGrowth(tx, readerId, cashFen);
    }
    await markRefundFailed(tx, no);
  }

  function logOutcome(refund: Refund, state: 'done' | 'failed'): void {
    const { isAlarm, says } = outcomeOf(refund, state);
    if (isAlarm) log.error({ alarm: 'shop', refund: refund.no }, says);
    else log.info({ refund: refund.no }, says);
  }

  async function attempt(due: DueRefund, now: Date): Promise<void> {
    const channel = channels.get(due.channel);
    const wait = Math.min(RETRY_MS * 2 ** Math.min(due.tries, 20), LONGEST_MS);
    const again = () => tryRefundAgain(pool, due.id, new Date(now.getTime() + wait));
    try {
      if (!channel) throw new Error(`the channel ${due.channel} is not set up`);
      const state = await askFor(channel, due);
      if (state === 'pending') await again();
      else await end(due.no, state, now);
    } catch (error) {
      const level = due.tries >= MANY_TRIES ? 'error' : 'warn';
      const fields = { err: error, refund: due.no, order: due.orderNo, tries: due.tries };
      log[level]({ ...fields, ...(level === 'error' && { alarm: 'shop' }) }, 'a refund failed and is tried again');
      await again();
    }
  }

  return {
    async tryDue(now) {
      let due: DueRefund[];
      do {
        due = await takeDueRefunds(pool, now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
        await Promise.all(due.map((refund) => attempt(refund, now)));
      } while (due.length === AT_ONCE);
    },

    async learn(refundNo, state, now) {
      if (state !== 'pending') return end(refundNo, state, now);
      return (await findOrderOfRefund(pool, refundNo)) !== null;
    },
  };
}

/** From the second try on, the channel can have the refund already. */
async function askFor(channel: Channel, due: DueRefund): Promise<RefundState> {
  const refund = { ...due, refundNo: due.no };
  const known = due.tries > 1 ? await withinTime((signal) => channel.queryRefund(refund, signal)) : 'none';
  return known === 'none' ? withinTime((signal) => channel.refund(refund, signal)) : known;
}

/** The log message of a change of state. */
function outcomeOf({ reason, state: before, takesBack }: Refund, state: 'done' | 'failed') {
  if (before === 'done')
    return { isAlarm: true, says: 'the channel takes back that a refund is done: look it up there' };
  if (before === 'failed')
    return { isAlarm: true, says: 'a refund that was refused is done after all: its coins stay with the reader' };
  if (reason === 'dispute')
    return state === 'done'
      ? { isAlarm: true, says: 'a dispute is lost: what the payment granted is taken back' }
      : { isAlarm: false, says: 'a dispute is won: what the payment granted is free again' };
  if (state === 'done') return { isAlarm: false, says: 'a refund is done' };
  const next = takesBack ? 'what was taken is given back, the money stays' : 'give the money back by hand there';
  return { isAlarm: true, says: `the channel refuses a refund: ${next}` };
}
