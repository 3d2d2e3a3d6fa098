import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { userDelete, userExport, userSendCode } from '#contract/calls/account';
import { comicPay, comicRead } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { readerOf } from '../../../testing/factories/library.ts';
import { lastCode, newVisitor, signedIn } from '../../../testing/factories/readers.ts';
import { expectSoundLedger, type Gifts, giveTo } from '../../../testing/factories/wallets.ts';
import { transaction } from '../../core/db/db.ts';
import { addPurchases, readState } from './buying/store.ts';
import { createDataOwner } from './data-owner.ts';
import { adjust, credit, readBalances } from './wallet.ts';

const DAY_MS = 24 * 3600 * 1000;

const dataOwner = createDataOwner({ withheldFromMerge: async () => [] });
let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
afterEach(async () => {
  site.setTime(null);
  await expectSoundLedger(site);
});

async function held(token: string) {
  const { data } = await site.call(userInfo, { token });
  return data && { coins: data.coins, bonus: data.bonus, tickets: data.tickets };
}

const balancesOf = (readerId: number) => readBalances(site.pool, readerId, new Date());

/** A new anonymous reader with these gifts. */
async function guest(gifts: Gifts): Promise<{ id: number; token: string }> {
  const token = await newVisitor(site);
  const id = await readerOf(site, token);
  await giveTo(site, id, gifts);
  return { id, token };
}

test('a guest who registers keeps everything', async () => {
  const { token } = await guest({ bonus: 100, tickets: 3 });
  const { token: own } = await signedIn(site, { from: token });
  expect(await held(own)).toEqual({ coins: 0, bonus: 100, tickets: 3 });
});

test('an account gets at most 20 bonus and one ticket from all its guests together', async () => {
  const { phone, id } = await signedIn(site);
  await giveTo(site, id, { coins: 5, bonus: 7 });
  let minutes = 0;
  const after = async (gifts: Gifts) => {
    const { token } = await guest(gifts);
    // A phone can get one code a minute.
    minutes += 2;
    site.setTime(new Date(Date.now() + minutes * 60_000));
    return held((await signedIn(site, { telephone: phone, from: token })).token);
  };
  expect(await after({ bonus: 15 })).toEqual({ coins: 5, bonus: 22, tickets: 0 });
  expect(await after({ bonus: 15, tickets: 2 })).toEqual({ coins: 5, bonus: 27, tickets: 1 });
  expect(await after({ bonus: 15, tickets: 2 })).toEqual({ coins: 5, bonus: 27, tickets: 1 });
});

test('guests that log in to one account at the same moment stay within the limits together', async () => {
  const { id } = await signedIn(site);
  const guests = await Promise.all(Array.from({ length: 12 }, () => guest({ bonus: 6, tickets: 1 })));
  await Promise.all(
    guests.map((each) => transaction(site.pool, (tx) => dataOwner.mergeReader(tx, each.id, id, new Date()))),
  );
  const { rows } = await site.pool.query(
    `select a.asset, a.balance from wallet.wallet w join wallet.account a on a.wallet_id = w.id where w.reader_id = $1 order by 1`,
    [id],
  );
  expect(rows).toEqual([
    { asset: 'bonus', balance: 20 },
    { asset: 'coin', balance: 0 },
    { asset: 'ticket', balance: 1 },
  ]);
});

test('bonus that moves to an account keeps its expiry', async () => {
  const { phone } = await signedIn(site);
  site.setTime(new Date(Date.now() + 120_000));
  const soon = new Date(Date.now() + DAY_MS);
  const { token } = await guest({ bonus: 5, expiresAt: soon });
  await giveTo(site, await readerOf(site, token), {
    bonus: 9,
    expiresAt: new Date(Date.now() - 1000),
    now: new Date(Date.now() - DAY_MS),
  });
  const own = (await signedIn(site, { telephone: phone, from: token })).token;
  expect(await held(own)).toMatchObject({ bonus: 5 });
  site.setTime(soon);
  expect(await held(own)).toMatchObject({ bonus: 0 });
});

test('a merge does not move credits that the account has got already', async () => {
  const { id } = await signedIn(site);
  const other = await guest({ bonus: 1 });
  const [now, expiresAt] = [new Date(), new Date(Date.now() + DAY_MS)];
  const give = (key: string, amount: number) =>
    transaction(site.pool, (tx) => {
      const given = { bonus: { amount, expiresAt }, tickets: { amount: 1, expiresAt } };
      return credit(tx, other.id, { kind: 'gift', key, title: '新人礼包', ...given }, now);
    });
  await give(`gift:1:${other.id}`, 4);
  await give(`gift:2:${other.id}`, 8);
  const picky = createDataOwner({ withheldFromMerge: async (_tx, from) => [`gift:2:${from}`] });
  await transaction(site.pool, (tx) => picky.mergeReader(tx, other.id, id, now));
  expect(await balancesOf(id)).toEqual({ coins: 0, bonus: 5, tickets: 1 });
  expect(await balancesOf(other.id)).toEqual({ coins: 0, bonus: 8, tickets: 1 });
});

