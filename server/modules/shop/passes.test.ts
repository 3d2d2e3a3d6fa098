import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { userDetail } from '#contract/calls/account';
import { comicRead } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import { chargeItem, chargeSubmit } from '#contract/calls/wallet';
import { tooManyRequests } from '#contract/codes';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic, changeComic } from '../../../testing/factories/comics.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import {
  expectSoundShop,
  MONTH,
  newRequest,
  orderBy,
  press,
  refundBy as refundNow,
  seenBy,
  sellPass,
} from '../../../testing/factories/shop.ts';
import { transaction } from '../../core/db/db.ts';
import { shanghaiDayEnd } from '../../core/time/shanghai-day.ts';
import { DEFAULT_PARTS } from '../editorial/editorial.ts';
import { membershipDataOwner } from '../membership/data-owner.ts';
import { findOrder, NoRefund } from './shop.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Noon in Shanghai. */
const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let other: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  other = await startTestApp({ beside: site, now: NOW });
  await sellPass(site);
  await other.caughtUp();
});
afterAll(async () => {
  await other.close();
  await site.close();
});
afterEach(async () => {
  site.setTime(NOW);
  await expectSoundShop(site);
});

const PASS = { itemId: MONTH.id };
const MONTH_MS = 30 * DAY_MS;

/** A reader who has bought 30 days for 15 yuan. */
async function withPass() {
  const reader = await signedIn(site);
  const { orderId, cashier } = await orderBy(site, reader.token, PASS);
  await press(site, cashier, 'pay');
  return { ...reader, orderId };
}

async function passOf(token: string): Promise<string | undefined> {
  return (await site.call(userInfo, { token })).data?.pass?.until;
}

/** The end of the day that is this number of days after today. */
const endAfter = (days: number, from = NOW) =>
  new Date(shanghaiDayEnd(from).getTime() + (days - 1) * DAY_MS).toISOString();

const daysLater = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

const refundBy = (node: TestApp, orderId: string, wish: Parameters<typeof refundNow>[2] = {}) =>
  refundNow(node, orderId, { now: NOW, ...wish });

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof NoRefund ? error.reason : error),
  );

/** Deletes the payment at the gateway, which then refuses the refund. */
const forgetPayment = (orderId: string) =>
  site.pool.query(
    `update shop.payment set transaction_id = gen_random_uuid()::text
     where order_id = (select id from shop.topup_order where no = $1)`,
    [orderId],
  );

