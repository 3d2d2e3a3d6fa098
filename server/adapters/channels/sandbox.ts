import * as v from 'valibot';
import type { Clock } from '../../core/ctx.ts';
import {
  APP,
  Bill,
  Closed,
  Created,
  CURRENCY,
  faultOf,
  MERCHANT,
  NOTIFICATION,
  Notification,
  type OwnFetch,
  type Payment,
  Queried,
  RECEIVED,
  Refunded,
  type SandboxKeys,
  signBody,
} from '../../modules/sandbox/sandbox.ts';
import {
  BadNotification,
  type Channel,
  type ChannelPayment,
  ChannelRefused,
  fenOfYuan,
  type RawNotification,
  yuanOfFen,
} from '../../modules/shop/shop.ts';

export type SandboxChannelParts = { ownFetch: OwnFetch; keys(): Promise<SandboxKeys>; clock: Clock };

const JSON_TYPE = 'application/json';

/** The channel of the sandbox, called over HTTP like any other. Takes no money. */
export function createSandboxChannel({ ownFetch, keys, clock }: SandboxChannelParts): Channel {
  /** A signed request, whose answer is believed only if the gateway signed it for this very request. */
  async function call<Schema extends v.GenericSchema>(
    work: string,
    payload: Record<string, string>,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>> {
    const { merchant, gateway } = await keys();
    const path = `/sandbox/api/${work}`;
    const body = JSON.stringify(payload);
    const signature = signBody(merchant.privateKey, `POST ${path}`, body, clock());
    const response = await ownFetch(path, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, ...signature },
      body,
      signal,
    });
    if (response.status === 400) throw new ChannelRefused(`the sandbox refuses ${work}`);
    if (response.status !== 200) throw new Error(`the sandbox answered ${work} with ${response.status}`);
    const answer = { headers: Object.fromEntries(response.headers), body: Buffer.from(await response.arrayBuffer()) };
    const fault = faultOf(gateway.publicKey, `POST ${path} ${signature['sandbox-nonce']}`, answer, clock());
    if (fault) throw new Error(`the answer of the sandbox to ${work} can not be believed: ${fault}`);
    return v.parse(schema, JSON.parse(answer.body.toString('utf8')));
  }

  async function parseNotify({ headers, body }: RawNotification) {
    const { gateway } = await keys();
    const fault = faultOf(gateway.publicKey, NOTIFICATION, { headers, body }, clock());
    if (fault) throw new BadNotification(fault);
    const told = readNotification(body);
    if (told.event === 'refund.done') return { kind: 'refund', refundNo: told.refundNo, state: 'done' } as const;
    const payment = readPayment(told.payment);
    if (!payment) throw new BadNotification('unreadable');
    return { kind: 'paid', payment } as const;
  }

  return {
    id: 'sandbox',
    name: '沙箱支付',
    icon: 'sandbox',
    test: true,
    scenes: ['pc', 'mobile', 'wechat'],
    currency: CURRENCY,
    account: { merchant: MERCHANT, app: APP },

    async create({ orderNo, title, amount, returnUrl, siteUrl, expiresAt }, signal) {
      const trade = { orderNo, title, amount: yuanOfFen(amount), returnUrl, expiresAt: expiresAt.toISOString() };
      const { cashierPath } = await call('create', trade, Created, signal);
      return { next: { kind: 'redirect', url: `${siteUrl}${cashierPath}` }, reference: null };
    },

    parseNotify,

    answer(verdict) {
      if (verdict === 'accepted') return { status: 200, contentType: JSON_TYPE, body: RECEIVED };
      return { status: verdict === 'refused' ? 400 : 503, contentType: JSON_TYPE, body: '{"code":"FAIL"}' };
    },

    async query({ orderNo }, signal) {
      const { state, payment } = await call('query', { orderNo }, Queried, signal);
      if (state !== 'paid') return { state };
      const paid = payment && readPayment(payment);
      if (!paid) throw new Error('the sandbox says paid, but not what');
      return { state, payment: paid };
    },

    close: async ({ orderNo }, signal) => (await call('close', { orderNo }, Closed, signal)).state,

    async refund({ refundNo, transactionId, amount }, signal) {
      const refund = { refundNo, transactionId, amount: yuanOfFen(amount) };
      const { state } = await call('refund', refund, Refunded, signal);
      return state === 'none' ? 'failed' : state;
    },

    queryRefund: async ({ refundNo }, signal) => (await call('query-refund', { refundNo }, Refunded, signal)).state,

    async downloadBill(day, signal) {
      const { lines } = await call('bill', { day }, Bill, signal);
      return lines.map(({ orderNo, transactionId, refundNo, amount, fee, paidAt }) => {
        const [paid, kept] = [fenOfYuan(amount), fenOfYuan(fee)];
        if (paid === null || kept === null) throw new Error('a line of the bill has no amount');
        return { orderNo, transactionId, refundNo, amount: paid, fee: kept, currency: CURRENCY, at: new Date(paidAt) };
      });
    },
  };
}

function readNotification(body: Buffer): Notification {
  try {
    return v.parse(Notification, JSON.parse(body.toString('utf8')));
  } catch {
    throw new BadNotification('unreadable');
  }
}

/** Null where its amount is none. */
function readPayment({ amount, paidAt, ...payment }: Payment): ChannelPayment | null {
  const fen = fenOfYuan(amount);
  return fen === null ? null : { ...payment, amount: fen, paidAt: new Date(paidAt) };
}
