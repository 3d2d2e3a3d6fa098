import { afterAll, beforeAll, expect, test } from 'vitest';
import { userDelete, userExport, userSendCode } from '#contract/calls/account';
import { chargeLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { lastCode, signedIn } from '../../../testing/factories/readers.ts';
import { expectSoundShop, orderBy, press } from '../../../testing/factories/shop.ts';
import { transaction } from '../../core/db/db.ts';
import { moveOrders } from './data-owner-store.ts';

const DAY_MS = 24 * 3600 * 1000;

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

test('the export of a reader has the orders and their refunds', async () => {
  const { token } = await signedIn(site);
  const { orderId, cashier } = await orderBy(site, token);
  await press(site, cashier, 'twice');
  await site.app.runFrequentJobs();
  const { data } = await site.call(userExport, {}, { token });
  expect(data).toMatchObject({
    orders: [
      {
        no: orderId,
        cashFen: 600,
        amount: 600,
        coins: 60,
        grantedBonus: 30,
        state: 'granted',
        refunds: [{ amount: 600, state: 'done' }],
      },
    ],
  });
});

test('the orders of an erased reader stay without the reader and the page that they came from', async () => {
  const { token, phone } = await signedIn(site);
  const [paid, open] = [await orderBy(site, token), await orderBy(site, token)];
  await press(site, paid.cashier, 'pay');
  await site.call(userSendCode, { purpose: 'delete' }, { token });
  await site.call(userDelete, { code: await lastCode(site, phone) }, { token });
  const later = new Date(Date.now() + 8 * DAY_MS);
  await site.sweep(later);
  const { rows } = await site.pool.query(
    'select state, reader_id, key, back from shop.topup_order where no = any($1) order by id',
    [[paid.orderId, open.orderId]],
  );
  expect(rows).toMatchObject([
    { state: 'granted', reader_id: null, key: null, back: '/' },
    { reader_id: null, key: null, back: '/' },
  ]);
  await expectSoundShop(site);
});

test('the orders of a merged reader move to the account', async () => {
  const [from, to] = [await signedIn(site), await signedIn(site)];
  const { orderId } = await orderBy(site, from.token);
  await transaction(site.pool, (tx) => moveOrders(tx, from.id, to.id));
  expect((await site.call(chargeLog, {}, { token: to.token })).data?.list).toMatchObject([{ orderId }]);
  expect((await site.call(chargeLog, {}, { token: from.token })).data?.list).toEqual([]);
});
