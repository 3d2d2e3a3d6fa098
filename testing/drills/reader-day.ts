import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { userAutoBuys } from '#contract/calls/account';
import { comicPay, waitOpen } from '#contract/calls/comic';
import { redeem } from '#contract/calls/redeeming';
import { gift, sign } from '#contract/calls/rewards';
import { userInfo } from '#contract/calls/session';
import { chargeLog, chargeOrder, chargeSubmit, payLog } from '#contract/calls/wallet';
import type { ChargeOrder } from '#contract/order-shapes';
import type { SandboxAct } from '../../server/adapters/channels/sandbox.ts';
import { transaction } from '../../server/core/db/db.ts';
import { writePart } from '../../server/modules/editorial/editing.ts';
import { DEFAULT_PARTS } from '../../server/modules/editorial/editorial.ts';
import type { AppProcess } from '../app/app-process.ts';
import { addComic, changeComic } from '../factories/comics.ts';
import { readersInBulk } from '../factories/readers.ts';
import { addBatch } from '../factories/redeeming.ts';
import { campaign } from '../factories/rewards.ts';
import { CHEAPEST, MONTH, newRequest, refundBy } from '../factories/shop.ts';
import { giveTo } from '../factories/wallets.ts';

const PRICE = 12;
const COINS = 100;
const GIFT = 10;
const REDEEMED = { coins: 7, bonus: 3 };
/** More than there are days in a drill. */
const CODES = 5_000;
/** The daily bonus plus that of the grade after a top-up. */
const SIGN = 2;
const DAY_MS = 24 * 3600 * 1000;

/** The current app, and a function that repeats a call until it succeeds. */
export type DayContext = {
  app(): Pick<AppProcess, 'url' | 'call'>;
  untilAnswered<T>(ask: () => Promise<T>): Promise<T>;
} & Days;

/** The ids of chapters for sale, and redeem codes, of which each day takes one. */
export type Days = { chapters: readonly number[]; codes: string[] };

/** Adds chapters for sale, redeem codes and a gift. */
export async function prepareDays(pool: Pool, imageDir: string): Promise<Days> {
  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
  const today = campaign(1, { amount: GIFT, start: fromNow(-DAY_MS), end: fromNow(DAY_MS) });
  await transaction(pool, (tx) => writePart(tx, 'gifts', [today], new Date()));
  const packages = [...DEFAULT_PARTS.packages, MONTH];
  await transaction(pool, (tx) => writePart(tx, 'packages', packages, new Date()));
  const comic = await addComic({ pool, imageDir }, { chapters: Array(3).fill({ price: PRICE }) });
  await changeComic({ pool, imageDir }, comic.comicId, { waitHours: 24, waitExceptLatest: 0 });
  const [validFrom, validUntil] = [new Date(Date.now() - DAY_MS), new Date(Date.now() + 2 * DAY_MS)];
  const { codes } = await addBatch({ pool }, { count: CODES, ...REDEEMED, validFrom, validUntil });
  return { chapters: comic.chapters.map(({ id }) => id), codes };
}

/** Tokens of new readers with coins. */
export async function readersWithCoins(pool: Pool, count: number): Promise<string[]> {
  const readers = await readersInBulk({ pool }, count);
  for (const { id } of readers) await giveTo({ pool }, id, { coins: COINS });
  return readers.map(({ token }) => token);
}

/**
 * Opens a chapter by waiting, buys, tops up, claims, signs, uses a redeem code and buys 月卡, each with one key and repeated calls.
 * Everything must have happened once. Returns the number of the order of coins.
 */
