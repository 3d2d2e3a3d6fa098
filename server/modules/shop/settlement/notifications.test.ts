import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { userDelete, userSendCode } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { lastCode, signedIn } from '../../../../testing/factories/readers.ts';
import { answerBy, expectSoundShop, orderBy, press, seenBy, send } from '../../../../testing/factories/shop.ts';
import type { NotificationFields } from '../../../../testing/gateways/fake-gateway.ts';
import { createFakeStripe } from '../../../../testing/gateways/stripe.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;

let now: Date | null = null;
const gateway = createFakeStripe(() => now ?? new Date());
const { channel } = gateway;
const [ACCEPTED, REFUSED, LATER] = (['accepted', 'refused', 'later'] as const).map((verdict) =>
  answerBy(channel, verdict),
);

let site: TestApp;
let lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  site = await startTestApp({ log, channels: [channel] });
});
afterAll(async () => {
  await expectSoundShop(site);
  await site.close();
});
afterEach(() => {
  setTime(null);
  lines = [];
});

function setTime(time: Date | null): void {
  now = time;
  site.setTime(time);
}

/** The orders at the gateway. */
const order = (token: string) => orderBy(site, token, { channel: channel.id, scene: 'pc' });
const notifyPaid = (orderId: string, says?: NotificationFields) => send(site, channel, gateway.pay(orderId, says));

const held = async (token: string) => (await site.call(userInfo, { token })).data;
const alarms = () => lines.filter(({ alarm }) => alarm === 'shop');

/** The rows of an order, without times. */
async function moneyOf(orderId: string) {
  const { rows } = await site.pool.query(
    `select p.state, r.reason, r.state as refund from shop.topup_order o join shop.payment p on p.order_id = o.id
       left join shop.refund r on r.payment_id = p.id where o.no = $1 order by p.id`,
    [orderId],
  );
  return rows;
}

describe('a notification is refused, recorded, and an alarm if it has', () => {
  test.each<[what: string, says: NotificationFields & { orderNo?: string }, mismatch: string]>([
    ['another amount', { amount: 601 }, 'wrong-amount'],
    ['a smaller amount', { amount: 6 }, 'wrong-amount'],
    ['another currency', { currency: 'usd' }, 'wrong-currency'],
    ['another merchant', { merchant: 'acct_other' }, 'wrong-merchant'],
    ['another app', { app: 'the other side' }, 'wrong-app'],
    ['an unknown order', { orderNo: 'A1234567' }, 'unknown-order'],
  ])('%s', async (_what, { orderNo, ...says }, mismatch) => {
    const { token } = await signedIn(site);
    const { orderId } = await order(token);
    expect(await notifyPaid(orderNo ?? orderId, says)).toEqual(REFUSED);
    expect(alarms()).toMatchObject([{ level: 50, channel: channel.id, mismatch }]);
    const { rows } = await site.pool.query(
      'select result, times from shop.notification where channel = $1 order by id desc limit 1',
      [channel.id],
    );
    expect(rows).toEqual([{ result: mismatch, times: 1 }]);
    expect(await moneyOf(orderId)).toEqual([]);
    expect(await held(token)).toMatchObject({ coins: 0, bonus: 0 });
    // It has no effect.
    gateway.trades.delete(orderNo ?? orderId);
  });
});

test('a repeated notification is accepted without a second effect, and stored once with the number of times', async () => {
  const { token } = await signedIn(site);
  const { orderId } = await order(token);
  const sent = gateway.pay(orderId);
  for (let i = 0; i < 3; i++) expect(await send(site, channel, sent)).toEqual(ACCEPTED);
  expect(await held(token)).toMatchObject({ coins: 60, bonus: 30 });
  const forged = { ...sent, headers: { ...sent.headers, 'stripe-signature': 't=1,v1=AAAA' } };
  expect(await send(site, channel, forged)).toEqual(REFUSED);
  const { rows } = await site.pool.query('select times, result, headers, body from shop.notification where body = $1', [
    Buffer.from(sent.body),
  ]);
  const headers = { 'stripe-signature': sent.headers['stripe-signature'] };
  expect(rows).toMatchObject([{ times: 4, result: 'accepted', headers }]);
  expect(await site.app.metrics.text()).toContain('manyu_notifications_total{channel="stripe",result="accepted"} 3');
});

