import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { payLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { readerOf } from '../../testing/factories/library.ts';
import { newVisitor, signedIn } from '../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../testing/factories/wallets.ts';
import { transaction } from '../core/db/db.ts';
import { adjust, credit, spendBonus } from '../modules/wallet/wallet.ts';

const DAY_MS = 24 * 3600 * 1000;

let site: TestApp;
let reader: { id: number; token: string; phone: string };
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  reader = await signedIn(site);
});
afterEach(async () => {
  site.setTime(null);
  await expectSoundLedger(site);
});

async function log(query: { cursor?: string; size?: number } = {}, token = reader.token) {
  const { data } = await site.call(payLog, query, { token });
  return { list: data?.list ?? [], next: data?.next ?? null };
}

async function buy(title: string, prices: number[], options: { ticket?: boolean } = {}) {
  const { comicId, chapters } = await addComic(site, { title, chapters: prices.map((price) => ({ price })) });
  const chapterIds = chapters.map(({ id }) => id);
  const expected = prices.reduce((sum, price) => sum + price, 0);
  const payload = { chapterIds, expect: expected, key: randomUUID(), ...options };
  expect(await site.call(comicPay, payload, { token: reader.token })).toMatchObject({ code: 0 });
  return { comicId, chapterIds };
}

test('one event is one line with its changes and the new balances, the latest first', async () => {
  const [now, expiresAt] = [new Date(), new Date(Date.now() + 9 * DAY_MS)];
  const topup = {
    kind: 'topup',
    key: 'topup:a',
    title: '充值 300 漫币',
    coins: { amount: 300, costFen: 3000 },
  } as const;
  const sign = { kind: 'sign', key: 'sign:a', title: '签到 11-22', tickets: { amount: 1, expiresAt } } as const;
  const correction = { asset: 'coin', amount: 5, expiresAt, actor: 'operator', reason: '内部原因' } as const;
  await transaction(site.pool, async (tx) => {
    await credit(tx, reader.id, { ...topup, bonus: { amount: 25, expiresAt } }, now);
    await credit(tx, reader.id, sign, now);
    await spendBonus(tx, reader.id, { kind: 'repair', key: 'repair:a', title: '补签 11-20', amount: 5 }, now);
    await adjust(tx, reader.id, 'adjust:a', correction, now);
  });
  const several = await buy('几话一起买的', [30, 12, 8]);
  const one = await buy('用券读的', [30], { ticket: true });
  const { list, next } = await log();
  expect(next).toBeNull();
  expect(list.map(({ at: _at, ...line }) => line)).toEqual([
    {
      kind: 'purchase',
      title: '《用券读的》 第1话',
      coins: 0,
      bonus: 0,
      tickets: -1,
      comicId: one.comicId,
      chapterId: one.chapterIds[0],
      balance: { coins: 275, bonus: 0, tickets: 0 },
    },
    {
      kind: 'purchase',
      title: '《几话一起买的》 第1话 等3话',
      coins: -30,
      bonus: -20,
      tickets: 0,
      comicId: several.comicId,
      balance: { coins: 275, bonus: 0, tickets: 1 },
    },
    {
      kind: 'adjust',
      title: '客服调整',
      coins: 5,
      bonus: 0,
      tickets: 0,
      balance: { coins: 305, bonus: 20, tickets: 1 },
    },
    {
      kind: 'repair',
      title: '补签 11-20',
      coins: 0,
      bonus: -5,
      tickets: 0,
      balance: { coins: 300, bonus: 20, tickets: 1 },
    },
    {
      kind: 'sign',
      title: '签到 11-22',
      coins: 0,
      bonus: 0,
      tickets: 1,
      balance: { coins: 300, bonus: 25, tickets: 1 },
    },
    {
      kind: 'topup',
      title: '充值 300 漫币',
      coins: 300,
      bonus: 25,
      tickets: 0,
      balance: { coins: 300, bonus: 25, tickets: 0 },
    },
  ]);
});

test('pages follow one another while more happens, and each line keeps its balance', async () => {
  for (let turn = 1; turn <= 7; turn++) await giveTo(site, reader.id, { coins: turn });
  const whole = (await log({ size: 50 })).list;
  expect(whole.map(({ balance }) => balance.coins)).toEqual([28, 21, 15, 10, 6, 3, 1]);
  const first = await log({ size: 3 });
  await giveTo(site, reader.id, { coins: 100 });
  const second = await log({ size: 3, cursor: first.next ?? '' });
  const third = await log({ size: 3, cursor: second.next ?? '' });
  expect([...first.list, ...second.list, ...third.list]).toEqual(whole);
  expect(third.next).toBeNull();
  expect(await site.call(payLog, { cursor: 'x' }, { token: reader.token })).toMatchObject({ http: 400, code: 1001 });
});

test('pages of purchases and top-ups follow one another without a line twice or missing', async () => {
  await giveTo(site, reader.id, { coins: 100 });
  for (const price of [1, 2, 3]) await buy(`第 ${price} 部`, [price]);
  await giveTo(site, reader.id, { coins: 7 });
  await buy('最后一部', [4]);
  const whole = (await log({ size: 50 })).list;
  expect(whole.map(({ balance }) => balance.coins)).toEqual([97, 101, 94, 97, 99, 100]);
  for (const size of [1, 2, 4]) {
    const lines = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await log({ size, ...(cursor && { cursor }) });
      lines.push(...page.list);
      cursor = page.next;
    }
    expect(lines).toEqual(whole);
  }
});

test('expired amounts have a line at once, and amounts of a merge too', async () => {
  site.setTime(new Date(Date.now() + 120_000));
  const guest = await newVisitor(site);
  const soon = new Date(Date.now() + DAY_MS);
  await giveTo(site, await readerOf(site, guest), { bonus: 3, tickets: 1, expiresAt: soon });
  const { token } = await signedIn(site, { telephone: reader.phone, from: guest });
  await giveTo(site, reader.id, { bonus: 4, expiresAt: soon });
  site.setTime(soon);
  expect((await log({}, token)).list).toMatchObject([
    { kind: 'expire', title: '已过期', coins: 0, bonus: -7, tickets: -1, balance: { bonus: 0, tickets: 0 } },
    { kind: 'gift', bonus: 4, balance: { bonus: 7, tickets: 1 } },
    { kind: 'merge', title: '登录前获得的', bonus: 3, tickets: 1, balance: { bonus: 3, tickets: 1 } },
  ]);
});

test('the wallet history needs an account, and is empty without a wallet', async () => {
  expect(await log()).toEqual({ list: [], next: null });
  expect(await site.call(payLog, {}, { token: await newVisitor(site) })).toMatchObject({ code: 1401 });
});
