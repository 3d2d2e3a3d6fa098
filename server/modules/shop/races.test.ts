import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { transaction } from '../../core/db.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { howMany } from '../../testing/drill.ts';
import { readersInBulk } from '../../testing/readers.ts';
import { ACCEPTED, expectSoundShop, orderBy, tellPaid } from '../../testing/shop.ts';
import { moveOrders } from './data-owner-store.ts';

const READERS = howMany({ test: 12, drill: 400 });
const MINUTE_MS = 60_000;

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

async function statesOf(orderIds: string[]): Promise<string[]> {
  const { rows } = await site.pool.query('select state from shop.topup_order where no = any($1)', [orderIds]);
  return rows.map(({ state }) => state);
}

test('a payment that comes while its reader is being erased is granted before or given back after, never lost', async () => {
  const readers = await readersInBulk(site, READERS);
  const orders = await Promise.all(readers.map(async ({ token }) => (await orderBy(site, token)).orderId));
  await site.pool.query('update account.reader set erases_at = now() where id = any($1)', [
    readers.map(({ id }) => id),
  ]);
  const [, ...answers] = await Promise.all([
    site.sweep(new Date(Date.now() + MINUTE_MS)),
    ...orders.map((orderId) => tellPaid(site, orderId)),
  ]);
  for (const answer of answers) expect(answer).toEqual(ACCEPTED);
  await site.app.runFrequentJobs();
  for (const state of await statesOf(orders)) expect(['granted', 'refunded']).toContain(state);
  await expectSoundShop(site);
});

test('a payment that comes while its reader is being merged is granted to the account', async () => {
  const [from, to] = await readersInBulk(site, 2);
  if (!from || !to) throw new Error('no readers');
  const { orderId } = await orderBy(site, from.token);
  const merging = Promise.withResolvers<void>();
  const merge = transaction(site.pool, async (tx) => {
    await tx.query('select from account.reader where id = $1 for no key update', [from.id]);
    merging.resolve();
    await untilSomebodyWaits(site.pool);
    await moveOrders(tx, from.id, to.id);
  });
  await merging.promise;
  const [answer] = await Promise.all([tellPaid(site, orderId), merge]);
  expect(answer).toEqual(ACCEPTED);
  const coins = async (token: string) => (await site.call(userInfo, { token })).data?.coins;
  expect([await coins(from.token), await coins(to.token)]).toEqual([0, 60]);
  await expectSoundShop(site);
});

/** Until a statement waits for a lock that another transaction of this database holds. */
async function untilSomebodyWaits(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}

test('an order that is told paid while it is being closed and asked about is granted once', async () => {
  const now = Date.now();
  site.setTime(new Date(now));
  const readers = await readersInBulk(site, READERS);
  const orders = await Promise.all(readers.map(async ({ token }) => (await orderBy(site, token)).orderId));
  const end = new Date(now + 30 * MINUTE_MS);
  site.setTime(end);
  await Promise.all([
    site.app.runFrequentJobs(),
    ...orders.map((orderId) => tellPaid(site, orderId, {}, end)),
    site.app.runFrequentJobs(),
  ]);
  expect(new Set(await statesOf(orders))).toEqual(new Set(['granted']));
  await expectSoundShop(site);
});