test('the second payment of an order is stored separately and refunded automatically', async () => {
  const { token } = await signedIn(site);
  const { orderId, cashier } = await orderBy(site, token);
  await press(site, cashier, 'twice');
  expect(await moneyOf(orderId)).toEqual([
    { state: 'credited', reason: null, refund: null },
    { state: 'surplus', reason: 'paid-twice', refund: 'pending' },
  ]);
  expect(alarms()).toMatchObject([{ msg: 'an order was paid twice: the money is given back', order: orderId }]);
  await site.app.runFrequentJobs();
  expect(await moneyOf(orderId)).toMatchObject([{ state: 'credited' }, { refund: 'done' }]);
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  expect(await held(token)).toMatchObject({ coins: 60, bonus: 30 });
});

test('a payment of a closed order is granted', async () => {
  const { token } = await signedIn(site);
  const start = Date.now();
  setTime(new Date(start));
  const { orderId } = await order(token);
  setTime(new Date(start + 31 * MINUTE_MS));
  await site.app.runFrequentJobs();
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'closed' });
  expect(await notifyPaid(orderId)).toEqual(ACCEPTED);
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  expect(await held(token)).toMatchObject({ coins: 60 });
});

test('a payment of an order whose reader is erased is refunded', async () => {
  const { token, phone, id } = await signedIn(site);
  const { orderId } = await order(token);
  await site.call(userSendCode, { purpose: 'delete' }, { token });
  await site.call(userDelete, { code: await lastCode(site, phone) }, { token });
  const later = new Date(Date.now() + 8 * DAY_MS);
  await site.sweep(later);
  expect((await site.pool.query('select from account.reader where id = $1', [id])).rowCount).toBe(0);
  expect(await notifyPaid(orderId)).toEqual(ACCEPTED);
  expect(await moneyOf(orderId)).toEqual([{ state: 'surplus', reason: 'reader-gone', refund: 'pending' }]);
  expect(alarms()).toMatchObject([{ msg: 'an order was paid whose reader is gone: the money is given back' }]);
  await site.app.runFrequentJobs();
  expect(await moneyOf(orderId)).toMatchObject([{ refund: 'done' }]);
  const { rows } = await site.pool.query('select state, reader_id from shop.topup_order where no = $1', [orderId]);
  expect(rows).toEqual([{ state: 'refunded', reader_id: null }]);
  // A second payment is refunded too, and the order stays refunded.
  const transactionId = 'again';
  expect(await notifyPaid(orderId, { transactionId })).toEqual(ACCEPTED);
  Object.assign(gateway.trades.get(orderId) ?? {}, { transactionId });
  const state = async () => (await site.pool.query('select state from shop.topup_order where no = $1', [orderId])).rows;
  expect(await state()).toEqual([{ state: 'refunded' }]);
  await site.app.runFrequentJobs();
  expect(await moneyOf(orderId)).toMatchObject([{ refund: 'done' }, { refund: 'done' }]);
  expect(await state()).toEqual([{ state: 'refunded' }]);
});

test('a reader who is banned before the notification gets the coins, because they have paid for them', async () => {
  const { token, id } = await signedIn(site);
  const { orderId } = await order(token);
  await site.pool.query('update account.reader set banned_at = now() where id = $1', [id]);
  expect(await notifyPaid(orderId)).toEqual(ACCEPTED);
  await site.pool.query('update account.reader set banned_at = null where id = $1', [id]);
  expect((await site.pool.query('select state from shop.topup_order where no = $1', [orderId])).rows).toEqual([
    { state: 'granted' },
  ]);
});

test('one transaction for two orders counts for the first one only', async () => {
  const { token } = await signedIn(site);
  const [first, second] = [await order(token), await order(token)];
  const transactionId = 'of-two';
  expect(await notifyPaid(first.orderId, { transactionId })).toEqual(ACCEPTED);
  expect(await notifyPaid(second.orderId, { transactionId })).toEqual(REFUSED);
  expect(alarms()).toMatchObject([{ order: second.orderId, transaction: `pi_${transactionId}` }]);
  gateway.trades.delete(second.orderId);
  expect(await seenBy(site, token, second.orderId)).toMatchObject({ state: 'created' });
});

