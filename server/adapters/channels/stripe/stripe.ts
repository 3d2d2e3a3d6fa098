import { createHash } from 'node:crypto';
import * as v from 'valibot';
import {
  type ChannelRefund,
  ChannelRefused,
  type NewTrade,
  type RefundState,
  type TradeState,
} from '../../../modules/shop/shop.ts';
import { type GatewayChannel, type GatewayParts, GatewayRefusal, orRefused } from '../gateway.ts';
import { readBill } from './bill.ts';
import { createStripeClient, type StripeAccount } from './client.ts';
import { readNotification, refundStateOf } from './notification.ts';
import { appOf, MERCHANT, pageOf, Session, ToldRefund } from './objects.ts';

const Created = v.object({ id: v.string(), url: v.pipe(v.string(), v.url()) });
const Refunds = pageOf(ToldRefund);
const Balance = v.object({ livemode: v.boolean() });
/** The code for too little balance, which can pass. */
const EMPTY_ACCOUNT = 'balance_insufficient';
const IN_FULL = { 'expand[]': 'payment_intent.latest_charge' };

/**
 * A page of Stripe lasts at least half an hour after its creation, which is the lifetime of an order. So the page gets more time,
 * and `close` ends it.
 */
const LONGER_S = 30 * 60;

/** Stripe Checkout: cards, and the other methods that are turned on in the dashboard. */
export function createStripe(account: StripeAccount, parts: GatewayParts): GatewayChannel {
  const client = createStripeClient(account, parts);

  async function create(trade: NewTrade, signal: AbortSignal) {
    const request = { method: 'POST' as const, path: '/v1/checkout/sessions', fields: fieldsOf(trade) };
    const made = client.call({ ...request, idempotencyKey: keyOf(trade) }, Created, signal);
    const { id, url } = await made.catch((error) => {
      if (error instanceof GatewayRefusal) throw new ChannelRefused(error.message);
      throw error;
    });
    return { next: { kind: 'redirect' as const, url }, reference: id };
  }

  /** Without a reference the answer to the creation was lost, so nobody has the address of the page. */
  async function query(reference: string | null, signal: AbortSignal): Promise<TradeState> {
    if (reference === null) return { state: 'none' };
    const path = `/v1/checkout/sessions/${encodeURIComponent(reference)}`;
    const asked = client.call({ method: 'GET', path, fields: IN_FULL }, Session, signal);
    const found = await orRefused<v.InferOutput<typeof Session> | null>(asked, (code) =>
      code === 'resource_missing' ? null : undefined,
    );
    if (!found) return { state: 'none' };
    if (found.payment_status !== 'paid') return { state: found.status === 'expired' ? 'closed' : 'open' };
    return { state: 'paid', payment: paymentOf(found, parts.clock()) };
  }

  async function close(reference: string | null, signal: AbortSignal): Promise<'closed' | 'paid'> {
    if (reference === null) return 'closed';
    const path = `/v1/checkout/sessions/${encodeURIComponent(reference)}/expire`;
    const closing = client.call({ method: 'POST', path }, v.object({}), signal).then(() => 'closed' as const);
    return orRefused<'closed' | 'paid'>(closing, async () => {
      const { state } = await query(reference, signal);
      if (state === 'none') return 'closed';
      // An open page that can't be ended is being paid.
      return state === 'open' ? undefined : state;
    });
  }

  async function queryRefund(refund: ChannelRefund, signal: AbortSignal): Promise<RefundState | 'none'> {
    const fields = { payment_intent: refund.transactionId, limit: '100' };
    const asked = client.call({ method: 'GET', path: '/v1/refunds', fields }, Refunds, signal);
    const all = await orRefused<v.InferOutput<typeof Refunds>>(asked, (code) =>
      code === 'resource_missing' ? { data: [], has_more: false } : undefined,
    );
    const found = all.data.find(({ metadata }) => metadata?.refund_no === refund.refundNo);
    return found ? refundStateOf(found.status) : 'none';
  }

  async function refund(refund: ChannelRefund, signal: AbortSignal): Promise<RefundState> {
    // Stripe deletes idempotency keys after a day, so earlier refunds are searched first.
    const earlier = await queryRefund(refund, signal);
    if (earlier !== 'none') return earlier;
    const { refundNo, transactionId, amount, orderNo } = refund;
    const fields = {
      payment_intent: transactionId,
      amount: String(amount),
      'metadata[refund_no]': refundNo,
      'metadata[order]': orderNo,
    };
    const request = { method: 'POST' as const, path: '/v1/refunds', fields, idempotencyKey: `refund-${refundNo}` };
    const made = client.call(request, ToldRefund, signal);
    const { status } = await orRefused<Pick<v.InferOutput<typeof ToldRefund>, 'status'>>(made, (code) =>
      code === EMPTY_ACCOUNT ? undefined : { status: 'failed' },
    );
    return refundStateOf(status);
  }

  return {
    id: 'stripe',
    name: '银行卡（Stripe）',
    icon: 'card',
    test: account.test,
    scenes: ['pc', 'mobile', 'wechat'],
    currency: account.currency,
    account: { merchant: MERCHANT, app: appOf(!account.test) },
    create,
    parseNotify: async (raw) => readNotification(raw, account, parts.clock()),
    answer: (verdict) => ({
      status: { accepted: 200, refused: 400, later: 503 }[verdict],
      contentType: 'text/plain',
      body: verdict,
    }),
    query: ({ reference }, signal) => query(reference, signal),
    close: ({ reference }, signal) => close(reference, signal),
    refund,
    queryRefund,
    downloadBill: (day, signal) => readBill(client, day, signal),

    async probe(signal) {
      const { livemode } = await client.call({ method: 'GET', path: '/v1/balance' }, Balance, signal);
      if (livemode === account.test) throw new Error('the key is of the other side of the account');
    },
  };
}

/**
 * The same for every try with the same fields, because Stripe refuses a known key with other fields. A second try can come from
 * another address of the site, to which the page returns. Nobody has the address of the earlier page.
 */
function keyOf({ orderNo, returnUrl }: NewTrade): string {
  return `order-${orderNo}-${createHash('sha256').update(returnUrl).digest('hex').slice(0, 16)}`;
}

function fieldsOf({ orderNo, title, amount, currency, returnUrl, expiresAt }: NewTrade): Record<string, string> {
  return {
    mode: 'payment',
    client_reference_id: orderNo,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(amount),
    'line_items[0][price_data][product_data][name]': title,
    // The number of the order in the bill.
    'payment_intent_data[metadata][order]': orderNo,
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: String(Math.floor(expiresAt.getTime() / 1000) + LONGER_S),
    locale: 'zh',
  };
}

function paymentOf(session: v.InferOutput<typeof Session>, now: Date) {
  const { client_reference_id, payment_intent, amount_total, currency, livemode } = session;
  if (!client_reference_id || !payment_intent || amount_total === null || !currency)
    throw new Error('stripe says paid, but not what');
  const created = payment_intent.latest_charge?.created;
  return {
    orderNo: client_reference_id,
    transactionId: payment_intent.id,
    merchant: MERCHANT,
    app: appOf(livemode),
    amount: amount_total,
    currency: currency.toUpperCase(),
    paidAt: created === undefined ? now : new Date(created * 1000),
  };
}
