import fc from 'fast-check';
import Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { howMany, seedOf } from '../../../../testing/drills/drill.ts';
import { newTrade } from '../../../../testing/gateways/fake-gateway.ts';
import { createFakeStripe, type FakeStripe, STRIPE, signature } from '../../../../testing/gateways/stripe.ts';
import { ChannelRefused } from '../../../modules/shop/shop.ts';
import { faultOf } from './notification.ts';

const NOW = new Date('2026-11-22T10:00:00+08:00');
const NO = '20261122100000ABCDEFG';
const TRADE = {
  orderNo: NO,
  title: '充值100% & 60 漫币',
  amount: 990,
  currency: 'CNY',
  scene: 'mobile' as const,
  returnUrl: 'https://manyu.test/payment?order=1',
  siteUrl: 'https://manyu.test',
  readerAddress: '203.0.113.9',
  expiresAt: new Date('2026-11-22T10:30:00+08:00'),
};
const known = { orderNo: NO, reference: `cs_${NO}` };
const signal = new AbortController().signal;

let now = NOW;
let stripe: FakeStripe;
beforeEach(() => {
  now = NOW;
  stripe = createFakeStripe(() => now);
});
type Sent = { headers: Record<string, string>; body: string };
const parse = ({ headers, body }: Sent) => stripe.channel.parseNotify({ headers, body: Buffer.from(body), query: '' });
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('an order', () => {
  test('is created with the request of the official package', async () => {
    const created = await stripe.channel.create(TRADE, signal);
    const url = `https://checkout.stripe.com/c/pay/cs_${NO}#fid`;
    expect(created).toEqual({ next: { kind: 'redirect', url }, reference: `cs_${NO}` });
    const ours = stripe.last;
    expect(ours.headers.get('idempotency-key')).toMatch(new RegExp(`^order-${NO}-[0-9a-f]{16}$`));
    let theirs = '';
    const fetchOfPackage: typeof fetch = async (_input, init) => {
      theirs = String(init?.body);
      return Response.json({ id: 'cs_1' });
    };
    const official = new Stripe(STRIPE.secretKey, { httpClient: Stripe.createFetchHttpClient(fetchOfPackage) });
    await official.checkout.sessions.create({
      mode: 'payment',
      client_reference_id: NO,
      line_items: [
        { quantity: 1, price_data: { currency: 'cny', unit_amount: 990, product_data: { name: TRADE.title } } },
      ],
      payment_intent_data: { metadata: { order: NO } },
      success_url: TRADE.returnUrl,
      cancel_url: TRADE.returnUrl,
      expires_at: Math.floor(later(60 * 60_000).getTime() / 1000),
      locale: 'zh',
    });
    expect(Object.fromEntries(new URLSearchParams(theirs))).toEqual(ours.fields);
  });

  test('is the same for every try until its end', async () => {
    const first = await stripe.channel.create(TRADE, signal);
    now = later(29 * 60_000);
    expect(await stripe.channel.create(TRADE, signal)).toEqual(first);
    stripe = createFakeStripe(() => now);
    expect(await stripe.channel.create(TRADE, signal)).toEqual(first);
    await expect(stripe.channel.create({ ...TRADE, title: 'other' }, signal)).rejects.not.toBeInstanceOf(
      ChannelRefused,
    );
  });

  test('is created again after a lost answer from another address of the site, and returns there', async () => {
    await stripe.channel.create(TRADE, signal);
    const returnUrl = 'https://m.manyu.test/payment?order=1';
    expect((await stripe.channel.create({ ...TRADE, returnUrl }, signal)).next.kind).toBe('redirect');
    expect(stripe.last.fields).toMatchObject({ success_url: returnUrl, cancel_url: returnUrl });
  });

  test('that Stripe will never accept is refused', async () => {
    const late = { ...TRADE, expiresAt: later(-1000) };
    await expect(stripe.channel.create(late, signal)).rejects.toBeInstanceOf(ChannelRefused);
  });
});

