import { afterAll, beforeAll, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { howMany } from '../../../testing/drills/drill.ts';
import { readersInBulk } from '../../../testing/factories/readers.ts';
import {
  answerBy,
  expectSoundShop,
  MONTH,
  orderBy,
  press,
  refundBy,
  sellPass,
  send,
  untilLockAwaited,
} from '../../../testing/factories/shop.ts';
import { createFakeStripe } from '../../../testing/gateways/stripe.ts';
import { transaction } from '../../core/db/db.ts';
import { shanghaiDayEnd } from '../../core/time/shanghai-day.ts';
import { moveOrders } from './data-owner-store.ts';
import { NoRefund } from './shop.ts';

const READERS = howMany({ test: 12, drill: 400 });
const MINUTE_MS = 60_000;

let now = new Date();
const gateway = createFakeStripe(() => now);
const AT_GATEWAY = { channel: 'stripe', scene: 'pc' } as const;

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ channels: [gateway.channel] });
});
afterAll(() => site.close());

const setTime = (ms: number) => {
  now = new Date(ms);
  site.setTime(now);
};
const notifyPaid = (orderId: string) => send(site, gateway.channel, gateway.pay(orderId));
const ACCEPTED = answerBy(gateway.channel, 'accepted');

async function statesOf(orderIds: string[]): Promise<string[]> {
  const { rows } = await site.pool.query('select state from shop.topup_order where no = any($1)', [orderIds]);
  return rows.map(({ state }) => state);
}

test('a payment during the erasure of its reader is granted or refunded, never lost', async () => {
  const readers = await readersInBulk(site, READERS);
  const orders = await Promise.all(readers.map(async ({ token }) => (await orderBy(site, token, AT_GATEWAY)).orderId));
  await site.pool.query('update account.reader set erases_at = now() where id = any($1)', [
    readers.map(({ id }) => id),
  ]);
  const [, ...answers] = await Promise.all([
    site.sweep(new Date(Date.now() + MINUTE_MS)),
    ...orders.map((orderId) => notifyPaid(orderId)),
  ]);
  for (const answer of answers) expect(answer).toEqual(ACCEPTED);
  await site.app.runFrequentJobs();
  for (const state of await statesOf(orders)) expect(['granted', 'refunded']).toContain(state);
  await expectSoundShop(site);
});

test('a refund during or after the erasure of its reader is made once, and the books hold', async () => {
  const readers = await readersInBulk(site, READERS);
  const orders = await Promise.all(readers.map(async ({ token }) => (await orderBy(site, token, AT_GATEWAY)).orderId));
  await Promise.all(orders.map(notifyPaid));
  await site.pool.query('update account.reader set erases_at = now() where id = any($1)', [
    readers.map(({ id }) => id),
  ]);
  const twice = (orderIds: string[]) => orderIds.flatMap((id) => [refundBy(site, id), refundBy(site, id)]);
  const half = READERS / 2;
  const [, ...during] = await Promise.allSettled([
    site.sweep(new Date(Date.now() + MINUTE_MS)),
    ...twice(orders.slice(0, half)),
  ]);
  const after = await Promise.allSettled(twice(orders.slice(half)));
  for (const end of [...during, ...after]) if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(NoRefund);
  await site.app.runFrequentJobs();
  expect(new Set(await statesOf(orders))).toEqual(new Set(['refunded']));
  const { rows } = await site.pool.query(
    `select r.state, count(*)::int as refunds from shop.refund r
     join shop.payment p on p.id = r.payment_id join shop.topup_order o on o.id = p.order_id
     where o.no = any($1) group by 1`,
    [orders],
  );
  expect(rows).toEqual([{ state: 'done', refunds: READERS }]);
  await expectSoundShop(site);
});

test('a payment during the merge of its reader is granted to the account', async () => {
  const [from, to] = await readersInBulk(site, 2);
  if (!from || !to) throw new Error('no readers');
  const { orderId } = await orderBy(site, from.token, AT_GATEWAY);
  const merging = Promise.withResolvers<void>();
  const merge = transaction(site.pool, async (tx) => {
    await tx.query('select from account.reader where id = $1 for no key update', [from.id]);
    merging.resolve();
    await untilLockAwaited(site.pool);
    await moveOrders(tx, from.id, to.id);
  });
  await merging.promise;
  const [answer] = await Promise.all([notifyPaid(orderId), merge]);
  expect(answer).toEqual(ACCEPTED);
  const coins = async (token: string) => (await site.call(userInfo, { token })).data?.coins;
  expect([await coins(from.token), await coins(to.token)]).toEqual([0, 60]);
  await expectSoundShop(site);
});

test('an order is granted once when its notification arrives while it is closed and queried', async () => {
  const start = Date.now();
  setTime(start);
  const readers = await readersInBulk(site, READERS);
  const ordered = readers.map(async ({ token }) => (await orderBy(site, token, AT_GATEWAY)).orderId);
  const orders = await Promise.all(ordered);
  setTime(start + 30 * MINUTE_MS);
  await Promise.all([site.app.runFrequentJobs(), ...orders.map(notifyPaid), site.app.runFrequentJobs()]);
  expect(new Set(await statesOf(orders))).toEqual(new Set(['granted']));
  await expectSoundShop(site);
});

test('fifty notifications of each of two orders of 月卡 on two nodes at once grant their days once', async () => {
  setTime(Date.now());
  await sellPass(site);
  const other = await startTestApp({ beside: site, channels: [gateway.channel], now });
  const [reader] = await readersInBulk(site, 1);
  const token = reader?.token ?? '';
  // Two purchases at once follow one another.
  const orders = await Promise.all(
    [site, other].map(async (node) => (await orderBy(node, token, { ...AT_GATEWAY, itemId: MONTH.id })).orderId),
  );
  const notifications = orders.flatMap((orderId) => {
    const paid = gateway.pay(orderId);
    return Array.from({ length: 50 }, (_, index) => send(index % 2 === 0 ? site : other, gateway.channel, paid));
  });
  for (const answer of await Promise.all(notifications)) expect(answer).toEqual(ACCEPTED);
  const until = (await site.call(userInfo, { token }, { token })).data?.pass?.until;
  expect(until).toBe(new Date(shanghaiDayEnd(now).getTime() + 59 * 24 * 60 * MINUTE_MS).toISOString());
  await expectSoundShop(site);
  await other.close();
});

test('an order that is paid in the sandbox while another node closes it has one result on both sides', async () => {
  const start = Date.now();
  setTime(start);
  const readers = await readersInBulk(site, READERS);
  const orders = await Promise.all(readers.map(({ token }) => orderBy(site, token)));
  const end = start + 30 * MINUTE_MS;
  setTime(end - 1);
  const other = await startTestApp({ beside: site, now: new Date(end) });
  const presses = orders.map(({ cashier }, index) => press(site, cashier, index % 2 === 0 ? 'pay' : 'silent'));
  await Promise.all([...presses, other.app.runFrequentJobs()]);
  const { rows } = await site.pool.query<{ outcome: string }>(
    `select distinct t.state || ', ' || o.state as outcome from shop.sandbox_trade t
     join shop.topup_order o on o.no = t.order_no where t.order_no = any($1)`,
    [orders.map(({ orderId }) => orderId)],
  );
  for (const { outcome } of rows) expect(['paid, granted', 'closed, closed']).toContain(outcome);
  await expectSoundShop(site);
  await other.close();
});
