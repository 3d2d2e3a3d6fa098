import Stripe from 'stripe';
import type { StripeAccount } from '../../server/adapters/channels/stripe/client.ts';
import { createStripe } from '../../server/adapters/channels/stripe/stripe.ts';
import { shanghaiDay } from '../../server/core/time/shanghai-day.ts';
import { stripeMovements } from './bills.ts';
import {
  type FakeGateway,
  type FakeTrade,
  fetchOf,
  type NotificationFields,
  newTrade,
  takePayment,
} from './fake-gateway.ts';

export const STRIPE: StripeAccount = {
  secretKey: 'sk_live_000000000000000000000000',
  webhookSecrets: ['whsec_new00000000000000000000000', 'whsec_old00000000000000000000000'],
  currency: 'CNY',
  test: false,
};

export type FakeStripe = FakeGateway & {
  account: StripeAccount;
  /** Whether it is the live or the test side of the account. */
  livemode: boolean;
  /** The current signing secret of the endpoint. */
  secret: string;
  movements: object[];
  refunds: { status?: string; refuses?: string };
  /** The last request. */
  last: { fields: Record<string, string>; headers: Headers };
  notification(
    type: string,
    object: object,
    at?: Date,
    more?: object,
  ): { headers: Record<string, string>; body: string };
};

export function createFakeStripe(clock: () => Date, account: StripeAccount = STRIPE): FakeStripe {
  const answered = new Map<string, { fields: string; status: number; content: object }>();
  const fetch = fetchOf(
    () => fake,
    (request) => answer(fake, answered, request, clock()),
  );
  const fake: FakeStripe = {
    account,
    fetch,
    livemode: !account.test,
    channel: createStripe(account, {
      fetch,
      clock,
      notifyUrl: 'https://manyu.test/pay/stripe/notify',
    }),
    trades: new Map(),
    asked: [],
    trouble: null,
    beforeAnswer: null,
    secret: account.webhookSecrets[1] ?? '',
    movements: [],
    setBill(day, lines) {
      const from = new Date(`${day}T00:00:00+08:00`);
      const isOther = (each: object) => shanghaiDay(new Date(Object(each).created * 1000)) !== day;
      // A transaction belongs to the day of Stripe's clock, not of the shop's.
      const moved = lines.map((line) => ({ ...line, at: shanghaiDay(line.at) === day ? line.at : from }));
      fake.movements = [...fake.movements.filter(isOther), ...stripeMovements(moved, day)];
    },
    refunds: {},
    last: { fields: {}, headers: new Headers() },
    notification(type, object, at = clock(), more = {}) {
      const created = Math.floor(at.getTime() / 1000);
      const body = JSON.stringify({
        id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
        object: 'event',
        created,
        type,
        livemode: fake.livemode,
        data: { object },
        ...more,
      });
      return {
        headers: { 'content-type': 'application/json', 'stripe-signature': signature(body, created, fake.secret) },
        body,
      };
    },
    pay(orderNo, says = {}) {
      const trade = takePayment(fake.trades, orderNo, clock());
      const more = { ...(says.merchant && { account: says.merchant }), ...(says.app && { livemode: !fake.livemode }) };
      const session = { ...sessionOf(fake, orderNo, trade, says), ...says.more };
      const sent = fake.notification('checkout.session.completed', session, says.at, more);
      if (!says.signature) return sent;
      const at = Math.floor((says.at ?? clock()).getTime() / 1000);
      return { ...sent, headers: { ...sent.headers, 'stripe-signature': signature(sent.body, at, 'whsec_other') } };
    },
    refundNotification: (_orderNo, refundNo) =>
      fake.notification('refund.updated', { id: 're_1', status: 'succeeded', metadata: { refund_no: refundNo } }),
  };
  return fake;
}

/** Signs with the official package. */
export function signature(payload: string, timestamp: number, secret = STRIPE.webhookSecrets[1] ?? ''): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

const intentOf = ({ transactionId }: FakeTrade) => `pi_${transactionId}`;

function sessionOf(fake: FakeStripe, orderNo: string, trade: FakeTrade, says: NotificationFields = {}) {
  const isPaid = trade.state === 'paid';
  return {
    id: `cs_${orderNo}`,
    object: 'checkout.session',
    client_reference_id: orderNo,
    livemode: fake.livemode,
    status: { open: 'open', paid: 'complete', closed: 'expired' }[trade.state],
    payment_status: isPaid ? 'paid' : 'unpaid',
    payment_intent: isPaid ? (says.transactionId ? `pi_${says.transactionId}` : intentOf(trade)) : null,
    amount_total: says.amount ?? trade.amount,
    currency: says.currency ?? trade.currency,
    custom_text: '充值100%',
  };
}