export async function passReaderDay(place: DayContext, token: string): Promise<string> {
  const { app, untilAnswered, chapters, codes } = place;
  const waiting = { id: chapters[0] ?? 0, key: randomUUID() };
  const opened = await untilAnswered(() => app().call(waitOpen, waiting, token));
  expect(opened).toMatchObject({ code: 0, data: { until: expect.any(String), readyAt: expect.any(String) } });
  expect((await untilAnswered(() => app().call(waitOpen, waiting, token))).data).toEqual(opened.data);
  for (const [index, chapterId] of chapters.entries()) {
    // The last purchase also saves the auto-buy setting.
    const autoBuy = index === chapters.length - 1 ? true : undefined;
    const request = { chapterIds: [chapterId], expect: PRICE, autoBuy, key: randomUUID() };
    const { code, data } = await untilAnswered(() => app().call(comicPay, request, token));
    expect({ code, spent: data?.spent }).toMatchObject({ code: 0, spent: { coins: PRICE } });
  }
  expect((await untilAnswered(() => app().call(userAutoBuys, {}, token))).data?.list).toHaveLength(1);
  const orderId = await topUp(place, token);
  await untilAnswered(() => app().call(gift, { claim: 'all' }, token));
  await untilAnswered(() => app().call(sign, { sign: true }, token));
  const using = { code: codes.pop() ?? '', key: randomUUID() };
  expect(await untilAnswered(() => app().call(redeem, using, token))).toMatchObject({ code: 0, data: REDEEMED });
  const { data } = await untilAnswered(() => app().call(payLog, {}, token));
  expect(data?.list.map(({ kind, coins, bonus }) => [kind, coins, bonus]).toReversed()).toEqual([
    ['topup', COINS, 0],
    ...chapters.map(() => ['purchase', -PRICE, 0]),
    ['topup', CHEAPEST.coins, CHEAPEST.first],
    ['gift', 0, GIFT],
    ['sign', 0, SIGN],
    ['redeem', REDEEMED.coins, REDEEMED.bonus],
  ]);
  await topUp(place, token, MONTH.id);
  const until = (await untilAnswered(() => app().call(userInfo, { token }, token))).data?.pass?.until ?? '';
  // The day of the purchase counts as the first day. It may have ended since.
  const daysLeft = Math.ceil((Date.parse(until) - Date.now()) / DAY_MS);
  expect([MONTH.days, (MONTH.days ?? 0) - 1]).toContain(daysLeft);
  return orderId;
}

/**
 * Refunds the order and that of 月卡 with the operator's command. Everything they granted must be taken back once, except the
 * day of 月卡 that has begun.
 */
export async function refundReaderDay(
  { app, untilAnswered }: DayContext,
  pool: Pool,
  token: string,
  orderId: string,
): Promise<void> {
  const orders = await untilAnswered(() => app().call(chargeLog, {}, token));
  const passId = orders.data?.list.find(({ passDays }) => passDays)?.orderId ?? '';
  for (const id of [orderId, passId]) await refundBy({ pool }, id);
  const place = { app, untilAnswered };
  await expectState(place, token, orderId, 'refunded');
  await expectOrder(place, token, passId, ({ refunds }) => refunds.map(({ state }) => state).join(), 'done');
  const until = (await untilAnswered(() => app().call(userInfo, { token }, token))).data?.pass?.until ?? '';
  expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(DAY_MS);
  const { data } = await untilAnswered(() => app().call(payLog, { size: 1 }, token));
  expect(data?.list).toMatchObject([{ kind: 'refund', coins: -CHEAPEST.coins, bonus: -CHEAPEST.first }]);
}

/** Buys an item, by default the cheapest package. Returns the order number when it has been granted. */
export async function topUp(place: Omit<DayContext, keyof Days>, token: string, itemId = CHEAPEST.id): Promise<string> {
  const { orderId, pay } = await order(place, token, itemId);
  await pay('pay');
  await expectState(place, token, orderId, 'granted');
  return orderId;
}

/** Orders an item, by default the cheapest one. */
export async function order({ app, untilAnswered }: Omit<DayContext, keyof Days>, token: string, itemId = CHEAPEST.id) {
  const request = newRequest({ itemId });
  const { data, message } = await untilAnswered(() => app().call(chargeSubmit, request, token));
  if (data?.next.kind !== 'redirect') throw new Error(`no order: ${message}`);
  const cashier = new URL(data.next.url).pathname;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const press = (act: SandboxAct) =>
    fetch(`${app().url}${cashier}`, { method: 'POST', headers, body: `act=${act}`, redirect: 'manual' });
  return { orderId: data.orderId, pay: (act: SandboxAct) => untilAnswered(() => press(act)) };
}

/** The longest wait for an app that keeps running. After a kill, leases must expire first, so the wait starts again. */
const PATIENCE_MS = 120_000;

/** Polls the order until it has this state. */
export async function expectState(
  place: Omit<DayContext, keyof Days>,
  token: string,
  orderId: string,
  expected: ChargeOrder['state'],
): Promise<void> {
  await expectOrder(place, token, orderId, ({ state }) => state, expected);
}

/** Polls the order until `read` returns the expected text. */
async function expectOrder(
  { app, untilAnswered }: Omit<DayContext, keyof Days>,
  token: string,
  orderId: string,
  read: (order: ChargeOrder) => string,
  expected: string,
): Promise<void> {
  let [running, since] = [app(), Date.now()];
  for (;;) {
    const { data } = await untilAnswered(() => app().call(chargeOrder, { orderId }, token));
    const found = data && read(data);
    if (found === expected) return;
    if (app() !== running) [running, since] = [app(), Date.now()];
    if (Date.now() - since > PATIENCE_MS) expect(found).toBe(expected);
    await sleep(200);
  }
}