test('all purchases and paid coins of a guest move to the account', async () => {
  const { token, id } = await signedIn(site);
  const other = await signedIn(site);
  const { chapters } = await addComic(site, { chapters: [{ price: 10 }, { price: 10 }] });
  const [first = 0, second = 0] = chapters.map((chapter) => chapter.id);
  const buy = (chapterIds: number[], as: string) =>
    site.call(comicPay, { chapterIds, expect: 10 * chapterIds.length, key: randomUUID() }, { token: as });
  await giveTo(site, id, { coins: 10 });
  await giveTo(site, other.id, { coins: 300 });
  await buy([first], token);
  await buy([first, second], other.token);
  await transaction(site.pool, (tx) => dataOwner.mergeReader(tx, other.id, id, new Date()));
  expect(await held(token)).toMatchObject({ coins: 280 });
  for (const chapterId of [first, second])
    expect(await site.call(comicRead, { id: chapterId }, { token })).toMatchObject({ code: 0 });
});

test('a purchase decided before a merge or the erasure of its reader is not written after it', async () => {
  const [reader, other] = [await signedIn(site), await signedIn(site)];
  const { comicId, chapters } = await addComic(site, { chapters: [{ price: 10 }] });
  const chapterIds = chapters.map(({ id }) => id);
  await giveTo(site, other.id, { coins: 10 });
  await site.call(comicPay, { chapterIds, expect: 10, key: randomUUID() }, { token: other.token });
  // The merge moves only a purchase, the erasure nothing.
  await giveTo(site, reader.id, { coins: 10 });
  await transaction(site.pool, (tx) => adjust(tx, reader.id, randomUUID(), takingBack(10), new Date()));
  const writeWhat = async (between: () => Promise<void>) => {
    const state = await readState(site.pool, reader.id, { key: 'before', comicId, chapterIds });
    await between();
    const stored = { key: randomUUID(), request: Buffer.alloc(32), answer: { chapterIds: [], spent: NOTHING } };
    return state && addPurchases(site.pool, state, { comicId, chapters: [], payments: [], stored }, new Date());
  };
  const merge = () => transaction(site.pool, (tx) => dataOwner.mergeReader(tx, other.id, reader.id, new Date()));
  const erase = () => transaction(site.pool, (tx) => dataOwner.eraseReader(tx, reader.id, new Date()));
  expect(await writeWhat(async () => {})).toBe(true);
  expect(await writeWhat(merge)).toBe(false);
  expect(await writeWhat(erase)).toBe(false);
});

const NOTHING = { coins: 0, bonus: 0, tickets: 0 };
const takingBack = (amount: number) =>
  ({ asset: 'coin', amount: -amount, expiresAt: new Date(), actor: 'test', reason: 'test' }) as const;

test('the records of an erased account stay without its reader and without a balance', async () => {
  const { id, token, phone } = await signedIn(site);
  await giveTo(site, id, { coins: 40, bonus: 5, tickets: 1 });
  const { chapters } = await addComic(site, { chapters: [{ price: 10 }] });
  const payload = { chapterIds: chapters.map((chapter) => chapter.id), expect: 10, key: randomUUID() };
  await site.call(comicPay, payload, { token });
  expect((await site.call(userExport, {}, { token })).data).toMatchObject({
    wallet: { purchases: [{ coins: 5, bonus: 5 }], records: [{}, {}, {}, { kind: 'purchase', amount: -5 }, {}] },
  });
  await site.call(userSendCode, { purpose: 'delete' }, { token });
  await site.call(userDelete, { code: await lastCode(site, phone) }, { token });
  const { rows: before } = await site.pool.query('select id from wallet.wallet where reader_id = $1', [id]);
  const later = new Date(Date.now() + 8 * DAY_MS);
  site.setTime(later);
  await site.sweep(later);
  const { rows } = await site.pool.query(
    `select w.reader_id as reader, (select count(*)::int from wallet.purchase p where p.wallet_id = w.id) as purchases,
       (select sum(balance)::int from wallet.account a where a.wallet_id = w.id) as left,
       (select count(*)::int from wallet.idempotency i where i.wallet_id = w.id) as keys
     from wallet.wallet w where w.id = $1`,
    [before[0]?.id],
  );
  expect(rows).toEqual([{ reader: null, purchases: 1, left: 0, keys: 0 }]);
});