type Result = { status: number; content: object };
const ok = (content: object): Result => ({ status: 200, content });
const refusal = (code: string, status = 400, type = 'invalid_request_error'): Result => ({
  status,
  content: { error: { type, code, message: 'no' } },
});

async function answer(
  fake: FakeStripe,
  answered: Map<string, { fields: string; status: number; content: object }>,
  request: Request,
  now: Date,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const form = request.method === 'GET' ? searchParams : new URLSearchParams(await request.text());
  const fields = Object.fromEntries(form);
  fake.asked.push(`${request.method} ${pathname}`);
  fake.last = { fields, headers: request.headers };
  const reply = ({ status, content }: Result) => Response.json(content, { status });
  if (fake.trouble === 'unsigned' || request.headers.get('authorization') !== `Bearer ${fake.account.secretKey}`)
    return reply(refusal('api_key_expired', 401));
  const key = request.headers.get('idempotency-key');
  const known = key === null ? undefined : answered.get(key);
  if (known) return reply(known.fields === String(form) ? known : refusal('', 400, 'idempotency_error'));
  const result = resultOf(fake, `${request.method} ${pathname}`, fields, now);
  if (key !== null) answered.set(key, { ...result, fields: String(form) });
  return reply(result);
}

function resultOf(fake: FakeStripe, asked: string, fields: Record<string, string>, now: Date): Result {
  if (asked === 'GET /v1/balance') return ok({ livemode: fake.livemode });
  if (asked === 'GET /v1/balance_transactions') {
    const isAsked = ({ created }: { created: number }) =>
      created >= Number(fields['created[gte]']) && created < Number(fields['created[lt]']);
    const movements = fake.movements.filter((each) => isAsked(Object(each)));
    const start = movements.findIndex((each) => Object(each).id === fields.starting_after) + 1;
    return ok({ data: movements.slice(start, start + 2), has_more: movements.length > start + 2 });
  }
  if (asked.endsWith('/v1/refunds')) return refundResult(fake, asked, fields);
  if (asked === 'POST /v1/checkout/sessions') return createResult(fake, fields, now);
  const orderNo = /\/v1\/checkout\/sessions\/cs_([^/]+)/.exec(asked)?.[1] ?? '';
  const trade = fake.trades.get(orderNo);
  if (!trade) return refusal('resource_missing', 404);
  if (!asked.endsWith('/expire')) {
    const session = sessionOf(fake, orderNo, trade);
    const charge = { created: Math.floor(trade.paidAt.getTime() / 1000) };
    const paid = session.payment_intent && { id: session.payment_intent, latest_charge: charge };
    return ok({ ...session, payment_intent: paid });
  }
  if (trade.state !== 'open') return refusal('resource_invalid_state');
  trade.state = 'closed';
  return ok(sessionOf(fake, orderNo, trade));
}

function createResult(fake: FakeStripe, fields: Record<string, string>, now: Date): Result {
  const inSeconds = Number(fields.expires_at) - now.getTime() / 1000;
  if (inSeconds < 30 * 60 || inSeconds > 24 * 3600) return refusal('parameter_invalid_integer');
  const orderNo = fields.client_reference_id ?? '';
  const amount = Number(fields['line_items[0][price_data][unit_amount]']);
  const currency = fields['line_items[0][price_data][currency]'] ?? '';
  fake.trades.set(orderNo, newTrade(fields['line_items[0][price_data][product_data][name]'] ?? '', amount, currency));
  return ok({ id: `cs_${orderNo}`, url: `https://checkout.stripe.com/c/pay/cs_${orderNo}#fid` });
}

function refundResult(fake: FakeStripe, asked: string, fields: Record<string, string>): Result {
  const trade = [...fake.trades.values()].find((each) => intentOf(each) === fields.payment_intent);
  if (!trade) return refusal('resource_missing', 404);
  const view = (refundNo: string) => ({
    id: `re_${refundNo}`,
    status: fake.refunds.status ?? 'succeeded',
    metadata: { refund_no: refundNo },
  });
  if (asked.startsWith('GET')) return ok({ data: [...trade.refunds.keys()].map(view), has_more: false });
  if (fake.refunds.refuses) return refusal(fake.refunds.refuses);
  const refundNo = fields['metadata[refund_no]'] ?? '';
  trade.refunds.set(refundNo, Number(fields.amount));
  return ok(view(refundNo));
}
