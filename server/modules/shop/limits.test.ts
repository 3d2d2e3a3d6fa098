import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chargeCancel, chargeItem, chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { CHEAPEST, newRequest, orderBy, press } from '../../../testing/factories/shop.ts';

const MINUTE_MS = 60_000;
const ADULT = { orderFen: 3_000, dayFen: 4_000 };
/** The first moment of a day in Shanghai. */
const MIDNIGHT = Date.parse('2026-12-01T16:00:00Z');

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
  await editPart(site, 'limits', { adult: ADULT, undeclared: { orderFen: 600, dayFen: 1_200 } });
});
afterAll(() => site.close());
beforeEach(async () => {
  token = (await signedIn(site)).token;
});
afterEach(() => site.setTime(null));

const left = async () => (await site.call(chargeItem, {}, { token })).data?.limits;
const buy = (itemId = CHEAPEST.id) => site.call(chargeSubmit, newRequest({ itemId }), { token });
const declareAdult = () =>
  site.pool.query(
    `update account.reader set adult = true
     where id = (select reader_id from account.session where token_hash = sha256(convert_to($1, 'UTF8')))`,
    [token],
  );

describe('the amount that can be topped up', () => {
  test('is limited for each order and each day, and a refusal says the rest', async () => {
    expect(await left()).toEqual({ order: 600, day: 1_200, today: 1_200, unpaid: 0 });
    expect(await buy(2)).toMatchObject({ code: 4006, data: { order: 600, day: 1_200, today: 1_200, unpaid: 0 } });
    const { cashier } = await orderBy(site, token);
    expect(await left()).toEqual({ order: 600, day: 1_200, today: 1_200, unpaid: 600 });
    await press(site, cashier, 'pay');
    expect(await left()).toEqual({ order: 600, day: 1_200, today: 600, unpaid: 0 });
    expect(await buy()).toMatchObject({ code: 0 });
    expect(await buy()).toMatchObject({ code: 4006, data: { order: 600, day: 1_200, today: 600, unpaid: 600 } });
  });

  test('is larger for readers who have declared to be adults', async () => {
    await declareAdult();
    expect(await left()).toEqual({ order: 3_000, day: 4_000, today: 4_000, unpaid: 0 });
    expect(await buy(4)).toMatchObject({ code: 4006 });
    expect(await buy(3)).toMatchObject({ code: 0 });
    expect(await buy(2)).toMatchObject({ code: 4006, data: { order: 3_000, day: 4_000, today: 4_000, unpaid: 3_000 } });
  });

  test('is unlimited if the editor sets no limits', async () => {
    await declareAdult();
    await editPart(site, 'limits', {
      adult: { orderFen: null, dayFen: null },
      undeclared: { orderFen: 600, dayFen: 1_200 },
    });
    expect(await left()).toEqual({ order: null, day: null, today: null, unpaid: 0 });
    expect(await buy(6)).toMatchObject({ code: 0 });
    await editPart(site, 'limits', { adult: ADULT, undeclared: { orderFen: 600, dayFen: 1_200 } });
  });

  test('is not larger for concurrent orders', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy()));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, ...Array(6).fill(4006)]);
  });

  test('is free again after the reader cancels an unpaid order, whose payment page is closed then', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    await orderBy(site, token);
    expect(await buy()).toMatchObject({ code: 4006 });
    expect(await site.call(chargeCancel, { orderId }, { token })).toMatchObject({ data: { state: 'closed' } });
    await press(site, cashier, 'pay');
    expect(await site.call(chargeOrder, { orderId }, { token })).toMatchObject({ data: { state: 'closed' } });
    expect(await left()).toMatchObject({ today: 1_200, unpaid: 600 });
    expect(await buy()).toMatchObject({ code: 0 });
  });

  test('is used by an order that was paid before the reader cancels it', async () => {
    const { orderId, cashier } = await orderBy(site, token);
    await press(site, cashier, 'silent');
    expect(await site.call(chargeCancel, { orderId }, { token })).toMatchObject({ data: { state: 'granted' } });
    expect(await site.call(chargeCancel, { orderId }, { token })).toMatchObject({ data: { state: 'granted' } });
    expect(await left()).toMatchObject({ today: 600, unpaid: 0 });
    const stranger = (await signedIn(site)).token;
    expect(await site.call(chargeCancel, { orderId }, { token: stranger })).toMatchObject({ code: 4007 });
  });

  test('is free again after an unpaid order is cancelled or half an hour old', async () => {
    const now = Date.now();
    site.setTime(new Date(now));
    const { orderId, cashier } = await orderBy(site, token);
    await orderBy(site, token);
    expect(await left()).toMatchObject({ today: 1_200, unpaid: 1_200 });
    await press(site, cashier, 'cancel');
    await site.call(chargeOrder, { orderId }, { token });
    expect(await left()).toMatchObject({ today: 1_200, unpaid: 600 });
    site.setTime(new Date(now + 30 * MINUTE_MS - 1));
    expect(await left()).toMatchObject({ today: 1_200, unpaid: 600 });
    site.setTime(new Date(now + 30 * MINUTE_MS));
    expect(await left()).toMatchObject({ today: 1_200, unpaid: 0 });
  });
});

describe('at midnight in Shanghai', () => {
  test('earlier payments no longer count, to the millisecond', async () => {
    site.setTime(new Date(MIDNIGHT - 1));
    const { cashier } = await orderBy(site, token);
    await press(site, cashier, 'pay');
    expect(await left()).toMatchObject({ today: 600 });
    site.setTime(new Date(MIDNIGHT));
    expect(await left()).toMatchObject({ today: 1_200 });
  });

  test('earlier orders that can still be paid count, and so do later payments of them', async () => {
    site.setTime(new Date(MIDNIGHT - 1));
    const { cashier } = await orderBy(site, token);
    await orderBy(site, token);
    site.setTime(new Date(MIDNIGHT));
    expect(await left()).toMatchObject({ today: 1_200, unpaid: 1_200 });
    await press(site, cashier, 'pay');
    expect(await left()).toMatchObject({ today: 600, unpaid: 600 });
    site.setTime(new Date(MIDNIGHT + 40 * MINUTE_MS));
    expect(await left()).toMatchObject({ today: 600, unpaid: 0 });
  });
});
