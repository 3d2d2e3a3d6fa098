import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { chargeItem, chargeLog, chargeSubmit } from '#contract/calls/wallet';
import { paymentUnavailable, priceChanged, productUnavailable, spendingLimitReached } from '#contract/codes';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { expectSoundShop, newRequest, seenBy } from '../../../testing/factories/shop.ts';
import { createFakeAlipay } from '../../../testing/gateways/alipay.ts';
import { linesOf } from '../../../testing/gateways/bills.ts';
import { type FakeGateway, type NotificationFields, takePayment } from '../../../testing/gateways/fake-gateway.ts';
import { createFakeStripe, STRIPE } from '../../../testing/gateways/stripe.ts';
import { shanghaiDay } from '../../core/time/shanghai-day.ts';
import { runFigures } from '../../operator/commands/figures/figures.ts';
import { readFiguresArgs } from '../../operator/commands/figures/figures-args.ts';
import { runOrders } from '../../operator/commands/orders/orders.ts';
import { readOrdersArgs } from '../../operator/commands/orders/orders-args.ts';
import { runReconcile } from '../../operator/commands/orders/reconcile.ts';
import { DEFAULT_PARTS, type PackagePart } from '../editorial/editorial.ts';

/** A site with yuan by Alipay and another currency by Stripe, and the same site with Stripe in a third currency. */

let now = new Date('2027-03-01T12:00:00+08:00');
const clock = () => now;
const alipay = createFakeAlipay(clock);
const inDollars = createFakeStripe(clock, { ...STRIPE, currency: 'USD' });
const inYen = createFakeStripe(clock, { ...STRIPE, currency: 'JPY' });

const [CHEAP, DEAR] = [DEFAULT_PARTS.packages[0], DEFAULT_PARTS.packages[3]];
const ONLY_YUAN = DEFAULT_PARTS.packages[1];
const priced = (item: PackagePart | undefined, prices: Record<string, number>): PackagePart[] =>
  item ? [{ ...item, prices }] : [];

let dollars: TestApp;
let yen: TestApp;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const options = { log, sandbox: false };
  dollars = await startTestApp({ ...options, channels: [alipay.channel, inDollars.channel] });
  yen = await startTestApp({ ...options, channels: [alipay.channel, inYen.channel], beside: dollars });
  await editPart(dollars, 'packages', [
    ...priced(CHEAP, { USD: 149, JPY: 150 }),
    ...(ONLY_YUAN ? [ONLY_YUAN] : []),
    ...priced(DEAR, { USD: 100, JPY: 100 }),
  ]);
  await Promise.all([dollars.caughtUp(), yen.caughtUp()]);
  for (const site of [dollars, yen]) site.setTime(now);
});
afterAll(async () => {
  await yen.close();
  await dollars.close();
});
afterEach(async () => {
  lines = [];
  await expectSoundShop(dollars);
});

const alarms = () => lines.filter(({ alarm }) => alarm === 'shop');

async function growthOf(site: TestApp, readerId: number): Promise<number> {
  const { rows } = await site.pool.query<{ growth: number }>(
    'select growth_points as growth from account.reader where id = $1',
    [readerId],
  );
  return rows[0]?.growth ?? 0;
}

async function notify(site: TestApp, gateway: FakeGateway, orderId: string, says?: NotificationFields) {
  const { headers, body } = gateway.pay(orderId, says);
  const sent = { method: 'POST' as const, url: `/pay/${gateway.channel.id}/notify`, headers, payload: body };
  return (await site.http.inject(sent)).statusCode;
}

async function orders(site: TestApp, ...argv: string[]) {
  let out = '';
  const stdout = { write: (text: string) => (out += text) };
  const args = readOrdersArgs(argv, { stdout, stderr: stdout });
  const context = { pool: site.pool, clock, stdout, confirm: async () => true };
  return { code: typeof args === 'number' ? args : await runOrders(args, context), out };
}

const CASES = [
  {
    currency: 'USD',
    amount: 149,
    text: 'US$1.49',
    part: '0.50',
    partText: 'US$0.50',
    partAmount: 50,
    restText: 'US$0.99',
  },
  { currency: 'JPY', amount: 150, text: 'JP¥150', part: '50', partText: 'JP¥50', partAmount: 50, restText: 'JP¥100' },
];

