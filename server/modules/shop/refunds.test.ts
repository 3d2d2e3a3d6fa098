import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { userDetail } from '#contract/calls/account';
import { comicPay } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import { chargeItem, chargeLog, payLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { signedIn } from '../../../testing/factories/readers.ts';
import { expectSoundShop, orderBy, press, refundBy, seenBy } from '../../../testing/factories/shop.ts';
import { giveTo } from '../../../testing/factories/wallets.ts';
import { readBalances } from '../wallet/wallet.ts';
import { NoRefund } from './shop.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let site: TestApp;
let other: TestApp;
beforeAll(async () => {
  site = await startTestApp();
  other = await startTestApp({ beside: site });
});
afterAll(async () => {
  await other.close();
  await site.close();
});
afterEach(async () => {
  site.setTime(null);
  await expectSoundShop(site);
});

/** A reader who has topped up once: 6 yuan for 60 coins and 30 bonus. */
async function toppedUp() {
  const reader = await signedIn(site);
  return { ...reader, ...(await topUp(reader.token)) };
}

async function topUp(token: string) {
  const { orderId, cashier } = await orderBy(site, token);
  await press(site, cashier, 'pay');
  return { orderId };
}

async function has(token: string) {
  const { data } = await site.call(userInfo, { token });
  return [data?.coins, data?.bonus];
}

async function spend(token: string, price: number) {
  const { chapters } = await addComic(site, { chapters: [{ price }] });
  const chapterIds = chapters.map(({ id }) => id);
  return site.call(comicPay, { chapterIds, expect: price, key: randomUUID() }, { token });
}

async function statement(token: string) {
  const { data } = await site.call(payLog, {}, { token });
  return data?.list.map(({ kind, title, coins, bonus, balance }) => [kind, title, coins, bonus, balance.coins]);
}

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

describe('a whole refund', () => {
  test('takes back coins, bonus and growth, and the reader can see it', async () => {
    const { token, orderId } = await toppedUp();
    await refundBy(site, orderId);
    expect(await has(token)).toEqual([0, 0]);
    const refund = { amount: 600, coins: 60, bonus: 30 };
    expect(await seenBy(site, token, orderId)).toMatchObject({
      state: 'granted',
      refunds: [{ ...refund, state: 'pending' }],
    });
    await site.app.runFrequentJobs();
    const seen = { state: 'refunded', refunds: [{ ...refund, state: 'done' }] };
    expect(await seenBy(site, token, orderId)).toMatchObject(seen);
    expect((await site.call(chargeLog, {}, { token })).data?.list).toMatchObject([seen]);
    expect(await statement(token)).toEqual([
      ['refund', '退款 ¥6.00，收回', -60, -30, 0],
      ['topup', '充值 60 漫币', 60, 30, 60],
    ]);
    expect((await site.call(userDetail, {}, { token })).data?.growth.points).toBe(0);
  });

  test('does not give the bonus of a first top-up a second time', async () => {
    const { token, orderId } = await toppedUp();
    await refundBy(site, orderId);
    await site.app.runFrequentJobs();
    expect((await site.call(chargeItem, {}, { token })).data?.items[0]?.first).toBe(0);
    await topUp(token);
    expect(await has(token)).toEqual([60, 0]);
  });

  test('as a favour takes nothing back', async () => {
    const { token, orderId } = await toppedUp();
    await refundBy(site, orderId, { takesBack: false });
    await site.app.runFrequentJobs();
    expect(await has(token)).toEqual([60, 30]);
    expect(await seenBy(site, token, orderId)).toMatchObject({
      state: 'refunded',
      refunds: [{ amount: 600, coins: 0, bonus: 0, state: 'done' }],
    });
  });
});

describe('refunds in parts', () => {
  test('take back shares that add up to the whole grant', async () => {
    const { token, orderId } = await toppedUp();
    for (const [amount, left] of [
      [1, [60, 30]],
      [198, [41, 21]],
      [200, [21, 11]],
      [201, [0, 0]],
    ] as const) {
      expect((await seenBy(site, token, orderId)).state).toBe('granted');
      await refundBy(site, orderId, { amount });
      await site.app.runFrequentJobs();
      expect(await has(token)).toEqual(left);
    }
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'refunded', refunds: [{}, {}, {}, {}] });
    expect(await reasonOf(refundBy(site, orderId))).toBe('nothing-left');
  });

  test('leave the order granted until the last of them is done', async () => {
    const { token, orderId } = await toppedUp();
    const later = new Date(Date.now() + DAY_MS);
    await refundBy(site, orderId, { amount: 300 });
    await refundBy(site, orderId, { amount: 300, now: later });
    await site.app.runFrequentJobs();
    const seen = (first: string, second: string) => ({ refunds: [{ state: first }, { state: second }] });
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', ...seen('done', 'pending') });
    site.setTime(later);
    await site.app.runFrequentJobs();
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'refunded', ...seen('done', 'done') });
  });

  test('take nothing back for a part that was a favour', async () => {
    const { token, orderId } = await toppedUp();
    await refundBy(site, orderId, { amount: 300, takesBack: false });
    await refundBy(site, orderId);
    expect(await has(token)).toEqual([30, 15]);
  });

  test('made by two nodes at once never exceed the payment', async () => {
    const { token, orderId } = await toppedUp();
    const reasons = await Promise.all([
      reasonOf(refundBy(site, orderId, { amount: 400 })),
      reasonOf(refundBy(other, orderId, { amount: 400 })),
    ]);
    expect(reasons.toSorted()).toEqual([null, 'too-much']);
    expect(await has(token)).toEqual([20, 10]);
    await Promise.all([site.app.runFrequentJobs(), other.app.runFrequentJobs()]);
    expect(await reasonOf(refundBy(site, orderId, { amount: 201 }))).toBe('too-much');
    expect(await seenBy(site, token, orderId)).toMatchObject({ refunds: [{ amount: 400, state: 'done' }] });
  });
});