describe('an answer of Stripe', () => {
  test('is the state of an order', async () => {
    expect(await stripe.channel.query({ orderNo: NO, reference: null }, signal)).toEqual({ state: 'none' });
    expect(await stripe.channel.query(known, signal)).toEqual({ state: 'none' });
    stripe.trades.set(NO, newTrade('', 990));
    expect(await stripe.channel.query(known, signal)).toEqual({ state: 'open' });
    stripe.pay(NO);
    const transactionId = `pi_${stripe.trades.get(NO)?.transactionId}`;
    expect(await stripe.channel.query(known, signal)).toEqual({
      state: 'paid',
      payment: { orderNo: NO, transactionId, merchant: 'own', app: 'live', amount: 990, currency: 'CNY', paidAt: NOW },
    });
    expect(await stripe.channel.close(known, signal)).toBe('paid');
  });

  test('closes an unpaid order, known or unknown, also twice', async () => {
    expect(await stripe.channel.close({ orderNo: NO, reference: null }, signal)).toBe('closed');
    expect(await stripe.channel.close(known, signal)).toBe('closed');
    stripe.trades.set(NO, newTrade('', 990));
    expect(await stripe.channel.close(known, signal)).toBe('closed');
    expect(await stripe.channel.close(known, signal)).toBe('closed');
    expect(await stripe.channel.query(known, signal)).toEqual({ state: 'closed' });
  });

  test.each(['500', 'reset', 'unsigned'] as const)('proves nothing after: %s', async (trouble) => {
    stripe.trades.set(NO, newTrade('', 990));
    stripe.trouble = trouble;
    await expect(stripe.channel.query(known, signal)).rejects.toThrow();
    await expect(stripe.channel.close(known, signal)).rejects.toThrow();
    await expect(stripe.channel.create(TRADE, signal)).rejects.not.toBeInstanceOf(ChannelRefused);
  });

  test('shows a key of the other mode of the account', async () => {
    await stripe.channel.probe(signal);
    stripe.livemode = false;
    await expect(stripe.channel.probe(signal)).rejects.toThrow('other side');
  });
});