describe.each(CASES)(
  'a channel that takes $currency',
  ({ currency, amount, text, part, partText, partAmount, restText }) => {
    const site = () => (currency === 'USD' ? dollars : yen);
    const stripe = currency === 'USD' ? inDollars : inYen;

    async function ordered() {
      const { id, token } = await signedIn(site());
      const request = newRequest({ channel: 'stripe', scene: 'pc', expect: amount });
      const { data } = await site().call(chargeSubmit, request, { token });
      return { id, token, orderId: data?.orderId ?? '' };
    }
    const balance = async (token: string) => {
      const { data } = await site().call(userInfo, { token });
      return [data?.coins, data?.bonus];
    };

    test('sells the packages that have a price in it, beside a channel with yuan', async () => {
      const { token } = await signedIn(site());
      const { data } = await site().call(chargeItem, { scene: 'pc' }, { token });
      expect(data?.channels.map((channel) => channel.currency)).toEqual(['CNY', currency]);
      expect(data?.items.map(({ cash, prices }) => [cash, prices])).toEqual([
        [
          600,
          [
            { currency: 'CNY', amount: 600 },
            { currency, amount },
          ],
        ],
        [1_800, [{ currency: 'CNY', amount: 1_800 }]],
        [
          6_800,
          [
            { currency: 'CNY', amount: 6_800 },
            { currency, amount: 100 },
          ],
        ],
      ]);
      const submit = (more: Parameters<typeof newRequest>[0]) =>
        site().call(chargeSubmit, newRequest({ channel: 'stripe', scene: 'pc', ...more }), { token });
      expect(await submit({ itemId: 2 })).toMatchObject({ code: productUnavailable });
      expect(await submit({ expect: 600 })).toMatchObject({ code: priceChanged });
      // The limits count the listed price, not the paid amount.
      expect(await submit({ itemId: 4, expect: 100 })).toMatchObject({ code: spendingLimitReached });
      const { data: inYuan } = await submit({ channel: 'alipay', expect: 600 });
      expect(await seenBy(site(), token, inYuan?.orderId ?? '')).toMatchObject({ amount: 600, currency: 'CNY' });
    });

    test('charges that price, refuses other amounts, and grants coins and growth by the listed price', async () => {
      const { id, token, orderId } = await ordered();
      expect(stripe.trades.get(orderId)).toMatchObject({ amount, currency: currency.toLowerCase() });
      expect(await notify(site(), stripe, orderId, { currency: 'cny' })).toBe(400);
      expect(await notify(site(), stripe, orderId, { amount: 600, currency: 'cny' })).toBe(400);
      expect(await notify(site(), stripe, orderId, { amount: 600 })).toBe(400);
      expect(alarms().map(({ mismatch }) => mismatch)).toEqual(['wrong-currency', 'wrong-currency', 'wrong-amount']);
      expect(await balance(token)).toEqual([0, 0]);
      expect(await notify(site(), stripe, orderId)).toBe(200);
      expect(await balance(token)).toEqual([60, 30]);
      expect(await growthOf(site(), id)).toBe(600);
      expect(await seenBy(site(), token, orderId)).toMatchObject({ state: 'granted', amount, currency });
      const { data } = await site().call(chargeLog, {}, { token });
      expect(data?.list).toMatchObject([{ orderId, amount, currency, channel: { currency } }]);
      const { rows } = await site().pool.query<{ cost: number }>(
        `select l.cost_fen as cost from wallet.credit_lot l join wallet.transfer t on t.id = l.transfer_id
       where t.idem_key = 'topup:' || $1`,
        [orderId],
      );
      expect(rows[0]?.cost).toBe(600);
    });

    test('refunds a part in its own currency and then the rest, and takes back the shares of the grant', async () => {
      const { id, token, orderId } = await ordered();
      await notify(site(), stripe, orderId);
      const refund = (...more: string[]) =>
        orders(site(), 'refund', orderId, '--coins-back', '--reason', '读者要求', ...more);
      expect(await refund('--partial', '0.005')).toMatchObject({ code: 2 });
      expect((await refund('--partial', '0')).code).toBe(2);
      if (currency === 'JPY') expect((await refund('--partial', '0.50')).out).toContain('--partial 要写 JPY 的金额');
      expect((await refund('--partial', '6')).code).toBe(currency === 'USD' ? 1 : 0);
      const before = currency === 'USD' ? 0 : 6;
      const { out } = await refund('--partial', part);
      expect(out).toContain(`付了 ${text}`);
      expect(out).toContain(`已登记退款 ${orderId}-R${before > 0 ? 2 : 1}：${partText}`);
      await site().app.runFrequentJobs();
      const given = [...(stripe.trades.get(orderId)?.refunds.values() ?? [])];
      // Due refunds are tried immediately.
      expect(given.toSorted((a, b) => a - b)).toEqual(before > 0 ? [before, partAmount] : [partAmount]);
      const taken = (whole: number) => Math.floor((whole * (before + partAmount)) / amount);
      expect(await balance(token)).toEqual([60 - taken(60), 30 - taken(30)]);
      expect(await growthOf(site(), id)).toBe(600 - taken(600));
      const shown = (await orders(site(), 'show', orderId)).out;
      expect(shown).toContain(`${text}（标价 ¥6.00）`);
      expect(shown).toContain(partText);
      if (before === 0) expect(out).toContain(`之后还可以退 ${restText}`);
      await refund();
      await site().app.runFrequentJobs();
      expect(await balance(token)).toEqual([0, 0]);
      expect(await growthOf(site(), id)).toBe(0);
      const { state, refunds } = await seenBy(site(), token, orderId);
      expect(state).toBe('refunded');
      expect(refunds.reduce((sum, each) => sum + each.amount, 0)).toBe(amount);
      expect(refunds.reduce((sum, each) => sum + each.coins, 0)).toBe(60);
    });

    test('holds the whole rest if a dispute has another currency than the payment, until it is won', async () => {
      const { id, token, orderId } = await ordered();
      await notify(site(), stripe, orderId);
      const notifyDispute = async (what: string, status: string) => {
        const { headers, body } = stripe.notification(`charge.dispute.${what}`, {
          id: `dp_${currency}0000000000000001`,
          object: 'dispute',
          amount: 3,
          currency: 'hkd',
          payment_intent: `pi_${stripe.trades.get(orderId)?.transactionId}`,
          status,
        });
        await site().http.inject({ method: 'POST', url: '/pay/stripe/notify', headers, payload: body });
      };
      await notifyDispute('created', 'needs_response');
      expect(await balance(token)).toEqual([0, 0]);
      expect(await growthOf(site(), id)).toBe(0);
      expect(await seenBy(site(), token, orderId)).toMatchObject({ refunds: [{ amount, state: 'frozen' }] });
      await notifyDispute('closed', 'won');
      expect(await balance(token)).toEqual([60, 30]);
      expect(await growthOf(site(), id)).toBe(600);
    });
  },
);

