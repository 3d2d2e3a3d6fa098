import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import {
  expectSoundShop,
  MONTH,
  newRequest,
  orderBy,
  press,
  refundBy,
  seenBy,
  sellPass,
} from '../../../testing/factories/shop.ts';
import { createFakeStripe, STRIPE } from '../../../testing/gateways/stripe.ts';
import { DEFAULT_PARTS } from '../editorial/editorial.ts';
import { reportPasses } from '../membership/membership.ts';

const NOON = new Date('2026-11-26T12:00:00+08:00');
const MIDNIGHT = new Date('2026-11-27T00:00:00+08:00');

const dollars = createFakeStripe(() => NOON, { ...STRIPE, currency: 'USD' });

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: NOON, channels: [dollars.channel] });
});
afterEach(async () => {
  site.setTime(NOON);
  await expectSoundShop(site);
});
afterAll(() => site.close());

const until = async (token: string) => (await site.call(userInfo, { token })).data?.pass?.until;

test('a refund of 月卡 that was confirmed before midnight and is made after it is refused, and takes no day', async () => {
  await sellPass(site);
  const { token } = await signedIn(site);
  const { orderId, cashier } = await orderBy(site, token, { itemId: MONTH.id });
  await press(site, cashier, 'pay');
  const confirmed = (passDays: number) => ({
    no: `${orderId}-R1`,
    taken: { coins: 0, bonus: 0, debt: 0, passDays },
  });
  const early = refundBy(site, orderId, { now: MIDNIGHT, confirmed: confirmed(29) });
  await expect(early).rejects.toMatchObject({ reason: 'changed' });
  expect(await until(token)).toBe('2026-12-25T16:00:00.000Z');
  await refundBy(site, orderId, { now: MIDNIGHT, confirmed: confirmed(28) });
  expect((await seenBy(site, token, orderId)).refunds).toMatchObject([{ amount: 1400, passDays: 28 }]);
});

test('月卡 that is paid in another currency is revenue by its listed price, and is refunded in that currency', async () => {
  await editPart(site, 'packages', [...DEFAULT_PARTS.packages, { ...MONTH, prices: { USD: 210 } }]);
  const before = await reportPasses(site.pool, '2026-11', NOON);
  const { token } = await signedIn(site);
  const request = newRequest({ itemId: MONTH.id, channel: 'stripe', scene: 'pc', expect: 210 });
  const { data } = await site.call(chargeSubmit, request, { token });
  const orderId = data?.orderId ?? '';
  const { headers, body } = dollars.pay(orderId);
  await site.http.inject({ method: 'POST', url: '/pay/stripe/notify', headers, payload: body });
  expect(await until(token)).toBe('2026-12-25T16:00:00.000Z');
  const sold = await reportPasses(site.pool, '2026-11', NOON);
  expect([sold.sold - before.sold, sold.used - before.used]).toEqual([1500, 50]);
  await refundBy(site, orderId, { now: NOON });
  expect((await seenBy(site, token, orderId)).refunds).toMatchObject([{ amount: 203, passDays: 29 }]);
  const refunded = await reportPasses(site.pool, '2026-11', NOON);
  expect([refunded.refunded - before.refunded, refunded.closing - before.closing]).toEqual([1450, 0]);
});