describe('a refund', () => {
  const paid = () => {
    stripe.trades.set(NO, newTrade('', 990));
    stripe.pay(NO);
    const transactionId = `pi_${stripe.trades.get(NO)?.transactionId}`;
    return { refundNo: `${NO}-1`, ...known, transactionId, paidAmount: 990, amount: 90, currency: 'CNY' };
  };
  const asks = () => stripe.asked.filter((each) => each === 'POST /v1/refunds').length;

  test.each([
    ['succeeded', 'done'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ] as const)('with the status %s is %s, and is requested once', async (status, state) => {
    const asked = paid();
    expect(await stripe.channel.queryRefund(asked, signal)).toBe('none');
    stripe.refunds = { status };
    for (let i = 0; i < 2; i++) expect(await stripe.channel.refund(asked, signal)).toBe(state);
    expect(asks()).toBe(1);
    expect([...(stripe.trades.get(NO)?.refunds ?? [])]).toEqual([[asked.refundNo, 90]]);
  });

  test('is refused for good or temporarily, depending on the code', async () => {
    const asked = paid();
    stripe.refunds = { refuses: 'balance_insufficient' };
    await expect(stripe.channel.refund(asked, signal)).rejects.toThrow('balance_insufficient');
    stripe.refunds = { refuses: 'charge_already_refunded' };
    expect(await stripe.channel.refund({ ...asked, refundNo: `${NO}-2` }, signal)).toBe('failed');
  });

  test('is reported by a notification; a refund by hand is ignored', async () => {
    expect(await parse(stripe.refundNotification(NO, 'R-1'))).toEqual({
      kind: 'refund',
      refundNo: 'R-1',
      state: 'done',
    });
    const byHand = stripe.notification('refund.created', { id: 're_2', status: 'succeeded', metadata: {} });
    expect(await parse(byHand)).toEqual({ kind: 'other' });
  });
});

describe('a notification', () => {
  test('is valid for five minutes', async () => {
    for (const ms of [300_000, -300_000]) expect(await parse(stripe.pay(NO, { at: later(ms) }))).toBeTruthy();
    for (const ms of [301_000, -301_000])
      await expect(parse(stripe.pay(NO, { at: later(ms) }))).rejects.toMatchObject({ reason: 'time' });
  });

  test('can have several signatures, of which one is enough', async () => {
    const { body, headers } = stripe.pay(NO);
    const [time, good] = headers['stripe-signature']?.split(',') ?? [];
    const bad = `v1=${'0'.repeat(64)}`;
    const sent = (header: string) => parse({ headers: { 'stripe-signature': header }, body });
    for (const header of [`${time},${good},${bad}`, `${time},${bad},${good},v0=x`])
      expect(await sent(header)).toMatchObject({ kind: 'paid' });
    for (const header of [
      '',
      `${time}`,
      `${good}`,
      `${time},${bad}`,
      `${time},${good?.replace('v1', 'v0')}`,
      `${time},t=1,${good}`,
    ])
      await expect(sent(header), header).rejects.toMatchObject({ reason: 'signature' });
  });

  test.each([
    ['checkout.session.completed', { payment_status: 'unpaid' }, 'other'],
    ['checkout.session.async_payment_succeeded', {}, 'paid'],
    ['checkout.session.async_payment_failed', {}, 'other'],
    ['checkout.session.expired', {}, 'other'],
    ['charge.succeeded', {}, 'other'],
    ['checkout.session.completed', { client_reference_id: null }, 'other'],
    ['checkout.session.completed', { a_field_of_next_year: 1 }, 'paid'],
  ])('of %s with %j is %s', async (type, says, kind) => {
    const { data } = JSON.parse(stripe.pay(NO).body);
    expect(await parse(stripe.notification(type, { ...data.object, ...says }))).toMatchObject({ kind });
  });

  test.each([{ amount_total: 1.5 }, { amount_total: null }, { payment_intent: null }])(
    'that Stripe signed, with %j, can not be read',
    async (says) => {
      const { data } = JSON.parse(stripe.pay(NO).body);
      const sent = stripe.notification('checkout.session.completed', { ...data.object, ...says });
      await expect(parse(sent)).rejects.toMatchObject({ reason: 'unreadable' });
    },
  );
});

test('the official package and this one agree on the signature of any notification', () => {
  const [secret = ''] = STRIPE.webhookSecrets;
  const seconds = Math.floor(NOW.getTime() / 1000);
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
  const property = fc.property(text, text, fc.boolean(), (body, other, isOther) => {
    const header = signature(body, seconds, secret);
    const sent = isOther ? other : body;
    const isRight = faultOf(Buffer.from(sent), header, [secret], NOW) === null;
    let isRightThere = true;
    try {
      Stripe.webhooks.signature?.verifyHeader(sent, header, secret, 0);
    } catch {
      isRightThere = false;
    }
    expect(isRight).toBe(isRightThere);
    expect(isRight).toBe(sent === body);
  });
  fc.assert(property, { numRuns: howMany({ test: 300, drill: 10_000 }), seed: seedOf('stripe notifications') });
});

test('the bill of a day has several pages, and only payments and refunds are used', async () => {
  const at = NOW.getTime() / 1000;
  const charge = { id: 'ch_1', object: 'charge', amount: 990, currency: 'cny', payment_intent: 'pi_1' };
  // 9.90 yuan are 1.39 dollars; the fee is 0.47 dollars.
  const movement = { amount: 139, fee: 47, currency: 'usd', created: at };
  stripe.movements = [
    { ...movement, id: 'txn_1', type: 'charge', source: { ...charge, metadata: { order: NO } } },
    { ...movement, id: 'txn_2', type: 'payout', source: { id: 'po_1', object: 'payout' } },
    { ...movement, id: 'txn_3', type: 'stripe_fee', source: null },
    {
      ...movement,
      id: 'txn_4',
      type: 'refund',
      amount: -13,
      fee: 0,
      source: { ...charge, id: 're_1', object: 'refund', amount: 90, metadata: { order: NO, refund_no: 'R-1' } },
    },
    { ...movement, id: 'txn_5', type: 'payment', amount: 990, currency: 'cny', source: charge },
  ];
  const line = { orderNo: NO, transactionId: 'pi_1', currency: 'CNY', at: NOW };
  expect(await stripe.channel.downloadBill('2026-11-22', signal)).toEqual([
    { ...line, refundNo: null, amount: 990, fee: 335 },
    { ...line, refundNo: 'R-1', amount: 90, fee: 0 },
    { ...line, orderNo: '', refundNo: null, amount: 990, fee: 47 },
  ]);
  expect(stripe.asked).toHaveLength(3);
  expect(stripe.last.fields).toMatchObject({ 'created[gte]': String(Date.parse('2026-11-22T00:00+08:00') / 1000) });
});