test('a bill is compared by the paid amounts, currency by currency, and shown so', async () => {
  now = new Date('2027-03-04T12:00:00+08:00');
  for (const site of [dollars, yen]) site.setTime(now);
  const [first, second] = [await signedIn(dollars), await signedIn(yen)];
  const submit = async (site: TestApp, token: string) =>
    (await site.call(chargeSubmit, newRequest({ channel: 'stripe', scene: 'pc' }), { token })).data?.orderId ?? '';
  // The shop changed from dollars to yen on this day, so its bill has both.
  const [paidInDollars, notified, unnotified] = [
    await submit(dollars, first.token),
    await submit(yen, second.token),
    await submit(yen, second.token),
  ];
  expect(await notify(dollars, inDollars, paidInDollars)).toBe(200);
  expect(await notify(yen, inYen, notified)).toBe(200);
  takePayment(inYen.trades, unnotified, now);
  const day = shanghaiDay(now);
  const bill = [...linesOf(inDollars, day), ...linesOf(inYen, day)];
  expect(bill.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['149 USD', '150 JPY', '150 JPY']);
  now = new Date('2027-03-05T12:00:00+08:00');
  for (const site of [dollars, yen]) site.setTime(now);
  const reconcile = async () => {
    let out = '';
    const stdout = { write: (text: string) => (out += text) };
    const context = { pool: yen.pool, log: pino({ level: 'silent' }), channels: [inYen.channel], clock, stdout };
    return { code: await runReconcile({ day, channel: null }, context), out };
  };

  inYen.setBill(day, bill);
  const sound = await reconcile();
  expect(sound.out).toContain('收款 2 笔 JP¥300，退款 0 笔 JP¥0，手续费 JP¥12');
  expect(sound.out).toContain('收款 1 笔 US$1.49，退款 0 笔 US$0.00，手续费 US$0.06');
  expect(sound.out).toContain(`付了款而没有通知，已到账：${unnotified}`);
  expect(sound).toMatchObject({ code: 0, out: expect.stringContaining('相符 3 笔，没有不符') });

  // The same number in another currency is no match.
  inYen.setBill(
    day,
    bill.map((line) => (line.orderNo === notified ? { ...line, currency: 'USD' } : line)),
  );
  const wrong = await reconcile();
  expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining('相符 2 笔，不符 2 笔') });
  expect(wrong.out).toContain('我们 JP¥150');
  expect(wrong.out).toContain('渠道 US$1.50');
  inYen.setBill(day, bill);
  expect(await reconcile()).toMatchObject({ code: 0 });

  let out = '';
  const stdout = { write: (text: string) => (out += text) };
  const args = readFiguresArgs(['day', day], { stdout, stderr: stdout, clock });
  if (typeof args !== 'number') await runFigures(args, { pool: yen.pool, stdout, clock });
  expect(out).toMatch(/JPY +1 +JP¥150/);
  expect(out).toMatch(/USD +1 +US\$1\.49/);
});

test('a channel is not available if nothing has a price in its currency', async () => {
  await editPart(dollars, 'packages', ONLY_YUAN ? [ONLY_YUAN] : []);
  await dollars.caughtUp();
  const { token } = await signedIn(dollars);
  const { data } = await dollars.call(chargeItem, { scene: 'pc' }, { token });
  expect(data?.channels.map(({ id }) => id)).toEqual(['alipay']);
  expect(
    await dollars.call(chargeSubmit, newRequest({ channel: 'wechat', itemId: 2, scene: 'pc' }), { token }),
  ).toMatchObject({
    code: paymentUnavailable,
  });
});
