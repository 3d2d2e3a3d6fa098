import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { howMany } from '../../testing/drill.ts';
import { readersInBulk } from '../../testing/readers.ts';
import { ACCEPTED, expectSoundShop, orderBy, tellPaid } from '../../testing/shop.ts';

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
  await site.app.keepUp();
  for (const state of await statesOf(orders)) expect(['granted', 'refunded']).toContain(state);
  await expectSoundShop(site);
});

test('an order that is told paid while it is being closed and asked about is granted once', async () => {
  const now = Date.now();
  site.setTime(new Date(now));
  const readers = await readersInBulk(site, READERS);
  const orders = await Promise.all(readers.map(async ({ token }) => (await orderBy(site, token)).orderId));
  const end = new Date(now + 30 * MINUTE_MS);
  site.setTime(end);
  await Promise.all([
    site.app.keepUp(),
    ...orders.map((orderId) => tellPaid(site, orderId, {}, end)),
    site.app.keepUp(),
  ]);
  expect(new Set(await statesOf(orders))).toEqual(new Set(['granted']));
  await expectSoundShop(site);
});
