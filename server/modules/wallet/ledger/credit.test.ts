import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { readersInBulk } from '../../../../testing/factories/readers.ts';
import { untilLockAwaited } from '../../../../testing/factories/shop.ts';
import { expectSoundLedger, giveTo } from '../../../../testing/factories/wallets.ts';
import { type Tx, transaction } from '../../../core/db/db.ts';
import { type Credit, credit, spendBonus } from './credit.ts';
import { lockWallet, readBalances, TooLittle } from './ledger.ts';

const NOW = new Date();
const expiresAt = new Date(NOW.getTime() + 24 * 3600 * 1000);

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
afterEach(() => expectSoundLedger(site));

const inOne = <Result>(work: (tx: Tx) => Promise<Result>) => transaction(site.pool, work);
const newReader = async () => (await readersInBulk(site, 1))[0]?.id ?? 0;
const held = (readerId: number) => readBalances(site.pool, readerId, NOW);
const topup = (more: Partial<Extract<Credit, { kind: 'topup' }>>): Credit => ({
  kind: 'topup',
  key: `topup:${randomUUID()}`,
  title: '充值 300 漫币',
  coins: { amount: 300, costFen: 3000 },
  ...more,
});

test('a top-up with its bonus is credited once, even if a repetition has other amounts', async () => {
  const readerId = await newReader();
  const first = topup({ bonus: { amount: 25, expiresAt } });
  const repeated = [first, { ...first, tickets: { amount: 1, expiresAt } }, { ...first, coins: undefined }];
  const balances = { coins: 300, bonus: 25, tickets: 0 };
  expect(await inOne((tx) => credit(tx, readerId, first, NOW))).toEqual(balances);
  for (const again of repeated) expect(await inOne((tx) => credit(tx, readerId, again, NOW))).toBeNull();
  expect(await held(readerId)).toEqual(balances);
  const { rows } = await site.pool.query(
    `select count(distinct event_id)::int as events, array_agg(distinct title) as titles from wallet.transfer where idem_key like $1`,
    [`${first.key}%`],
  );
  expect(rows).toEqual([{ events: 1, titles: ['充值 300 漫币'] }]);
});

test('concurrent credits of one event are credited once, also to a new wallet', async () => {
  const readerId = await newReader();
  const gift: Credit = { kind: 'gift', key: `gift:1:${readerId}`, title: '新人礼包', bonus: { amount: 9, expiresAt } };
  const given = await Promise.all(Array.from({ length: 6 }, () => inOne((tx) => credit(tx, readerId, gift, NOW))));
  expect(given.filter(Boolean)).toHaveLength(1);
  expect(await held(readerId)).toEqual({ coins: 0, bonus: 9, tickets: 0 });
});

test('one key for two readers, and a credit of 0, are errors without an effect', async () => {
  const [one, other] = [await newReader(), await newReader()];
  const both = topup({ bonus: { amount: 25, expiresAt } });
  await inOne((tx) => credit(tx, one, both, NOW));
  expect(await inOne((tx) => credit(tx, other, both, NOW))).toBeNull();
  expect(await held(other)).toEqual({ coins: 0, bonus: 0, tickets: 0 });
  await expect(inOne((tx) => credit(tx, other, topup({ coins: undefined }), NOW))).rejects.toThrow('gives nothing');
});

test('a transaction that waits for the wallet sees the lots as they are once it has the lock', async () => {
  const readerId = await newReader();
  await giveTo(site, readerId, { bonus: 4, expiresAt });
  const work = await inOne(async (tx) => {
    await credit(tx, readerId, topup({ coins: { amount: 7, costFen: 70 } }), NOW);
    const waiting = inOne((other) => lockWallet(other, readerId, NOW));
    await untilLockAwaited(site.pool);
    return { waiting };
  });
  expect((await work.waiting)?.lots.map(({ asset, remaining }) => [asset, remaining])).toEqual([
    ['bonus', 4],
    ['coin', 7],
  ]);
});

test('bonus is spent on a service once for each key, soonest expiry first, and only if there is enough', async () => {
  const readerId = await newReader();
  const repair = { kind: 'repair', key: `repair:${readerId}:2026-11-20`, title: '补签 11-20', amount: 5 } as const;
  await expect(inOne((tx) => spendBonus(tx, readerId, repair, NOW))).rejects.toThrow(TooLittle);
  await giveTo(site, readerId, { coins: 9, bonus: 4 });
  await expect(inOne((tx) => spendBonus(tx, readerId, repair, NOW))).rejects.toThrow(TooLittle);
  await giveTo(site, readerId, { bonus: 4, expiresAt });
  expect(await inOne((tx) => spendBonus(tx, readerId, repair, NOW))).toBe(true);
  expect(await held(readerId)).toEqual({ coins: 9, bonus: 3, tickets: 0 });
  // There is too little for a second one, but the first one is paid.
  expect(await inOne((tx) => spendBonus(tx, readerId, repair, NOW))).toBe(false);
  expect(await readBalances(site.pool, readerId, expiresAt)).toEqual({ coins: 9, bonus: 3, tickets: 0 });
});
