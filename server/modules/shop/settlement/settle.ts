import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { addNotices } from '../../notices/notices.ts';
import type { Channel, ChannelPayment } from '../channel.ts';
import { findOrder, hasGrantedOrder, lockOrder, markGranted, markPaid, type Order } from '../orders/store.ts';
import type { GrantPorts } from '../ports.ts';
import { withLockedOrder } from './owned-order.ts';
import { findPayment, listPayments, type Payment, type PaymentState, putPayment } from './payment-store.ts';
import { passKey } from './refund-order.ts';
import { addRefund, type RefundReason } from './refund-store.ts';

/** The reason to refuse a payment. */
export type Mismatch =
  | 'unknown-order'
  | 'wrong-channel'
  | 'wrong-merchant'
  | 'wrong-app'
  | 'wrong-currency'
  | 'wrong-amount'
  | 'wrong-transaction';

/** `granted` now; `known`: granted before; `surplus`: to be refunded. */
export type Settled = 'granted' | 'known' | 'surplus' | Mismatch;

export type Settlement = {
  /** Grants an order for a payment, exactly once. Throws if that is impossible now. */
  settle(channel: Channel, payment: ChannelPayment, now: Date): Promise<Settled>;
  /** Grants an order with a held payment. */
  settleHeld(order: Order, now: Date): Promise<void>;
};

/** How long the bonus of a top-up can be used. */
export const BONUS_DAYS = 90;
const DAY_MS = 24 * 3600 * 1000;
const RETRY_MS = 15_000;

/** Without a grant. */
const KEEPS = {
  takesBack: false,
  cashFen: 0,
  coins: 0,
  bonus: 0,
  passDays: 0,
  takenCoins: 0,
  takenBonus: 0,
  debt: 0,
  actor: null,
  note: null,
} as const;

type Money = Pick<Payment, 'transactionId' | 'amount' | 'currency' | 'paidAt'>;