describe('an order of 月卡', () => {
  test('gives its days when it is paid, and no coins', async () => {
    const { token } = await signedIn(site);
    const { orderId, cashier } = await orderBy(site, token, PASS);
    expect(await passOf(token)).toBeUndefined();
    await press(site, cashier, 'pay');
    expect(await passOf(token)).toBe(endAfter(30));
    const order = { title: '月卡 30 天', amount: 1500, coins: 0, bonus: 0, passDays: 30, state: 'granted' };
    expect(await seenBy(site, token, orderId)).toMatchObject(order);
    expect((await site.call(userInfo, { token })).data).toMatchObject({ coins: 0, bonus: 0 });
    expect((await site.call(userDetail, {}, { token })).data?.growth.points).toBe(1500);
  });

  test('a second one extends the end', async () => {
    const { token } = await withPass();
    await press(site, (await orderBy(site, token, PASS)).cashier, 'pay');
    expect(await passOf(token)).toBe(endAfter(60));
  });

  test('and another one that are paid at once on two nodes both count, one after the other', async () => {
    const { token } = await signedIn(site);
    const orders = [await orderBy(site, token, PASS), await orderBy(site, token, PASS)];
    await Promise.all(orders.map(({ cashier }, index) => press([site, other][index] ?? site, cashier, 'pay')));
    expect(await passOf(token)).toBe(endAfter(60));
    for (const { orderId } of orders) expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted' });
  });

  test('that is paid twice gives its days once, and the second payment is refunded', async () => {
    const { token } = await signedIn(site);
    const { orderId, cashier } = await orderBy(site, token, PASS);
    await press(site, cashier, 'twice');
    await site.app.runFrequentJobs();
    expect(await passOf(token)).toBe(endAfter(30));
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', refunds: [{ amount: 1500 }] });
  });

  test('does not use up the bonus of the first top-up', async () => {
    const { token } = await withPass();
    expect((await site.call(chargeItem, {}, { token })).data?.items[0]?.first).toBe(30);
  });

  test('is sent fifty times at once to two nodes with one key: one order', async () => {
    const { token } = await signedIn(site);
    const request = newRequest(PASS);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => ([site, other][nth % 2] ?? site).call(chargeSubmit, request, { token })),
    );
    // Each node counts the limit of calls for itself here.
    const handled = answers.filter(({ code }) => code !== tooManyRequests);
    expect(handled).toHaveLength(2 * (chargeSubmit.limits[0]?.points ?? 0));
    expect(new Set(handled.map(({ data }) => data?.orderId)).size).toBe(1);
    expect((await site.pool.query('select from shop.topup_order where key = $1', [request.key])).rowCount).toBe(1);
  });

  test('gives the days that were ordered, even if it is no longer sold when it is paid', async () => {
    const { token } = await signedIn(site);
    const { cashier } = await orderBy(site, token, PASS);
    await editPart(site, 'packages', DEFAULT_PARTS.packages);
    expect(await site.call(chargeSubmit, newRequest(PASS), { token })).toMatchObject({ code: 4002 });
    await press(site, cashier, 'pay');
    expect(await passOf(token)).toBe(endAfter(30));
    await sellPass(site);
  });
});

test('the cashier has 月卡 beside the coins, with the number of comics that it opens', async () => {
  const { token } = await signedIn(site);
  const { comicId } = await addComic(site, {});
  await site.pool.query('update catalog.comic set pass_after_days = 30 where id = $1', [comicId]);
  const { data } = await site.call(chargeItem, {}, { token });
  expect(data?.items.map(({ id }) => id)).toEqual(DEFAULT_PARTS.packages.map(({ id }) => id));
  const prices = [{ currency: 'CNY', amount: 1500 }];
  const item = { id: MONTH.id, title: '月卡 30 天', cash: 1500, prices, badge: '', days: 30 };
  expect(data?.pass).toEqual({ items: [item], comics: 1 });
  await editPart(site, 'packages', DEFAULT_PARTS.packages);
  expect((await site.call(chargeItem, {}, { token })).data).not.toHaveProperty('pass');
  await sellPass(site);
});

