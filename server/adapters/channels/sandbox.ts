import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../core/dispatch/ctx.ts';
import type { Module } from '../../core/module/module.ts';
import {
  type Channel,
  type ChannelPayment,
  createSandboxBook,
  type SandboxPayment,
  type SandboxTrade,
} from '../../modules/shop/shop.ts';

export const SANDBOX_ID = 'sandbox';

const CURRENCY = 'CNY';
const ACCOUNT = { merchant: 'sandbox-merchant', app: 'sandbox-app' };
const DAY_MS = 24 * 3600 * 1000;
/** The delay before the shop is notified again of a payment that it could not grant, or is notified late. */
const NOTIFY_AFTER_MS = 60_000;

/** The channel that takes no money. It is part of this process and keeps its trades in the database of the shop. */
export function createSandboxChannel(pool: Pool, clock: Clock): Channel {
  const book = createSandboxBook(pool);
  return {
    id: SANDBOX_ID,
    name: '沙箱支付',
    icon: 'sandbox',
    test: true,
    scenes: ['pc', 'mobile', 'wechat'],
    currency: CURRENCY,
    account: ACCOUNT,

    async create({ orderNo, siteUrl }) {
      const url = `${siteUrl}/sandbox/cashier/${await book.open(orderNo)}`;
      return { next: { kind: 'redirect', url }, reference: null };
    },

    async query({ orderNo }) {
      const state = await book.stateOf(orderNo);
      if (state !== 'paid') return { state };
      const payment = await book.firstPayment(orderNo);
      if (!payment) throw new Error('a paid trade has no payment');
      return { state, payment: viewPayment(payment) };
    },

    close: ({ orderNo }) => book.close(orderNo),
    refund: (refund) => book.refund(refund, clock()),
    queryRefund: async ({ refundNo }) => ((await book.isRefunded(refundNo)) ? 'done' : 'none'),

    async downloadBill(day) {
      const from = new Date(`${day}T00:00:00+08:00`);
      const lines = await book.listBetween(from, new Date(from.getTime() + DAY_MS));
      return lines.map((line) => ({ ...line, fee: 0, currency: CURRENCY }));
    },
  };
}

/** The buttons of the cashier page. The last three simulate problems of real channels. */
export const SANDBOX_ACTS = ['pay', 'cancel', 'twice', 'late', 'silent'] as const;
export type SandboxAct = (typeof SANDBOX_ACTS)[number];

/** The page on which readers pay orders of the sandbox. */
export type SandboxCashier = {
  /** The trade whose page has this key in its address. */
  find(key: string): Promise<SandboxTrade | null>;
  /** Does nothing if the trade can't be paid any more. False if there is no such button. */
  press(trade: SandboxTrade, button: string | null, now: Date): Promise<boolean>;
  /** Notifies the shop of payments that it possibly does not know. */
  notifyDue(now: Date): Promise<void>;
};

type CashierParts = {
  pool: Pool;
  log: Logger;
  /** Notifies the shop of a payment. Throws if the shop can't grant it now. */
  settle(payment: ChannelPayment, now: Date): Promise<void>;
};

export function createSandboxCashier({ pool, log, settle }: CashierParts): SandboxCashier {
  const book = createSandboxBook(pool);
  const later = (now: Date) => new Date(now.getTime() + NOTIFY_AFTER_MS);

  async function notify(payment: SandboxPayment, now: Date): Promise<void> {
    try {
      await settle(viewPayment(payment), now);
      await book.markNotified(payment.transactionId);
    } catch (error) {
      log.warn(
        { err: error, order: payment.orderNo },
        'the shop could not take a payment of the sandbox; it is notified again later',
      );
    }
  }

  async function pay(orderNo: string, act: Exclude<SandboxAct, 'cancel'>, now: Date): Promise<void> {
    // Stored before the shop is notified: the payment is not lost if this process ends in between.
    const notifyAt = act === 'silent' ? null : later(now);
    const payments = await book.pay(orderNo, { times: act === 'twice' ? 2 : 1, notifyAt }, now);
    if (act === 'pay' || act === 'twice') for (const payment of payments) await notify(payment, now);
  }

  return {
    find: book.find,

    async press({ orderNo }, button, now) {
      const act = SANDBOX_ACTS.find((each) => each === button);
      if (act === 'cancel') await book.close(orderNo);
      else if (act) await pay(orderNo, act, now);
      return act !== undefined;
    },

    async notifyDue(now) {
      for (const payment of await book.takeUnnotified(now, later(now))) await notify(payment, now);
    },
  };
}

const NOTIFY_EVERY_MS = 5_000;

export function sandboxModule({ notifyDue }: SandboxCashier): Module {
  return { jobs: { 'sandbox-notifications': { everyMs: NOTIFY_EVERY_MS, node: 'every', run: notifyDue } } };
}

function viewPayment(payment: SandboxPayment): ChannelPayment {
  return { ...payment, ...ACCOUNT, currency: CURRENCY };
}