test('the first paid one of two orders gets the bonus of a first top-up', async () => {
  const { token } = await signedIn(site);
  const orders = [await order(token), await order(token), await order(token)];
  await Promise.all(orders.map(({ orderId }) => notifyPaid(orderId)));
  expect(await held(token)).toMatchObject({ coins: 180, bonus: 30 });
});

test('a body that is no notification is refused, and an unknown channel is not found', async () => {
  const post = (url: string, headers: Record<string, string>, payload: string | Buffer) =>
    site.http.inject({ method: 'POST', url, headers, payload });
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense'])
    expect(await post('/pay/stripe/notify?a=1', { 'content-type': type }, '{"a":')).toMatchObject({ statusCode: 400 });
  expect(await post('/pay/stripe/notify', {}, '')).toMatchObject({ statusCode: 400 });
  expect(await post('/pay/stripe/notify', {}, Buffer.alloc(70_000))).toMatchObject({ statusCode: 413 });
  for (const url of [
    '/pay/alipay/notify',
    '/pay/sandbox/notify',
    '/pay/stripe',
    '/pay/stripe/notify/',
    '/pay//notify',
    '/pay/__proto__/notify',
  ])
    expect(await post(url, {}, '{}'), url).toMatchObject({ statusCode: 404 });
});

test('refused notifications are deleted after a week, accepted ones stay', async () => {
  await send(site, channel, { headers: {}, body: 'garbage' });
  const count = async () =>
    (
      await site.pool.query(`select count(*) filter (where result = 'accepted')::int as accepted,
      count(*) filter (where result <> 'accepted')::int as refused from shop.notification`)
    ).rows[0];
  const before = await count();
  expect(before.refused).toBeGreaterThan(0);
  await site.sweep(new Date(Date.now() + 8 * DAY_MS));
  expect(await count()).toEqual({ accepted: before.accepted, refused: 0 });
});

test('a hundred forgeries a minute are stored, and genuine notifications still have an effect', async () => {
  const { token } = await signedIn(site);
  const { orderId } = await order(token);
  const stored = async () =>
    (await site.pool.query('select count(*)::int as count from shop.notification')).rows[0].count;
  const before = await stored();
  for (let i = 0; i < 150; i++) expect(await send(site, channel, { headers: {}, body: `flood ${i}` })).toEqual(REFUSED);
  expect((await stored()) - before).toBeLessThanOrEqual(100);
  expect(alarms().length).toBeLessThanOrEqual(1);
  expect(await notifyPaid(orderId)).toEqual(ACCEPTED);
  expect(await held(token)).toMatchObject({ coins: 60 });
});

test('while the database is unavailable the answer asks the channel to send the notification again', async () => {
  const { token } = await signedIn(site);
  const { orderId } = await order(token);
  const sent = gateway.pay(orderId);
  await site.pool.query('alter table shop.notification rename to elsewhere');
  expect(await send(site, channel, sent)).toEqual(LATER);
  expect(alarms()).toMatchObject([{ msg: 'a notification could not be dealt with' }]);
  await site.pool.query('alter table shop.elsewhere rename to notification');
  expect(await send(site, channel, sent)).toEqual(ACCEPTED);
});

test('a payment whose grant fails is stored, and granted later', async () => {
  const { token } = await signedIn(site);
  const { orderId } = await order(token);
  await site.pool.query('alter table wallet.transfer rename to elsewhere');
  expect(await notifyPaid(orderId)).toEqual(LATER);
  await site.pool.query('alter table wallet.elsewhere rename to transfer');
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'paid' });
  expect(await moneyOf(orderId)).toMatchObject([{ state: 'held' }]);
  await expectSoundShop(site);
  setTime(new Date(Date.now() + MINUTE_MS));
  await site.app.runFrequentJobs();
  expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  expect(await held(token)).toMatchObject({ coins: 60, bonus: 30 });
});
