import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chapterVerify, comicChapters, comicPay, comicQuote } from '#contract/calls/comic';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';
import { addPromotion } from '../../testing/factories/promotions.ts';
import { signedIn } from '../../testing/factories/readers.ts';
import { expectSoundLedger, giveTo } from '../../testing/factories/wallets.ts';
import { transaction } from '../core/db/db.ts';
import { grantPass } from '../modules/membership/membership.ts';

let site: TestApp;
let reader: { id: number; token: string };
beforeAll(async () => {
  site = await startTestApp();
  await editPart(site, 'discounts', [{ chapters: 3, percent: 80 }]);
});
afterAll(() => site.close());
beforeEach(async () => {
  reader = await signedIn(site);
  await giveTo(site, reader.id, { coins: 200, tickets: 1 });
});
afterEach(() => expectSoundLedger(site));

async function comicOf(...prices: number[]) {
  const { chapters } = await addComic(site, { chapters: prices.map((price) => ({ price })) });
  return chapters.map(({ id }) => id);
}

const quote = async (chapterIds: number[], ticket = false) =>
  (await site.call(comicQuote, { chapterIds, ticket }, { token: reader.token })).data;
const pay = (chapterIds: number[], expected: number, ticket = false) =>
  site.call(comicPay, { chapterIds, expect: expected, ticket, key: randomUUID() }, { token: reader.token });

test('many chapters at once cost less, and each purchase records its cost', async () => {
  const ids = await comicOf(7, 11, 13);
  expect(await quote(ids.slice(1))).toMatchObject({ total: 24, discount: 0 });
  expect(await quote(ids)).toMatchObject({
    total: 25,
    discount: 6,
    salePrice: { [ids[0] ?? 0]: 7, [ids[1] ?? 0]: 11, [ids[2] ?? 0]: 13 },
    split: { coins: 25 },
  });
  expect(await pay(ids, 31)).toMatchObject({ code: 4004, data: { total: 25, discount: 6 } });
  expect((await pay(ids, 25)).data).toMatchObject({ spent: { coins: 25 }, coins: 175 });
  const { rows } = await site.pool.query(
    'select price_coins as price, cost_coins as cost from wallet.purchase where chapter_id = any($1) order by chapter_id',
    [ids],
  );
  expect(rows.map(({ price }) => price)).toEqual([7, 11, 13]);
  expect(rows.reduce((sum, { cost }) => sum + cost, 0)).toBe(25);
});

test('only chapters that really cost something count', async () => {
  const ids = await comicOf(10, 10, 0, 10, 10);
  expect(await quote(ids.slice(0, 3))).toMatchObject({ total: 20, discount: 0 });
  expect(await pay(ids.slice(0, 1), 10)).toMatchObject({ code: 0 });
  expect(await quote(ids.slice(0, 4))).toMatchObject({ total: 20, discount: 0 });
  expect(await quote(ids)).toMatchObject({ total: 24, discount: 6 });
});

test('a ticket is a ticket, whatever is taken off', async () => {
  const ids = await comicOf(10);
  await editPart(site, 'discounts', [{ chapters: 1, percent: 50 }]);
  expect(await quote(ids)).toMatchObject({ total: 5, discount: 5 });
  expect(await quote(ids, true)).toMatchObject({ total: 10, discount: 0, split: { tickets: 1 } });
  expect((await pay(ids, 10, true)).data).toMatchObject({ spent: { coins: 0, bonus: 0, tickets: 1 } });
  await editPart(site, 'discounts', [{ chapters: 3, percent: 80 }]);
});

test('a discount that ends between the quote and the payment buys nothing, and the current price is answered', async () => {
  const ids = await comicOf(10, 10, 10);
  const total = (await quote(ids))?.total ?? 0;
  await editPart(site, 'discounts', []);
  expect(await pay(ids, total)).toMatchObject({ code: 4004, data: { total: 30, discount: 0 } });
  expect((await pay(ids, 30)).data).toMatchObject({ coins: 170 });
  await editPart(site, 'discounts', [{ chapters: 3, percent: 80 }]);
});

describe('the discount of 月卡', () => {
  const PASS = { chapters: 1, percent: 70, pass: true };
  beforeEach(async () => {
    await editPart(site, 'discounts', [{ chapters: 3, percent: 80 }, PASS]);
    await givePass(reader.id);
  });
  afterEach(() => editPart(site, 'discounts', [{ chapters: 3, percent: 80 }]));

  async function givePass(readerId: number) {
    const given = { key: `pass:${readerId}`, source: 'staff', days: 2, priceFen: 0 } as const;
    await transaction(site.pool, (tx) => grantPass(tx, readerId, given, new Date()));
  }
  const panel = async (id: number, token = reader.token) => (await site.call(chapterVerify, { id }, { token })).data;

  test('lowers the price in the panel, the list and the quote, rounded up, and is what is paid', async () => {
    const ids = await comicOf(11, 0);
    const [id = 0, free = 0] = ids;
    expect(await panel(id)).toMatchObject({ price: 11, salePrice: 8, passPercent: 70 });
    const { data } = await site.call(comicChapters, { id: (await panel(id))?.comic.id ?? 0 }, { token: reader.token });
    expect(data?.chapters.map(({ salePrice }) => salePrice)).toEqual([8, 0]);
    expect(await quote([id, free])).toMatchObject({ total: 8, discount: 0, salePrice: { [id]: 8, [free]: 0 } });
    expect(await pay([id], 11)).toMatchObject({ code: 4004, data: { total: 8 } });
    expect((await pay([id], 8)).data).toMatchObject({ spent: { coins: 8 } });
    const { rows } = await site.pool.query(
      'select price_coins as price, cost_coins as cost from wallet.purchase where chapter_id = $1',
      [id],
    );
    expect(rows).toEqual([{ price: 11, cost: 8 }]);
  });

  test('is not combined with that for many chapters: the lower total counts', async () => {
    const ids = await comicOf(1, 1, 100, 100);
    expect(await quote(ids)).toMatchObject({ total: 142, discount: 0 });
    await editPart(site, 'discounts', [{ chapters: 3, percent: 50 }, PASS]);
    expect(await quote(ids)).toMatchObject({ total: 101, discount: 41 });
    expect((await pay(ids, 101)).data).toMatchObject({ spent: { coins: 101 } });
  });

  test.each([
    [50, 5, undefined],
    [90, 7, 70],
  ])('is not combined with a promotion of %i percent: the lower price counts', async (percent, cost, passPercent) => {
    const { comicId, chapters } = await addComic(site, { chapters: [{ price: 10 }] });
    const id = chapters[0]?.id ?? 0;
    await addPromotion(site, { percent, comicIds: [comicId] });
    await site.caughtUp();
    expect(await panel(id)).toMatchObject({ salePrice: cost });
    expect((await panel(id))?.passPercent).toBe(passPercent);
    expect((await pay([id], cost)).code).toBe(0);
  });

  test('is for readers with 月卡, and a ticket opens a chapter at any price', async () => {
    const [id = 0] = await comicOf(10);
    const other = await signedIn(site);
    expect(await panel(id, other.token)).toMatchObject({ salePrice: 10 });
    expect(await panel(id, other.token)).not.toHaveProperty('passPercent');
    expect((await pay([id], 7, true)).data).toMatchObject({ spent: { coins: 0, tickets: 1 } });
  });
});