test('an order that is not granted cannot be refunded', async () => {
  const { token } = await signedIn(site);
  const { orderId } = await orderBy(site, token);
  expect(await reasonOf(refundBy(site, orderId))).toBe('not-granted');
});

describe('a refund of spent coins', () => {
  test('makes a debt, which prevents purchases until the next top-up pays it', async () => {
    const { token, orderId } = await toppedUp();
    // 30 bonus first, then 50 coins.
    expect(await spend(token, 80)).toMatchObject({ code: 0 });
    await refundBy(site, orderId);
    expect(await has(token)).toEqual([-80, 0]);
    expect(await spend(token, 1)).toMatchObject({ code: 4001, data: { missing: 81 } });
    await topUp(token);
    expect(await has(token)).toEqual([-20, 0]);
    await topUp(token);
    expect(await has(token)).toEqual([40, 0]);
    expect(await statement(token)).toEqual([
      ['topup', '充值 60 漫币，其中 20 还清退款欠下的', 60, 0, 40],
      ['topup', '充值 60 漫币，其中 60 还清退款欠下的', 60, 0, -20],
      ['refund', '退款 ¥6.00，收回', -90, 0, -80],
      ['purchase', expect.any(String), -50, -30, 10],
      ['topup', '充值 60 漫币', 60, 30, 60],
    ]);
    expect(await spend(token, 40)).toMatchObject({ code: 0 });
  });

  test('takes no later tickets and bonus, but they cannot be used while there is a debt', async () => {
    const { id, token, orderId } = await toppedUp();
    await spend(token, 90);
    await refundBy(site, orderId);
    await giveTo(site, id, { bonus: 50, tickets: 1 });
    expect(await has(token)).toEqual([-90, 50]);
    expect(await spend(token, 10)).toMatchObject({ code: 4001, data: { missing: 90 } });
  });

  test('replaces spent bonus by coins, but not bonus that expired unused', async () => {
    const { id, token, orderId } = await toppedUp();
    await spend(token, 10);
    const now = new Date(Date.now() + 91 * DAY_MS);
    await refundBy(site, orderId, { now });
    // Of 30 bonus 20 have expired, and 10 are spent.
    expect(await readBalances(site.pool, id, now)).toMatchObject({ coins: -10, bonus: 0 });
  });
});

describe('a refund that the channel refuses', () => {
  test('restores the taken coins and can be repeated', async () => {
    const { token, orderId } = await toppedUp();
    await spend(token, 50);
    const no = await refundBy(site, orderId);
    expect(await has(token)).toEqual([-50, 0]);
    await topUp(token);
    expect(await has(token)).toEqual([10, 0]);
    await forgetPayment(orderId);
    await site.app.runFrequentJobs();
    expect(await has(token)).toEqual([100, 0]);
    expect(await seenBy(site, token, orderId)).toMatchObject({ state: 'granted', refunds: [] });
    expect((await statement(token))?.[0]).toEqual(['refund', '退款没有成功，退回', 90, 0, 100]);
    expect(await refundBy(site, orderId)).not.toBe(no);
  });

  test('restores bonus that can be used for at least a week', async () => {
    const { id, orderId } = await toppedUp();
    await refundBy(site, orderId);
    await forgetPayment(orderId);
    const later = Date.now() + 100 * DAY_MS;
    site.setTime(new Date(later));
    await site.app.runFrequentJobs();
    const bonusAt = async (time: number) => (await readBalances(site.pool, id, new Date(time))).bonus;
    expect([await bonusAt(later + 7 * DAY_MS - 1), await bonusAt(later + 7 * DAY_MS)]).toEqual([30, 0]);
  });
});

test('a refund of an erased reader takes nothing back', async () => {
  const { id, orderId } = await toppedUp();
  await site.pool.query('update account.reader set erases_at = now() where id = $1', [id]);
  await site.sweep(new Date(Date.now() + MINUTE_MS));
  await refundBy(site, orderId);
  await site.app.runFrequentJobs();
  const { rows } = await site.pool.query('select state, coins_back from shop.topup_order where no = $1', [orderId]);
  expect(rows).toEqual([{ state: 'refunded', coins_back: 0 }]);
});