describe('a refund of 月卡', () => {
  test('on the day it was bought takes back all days but this one', async () => {
    const { token, orderId } = await withPass();
    await refundBy(site, orderId);
    expect(await passOf(token)).toBe(endAfter(1));
    await site.app.runFrequentJobs();
    const refunds = [{ amount: 1450, coins: 0, bonus: 0, passDays: 29, state: 'done' }];
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', refunds });
    expect((await site.call(userDetail, {}, { token })).data?.growth.points).toBe(50);
    expect(await reasonOf(refundBy(site, orderId))).toBe('days-used');
  });

  test('of a half-used one leaves the used days paid', async () => {
    const { token, orderId } = await withPass();
    const now = daysLater(14);
    expect(await reasonOf(refundBy(site, orderId, { amount: 751, now }))).toBe('too-much');
    await refundBy(site, orderId, { now });
    site.setTime(now);
    expect(await passOf(token)).toBe(endAfter(1, now));
    const { refunds } = await seenBy(site, token, orderId);
    expect(refunds).toMatchObject([{ amount: 750, passDays: 15 }]);
  });

  test('in part takes back its share of the days', async () => {
    const { token, orderId } = await withPass();
    await refundBy(site, orderId, { amount: 99 });
    expect(await passOf(token)).toBe(endAfter(29));
    await refundBy(site, orderId);
    expect(await passOf(token)).toBe(endAfter(1));
    expect((await seenBy(site, token, orderId)).refunds).toMatchObject([
      { amount: 99, passDays: 1 },
      { amount: 1351, passDays: 28 },
    ]);
  });

  test('after its end is possible only without taking back days', async () => {
    const { orderId } = await withPass();
    const now = daysLater(30);
    expect(await reasonOf(refundBy(site, orderId, { now }))).toBe('days-used');
    await refundBy(site, orderId, { takesBack: false, now });
    expect(await reasonOf(refundBy(site, orderId, { now }))).toBe('nothing-left');
  });

  test('leaves the days of another order, which move up', async () => {
    const { token, orderId } = await withPass();
    await press(site, (await orderBy(site, token, PASS)).cashier, 'pay');
    await refundBy(site, orderId);
    expect(await passOf(token)).toBe(endAfter(31));
  });

  test('that the channel refuses gives the days back, and can be repeated', async () => {
    const { token, orderId } = await withPass();
    await refundBy(site, orderId);
    await forgetPayment(orderId);
    await site.app.runFrequentJobs();
    expect(await passOf(token)).toBe(endAfter(30));
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', refunds: [] });
    await expectSoundShop(site);
    await refundBy(site, orderId);
    expect(await passOf(token)).toBe(endAfter(1));
  });

  test('made by two nodes at once takes the days back once', async () => {
    const { token, orderId } = await withPass();
    const reasons = await Promise.all([reasonOf(refundBy(site, orderId)), reasonOf(refundBy(other, orderId))]);
    expect(reasons.toSorted()).toEqual(['days-used', null]);
    expect(await passOf(token)).toBe(endAfter(1));
  });

  test('finds the days after they were merged into another account', async () => {
    const { id, token, orderId } = await withPass();
    const to = await signedIn(site);
    await transaction(site.pool, async (tx) => {
      await membershipDataOwner.mergeReader(tx, id, to.id, NOW);
      await tx.query('update shop.topup_order set reader_id = $2, key = null where reader_id = $1', [id, to.id]);
    });
    expect([await passOf(token), await passOf(to.token)]).toEqual([undefined, endAfter(30)]);
    await refundBy(site, orderId);
    expect(await passOf(to.token)).toBe(endAfter(1));
  });

  test('while a chapter is read leaves it open for this day; the next day it is locked, with its price', async () => {
    const createdAt = new Date(NOW.getTime() - MONTH_MS);
    const { comicId, chapters } = await addComic(site, { createdAt, chapters: [{}, { price: 10 }] });
    await changeComic(site, comicId, { passAfterDays: 10 });
    await site.caughtUp();
    const { token, orderId } = await withPass();
    const read = () => site.call(comicRead, { id: chapters[1]?.id ?? 0 }, { token });
    expect(await read()).toMatchObject({ code: 0, data: { chapter: { opened: { by: 'pass', until: endAfter(30) } } } });
    await refundBy(site, orderId);
    expect(await read()).toMatchObject({ code: 0, data: { chapter: { opened: { by: 'pass', until: endAfter(1) } } } });
    site.setTime(daysLater(1));
    expect(await read()).toMatchObject({ code: 3003, data: { access: 'locked', salePrice: 10, passForSale: true } });
  });

  test('of an erased reader takes nothing back', async () => {
    const { id, orderId } = await withPass();
    await site.pool.query('update account.reader set erases_at = $2 where id = $1', [id, NOW]);
    await site.sweep(new Date(NOW.getTime() + 60_000));
    await refundBy(site, orderId);
    await site.app.runFrequentJobs();
    expect(await findOrder(site.pool, orderId)).toMatchObject({ state: 'refunded', readerId: null });
  });
});

test('the days of an order end after a month', async () => {
  const { token } = await withPass();
  site.setTime(new Date(NOW.getTime() + MONTH_MS));
  expect(await passOf(token)).toBeUndefined();
});