export function createSettlement(pool: Pool, log: Logger, ports: GrantPorts): Settlement {
  /** All in one transaction. */
  async function settleIn(tx: Tx, order: Order, isHere: boolean, money: Money, now: Date): Promise<Settled> {
    const { id, readerId } = order;
    const payments = await listPayments(tx, id);
    const earlier = payments.find(({ transactionId }) => transactionId === money.transactionId);
    if (earlier && earlier.state !== 'held') return 'known';
    const isPaidBefore = payments.some(({ state }) => state !== 'surplus' && !earlier);
    const state: PaymentState = isPaidBefore || !isHere ? 'surplus' : 'credited';
    const paymentId = await putPayment(tx, id, order.channel, money, state, now);
    if (paymentId === null) return 'wrong-transaction';
    if (state === 'credited' && readerId !== null) {
      await grant(tx, { ...order, readerId }, now);
      return 'granted';
    }
    await giveBack(tx, order, { paymentId, money, reason: isPaidBefore ? 'paid-twice' : 'reader-gone' }, now);
    return 'surplus';
  }

  async function grant(tx: Tx, order: Order & { readerId: number }, now: Date): Promise<void> {
    const { readerId, no, coins, passDays, cashFen } = order;
    await ports.addGrowth(tx, readerId, cashFen);
    const bonus = passDays > 0 ? await grantDays(tx, order, now) : await grantCoins(tx, order, now);
    await markGranted(tx, order.id, bonus, now);
    const about = { orderId: no, coins, bonus, ...(passDays > 0 && { passDays }) };
    await addNotices(tx, [{ readerId, age: 0 }], { kind: 'granted', about }, now);
  }

  async function grantDays(tx: Tx, order: Order & { readerId: number }, now: Date): Promise<number> {
    const { readerId, no, passDays: days, cashFen: priceFen } = order;
    const isNew = await ports.grantPass(tx, readerId, { key: passKey(no), source: 'order', days, priceFen }, now);
    if (!isNew) throw new Error(`the order ${no} was granted before, but does not know it`);
    return 0;
  }

  /** Returns the bonus. */
  async function grantCoins(tx: Tx, order: Order & { readerId: number }, now: Date): Promise<number> {
    const { readerId, no, coins, cashFen } = order;
    const isFirst = !(await hasGrantedOrder(tx, readerId));
    const bonus = order.bonus + (isFirst ? order.firstBonus : 0);
    const expiresAt = new Date(now.getTime() + BONUS_DAYS * DAY_MS);
    const topUp = {
      kind: 'topup',
      key: `topup:${no}`,
      title: `充值 ${coins} 漫币`,
      coins: { amount: coins, costFen: cashFen },
    } as const;
    const granted = await ports.credit(
      tx,
      readerId,
      bonus > 0 ? { ...topUp, bonus: { amount: bonus, expiresAt } } : topUp,
      now,
    );
    if (!granted) throw new Error(`the order ${no} was granted before, but does not know it`);
    return bonus;
  }

  type Surplus = { paymentId: number; money: Money; reason: RefundReason };

  async function giveBack(tx: Tx, order: Order, { paymentId, money, reason }: Surplus, now: Date): Promise<void> {
    const { no, state } = order;
    // The number of the refund derives from the number of the order, so it is always the same.
    await addRefund(tx, { ...KEEPS, no: `${no}-${paymentId}`, paymentId, amount: money.amount, reason }, now);
    if (reason === 'reader-gone' && state !== 'refunded') await markPaid(tx, order.id, now, null);
    const why = reason === 'paid-twice' ? 'an order was paid twice' : 'an order was paid whose reader is gone';
    log.error({ alarm: 'shop', order: no, transaction: money.transactionId }, `${why}: the money is given back`);
  }

  const settleOrder = (order: Order, money: Money, now: Date): Promise<Settled> =>
    withLockedOrder(pool, ports, order, (tx, locked, isHere) => settleIn(tx, locked, isHere, money, now));

  /** Stores a payment whose grant failed, so that it is granted even if the channel sends no other notification. */
  async function hold({ id }: Order, money: Money, now: Date): Promise<void> {
    await transaction(pool, async (tx) => {
      const order = await lockOrder(tx, id);
      const payments = await listPayments(tx, id);
      if (payments.some(({ state, transactionId }) => state !== 'surplus' || transactionId === money.transactionId))
        return;
      await putPayment(tx, id, order.channel, money, 'held', now);
      await markPaid(tx, id, now, new Date(now.getTime() + RETRY_MS));
    });
  }

  return {
    async settle(channel, payment, now) {
      const order = await findOrder(pool, payment.orderNo);
      const mismatch = order ? compare(order, channel, payment) : 'unknown-order';
      if (!order || mismatch) {
        const { orderNo, transactionId, amount, currency, merchant, app } = payment;
        const fields = { order: orderNo, transaction: transactionId, amount, currency, merchant, app };
        log.error(
          { alarm: 'shop', channel: channel.id, mismatch, ...fields },
          'the channel says it took money that fits no order: look it up there',
        );
        return mismatch ?? 'unknown-order';
      }
      const known = await findPayment(pool, channel.id, payment.transactionId);
      if (known?.orderId === order.id && known.state !== 'held') return 'known';
      try {
        const settled = await settleOrder(order, payment, now);
        if (settled === 'wrong-transaction')
          log.error(
            { alarm: 'shop', channel: channel.id, order: order.no, transaction: payment.transactionId },
            'the channel named one transaction for two orders: look it up there',
          );
        return settled;
      } catch (error) {
        await hold(order, payment, now).catch(() => {});
        throw error;
      }
    },

    async settleHeld(order, now) {
      const held = (await listPayments(pool, order.id)).find(({ state }) => state === 'held');
      if (held) await settleOrder(order, held, now);
    },
  };
}

function compare(order: Order, { id, account }: Channel, payment: ChannelPayment): Mismatch | null {
  if (order.channel !== id) return 'wrong-channel';
  if (payment.merchant !== account.merchant) return 'wrong-merchant';
  if (payment.app !== account.app) return 'wrong-app';
  if (payment.currency !== order.currency) return 'wrong-currency';
  return payment.amount === order.amount ? null : 'wrong-amount';
}
