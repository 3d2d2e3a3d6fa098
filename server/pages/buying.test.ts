import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userDetail, userTeen } from '#contract/calls/account';
import { chapterVerify, comicInfo, comicPay, comicQuote, comicRead, nextChapter } from '#contract/calls/comic';
import { progress, shelf } from '#contract/calls/library';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, type ChapterFixture } from '../../testing/factories/comics.ts';
import { newVisitor, signedIn } from '../../testing/factories/readers.ts';
import { expectSoundLedger, type Gifts, giveTo } from '../../testing/factories/wallets.ts';

const DAY_MS = 24 * 3600 * 1000;

let site: TestApp;
let reader: { id: number; token: string };

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

const newKey = () => randomUUID();
const give = (gifts: Gifts) => giveTo(site, reader.id, gifts);
const as = () => ({ token: reader.token });

async function comicOf(...chapters: ChapterFixture[]) {
  const { comicId, chapters: added } = await addComic(site, { chapters });
  return { comicId, ids: added.map(({ id }) => id) };
}

type Options = { expect: number; ticket?: boolean; key?: string };
const pay = (chapterIds: number[], options: Options) =>
  site.call(comicPay, { chapterIds, key: newKey(), ...options }, as());

async function held() {
  const { data } = await site.call(userInfo, { token: reader.token });
  return data && { coins: data.coins, bonus: data.bonus, tickets: data.tickets };
}

describe('a quote', () => {
  test('has the amounts in the order of spending, and the missing amount', async () => {
    const { ids } = await comicOf({ price: 30 }, { price: 12 }, {});
    await give({ coins: 25, bonus: 10 });
    const { data } = await site.call(comicQuote, { chapterIds: ids }, as());
    expect(data).toEqual({
      total: 42,
      salePrice: { [ids[0] ?? 0]: 30, [ids[1] ?? 0]: 12, [ids[2] ?? 0]: 0 },
      discount: 0,
      split: { tickets: 0, bonus: 10, coins: 25 },
      missing: 7,
    });
  });

  test('with a ticket costs no coins', async () => {
    const { ids } = await comicOf({ price: 30 });
    const { data } = await site.call(comicQuote, { chapterIds: ids, ticket: true }, as());
    expect(data).toMatchObject({ total: 30, split: { tickets: 1, bonus: 0, coins: 0 }, missing: 0 });
  });

  test('is for chapters of one comic, and a ticket for one chapter', async () => {
    const [one, other] = [await comicOf({ price: 3 }, { price: 3 }), await comicOf({ price: 3 })];
    const chapterIds = [one.ids[0] ?? 0, other.ids[0] ?? 0];
    expect(await site.call(comicQuote, { chapterIds }, as())).toMatchObject({ http: 400, code: 1001 });
    expect(await site.call(comicQuote, { chapterIds: one.ids, ticket: true }, as())).toMatchObject({ code: 1001 });
    expect(await site.call(comicQuote, { chapterIds: [999_999] }, as())).toMatchObject({ code: 3002 });
  });
});

describe('a purchase', () => {
  test('takes bonus before coins, opens the chapters and shows them on the shelf', async () => {
    const { comicId, ids } = await comicOf({ price: 30 }, { price: 30 }, { price: 30 });
    const [first = 0, second = 0, third = 0] = ids;
    await give({ coins: 100, bonus: 40 });
    expect(await site.call(comicRead, { id: first }, as())).toMatchObject({ code: 3003, data: { affordable: true } });
    expect(await pay([first, second], { expect: 60 })).toMatchObject({
      code: 0,
      data: {
        chapterIds: [first, second],
        spent: { coins: 20, bonus: 40, tickets: 0 },
        coins: 80,
        bonus: 0,
        tickets: 0,
      },
    });
    expect(await held()).toEqual({ coins: 80, bonus: 0, tickets: 0 });
    expect((await site.call(comicInfo, { id: comicId }, as())).data?.chapters.map(({ access }) => access)).toEqual([
      'owned',
      'owned',
      'locked',
    ]);
    const read = await site.call(comicRead, { id: second }, as());
    expect(read.data).toMatchObject({
      chapter: { access: 'owned' },
      prev: { access: 'owned' },
      next: { access: 'locked' },
    });
    expect(read.data?.pages[0]?.url).toMatch(/^\/img\/p\//);
    expect((await site.call(nextChapter, { id: first }, as())).data).toMatchObject({ id: second, access: 'owned' });
    expect((await site.call(chapterVerify, { id: third }, as())).data).toMatchObject({ access: 'locked', coins: 80 });
    expect((await site.call(shelf, { filter: 'owned' }, as())).data?.list).toMatchObject([
      { comic: { id: comicId }, owned: true },
    ]);
    expect((await site.call(userDetail, {}, as())).data?.counts.owned).toBe(1);
  });

  test('spends the bonus that expires first, and then the older', async () => {
    const { ids } = await comicOf({ price: 5 });
    await give({ bonus: 3, expiresAt: new Date(Date.now() + 20 * DAY_MS) });
    await give({ bonus: 3, expiresAt: new Date(Date.now() + 10 * DAY_MS) });
    await pay(ids, { expect: 5 });
    site.setTime(new Date(Date.now() + 11 * DAY_MS));
    expect(await held()).toEqual({ coins: 0, bonus: 1, tickets: 0 });
  });

  test('costs the expected amount, or is refused with the current quote', async () => {
    const { ids } = await comicOf({ price: 30 });
    await give({ coins: 100 });
    for (const wrong of [0, 29, 31])
      expect(await pay(ids, { expect: wrong })).toMatchObject({ code: 4004, data: { total: 30, missing: 0 } });
    expect(await held()).toMatchObject({ coins: 100 });
  });

  test('is refused where coins are missing, and takes nothing', async () => {
    const { ids } = await comicOf({ price: 30 });
    expect(await pay(ids, { expect: 30 })).toMatchObject({ code: 4001, data: { missing: 30 } });
    await give({ coins: 20, bonus: 9 });
    expect(await pay(ids, { expect: 30 })).toMatchObject({ code: 4001, data: { missing: 1 } });
    expect(await held()).toEqual({ coins: 20, bonus: 9, tickets: 0 });
  });

  test('with a ticket takes only the ticket', async () => {
    const { ids } = await comicOf({ price: 30 }, { price: 30 });
    const [first = 0, second = 0] = ids;
    await give({ coins: 100, tickets: 1 });
    expect(await pay([first], { expect: 30, ticket: true })).toMatchObject({
      data: { spent: { coins: 0, bonus: 0, tickets: 1 }, coins: 100, tickets: 0 },
    });
    expect(await pay([second], { expect: 30, ticket: true })).toMatchObject({ code: 4005 });
    expect(await site.call(comicRead, { id: first }, as())).toMatchObject({ code: 0 });
  });

  test('asks an anonymous reader to log in, and is not for the young', async () => {
    const { ids } = await comicOf({ price: 30 });
    const token = await newVisitor(site);
    expect(await site.call(comicPay, { chapterIds: ids, expect: 30, key: newKey() }, { token })).toMatchObject({
      code: 1401,
    });
    await give({ coins: 100 });
    site.setTime(new Date(`${new Date().toISOString().slice(0, 10)}T04:00:00Z`));
    await site.call(userTeen, { on: true, pin: '1234' }, as());
    expect(await pay(ids, { expect: 30 })).toMatchObject({ code: 2008 });
    expect(await site.call(comicQuote, { chapterIds: ids }, as())).toMatchObject({ code: 2008 });
  });
});

describe('a repeated purchase', () => {
  test('with the same key answers the same and costs nothing more', async () => {
    const { comicId, ids } = await comicOf({ price: 30 });
    await give({ coins: 100 });
    const key = newKey();
    const first = await pay(ids, { expect: 30, key });
    await site.pool.query('update catalog.chapter set price_coins = 50 where comic_id = $1', [comicId]);
    await site.pool.query('update catalog.comic set online = false where id = $1', [comicId]);
    await site.caughtUp();
    expect((await pay(ids, { expect: 30, key })).data).toEqual(first.data);
    expect(await held()).toMatchObject({ coins: 70 });
  });

  test('with the same key and another request is a mistake', async () => {
    const { ids } = await comicOf({ price: 30 }, { price: 30 });
    const [first = 0, second = 0] = ids;
    await give({ coins: 100 });
    const key = newKey();
    await pay([first], { expect: 30, key });
    expect(await pay([second], { expect: 30, key })).toMatchObject({ http: 400, code: 1001 });
    expect(await held()).toMatchObject({ coins: 70 });
  });

  test('with another key finds the chapter owned', async () => {
    const { ids } = await comicOf({ price: 30 });
    await give({ coins: 100 });
    await pay(ids, { expect: 30 });
    expect((await pay(ids, { expect: 30 })).data).toMatchObject({ chapterIds: [], spent: { coins: 0 }, coins: 70 });
  });

  test('of several chapters leaves out the owned ones', async () => {
    const { ids } = await comicOf({ price: 30 }, { price: 20 });
    await give({ coins: 100 });
    await pay(ids.slice(0, 1), { expect: 30 });
    expect(await pay(ids, { expect: 50 })).toMatchObject({ code: 4004, data: { total: 20 } });
    expect((await pay(ids, { expect: 20 })).data).toMatchObject({ chapterIds: ids.slice(1), coins: 50 });
  });
});

describe('time', () => {
  test('a promotion counts from its start up to, but not at, its end, to the millisecond', async () => {
    const { comicId, ids } = await comicOf({ price: 30 });
    await give({ coins: 100 });
    const [start, end] = [Date.now() + DAY_MS, Date.now() + 2 * DAY_MS];
    await site.pool.query(
      `with p as (insert into catalog.promotion (key, title, percent, starts_at, ends_at) values ($1, 'x', 50, $3, $4) returning *)
       insert into catalog.promotion_comic select id, $2, 1, percent, starts_at, ends_at from p`,
      [newKey(), comicId, new Date(start), new Date(end)],
    );
    await site.caughtUp();
    const totalAt = async (at: number) => {
      site.setTime(new Date(at));
      return (await site.call(comicQuote, { chapterIds: ids }, as())).data?.total;
    };
    expect([await totalAt(start - 1), await totalAt(start), await totalAt(end - 1), await totalAt(end)]).toEqual([
      30, 15, 15, 30,
    ]);
    expect(await pay(ids, { expect: 15 })).toMatchObject({ code: 4004, data: { total: 30 } });
    site.setTime(new Date(end - 1));
    expect(await pay(ids, { expect: 15 })).toMatchObject({ data: { spent: { coins: 15 } } });
  });

  test('a chapter that has turned free is not sold, and a ticket not taken for it', async () => {
    const freeAt = new Date(Date.now() + DAY_MS);
    const { ids } = await comicOf({ price: 30, freeAt });
    await give({ coins: 100, tickets: 1 });
    site.setTime(freeAt);
    expect(await pay(ids, { expect: 30 })).toMatchObject({ code: 4004, data: { total: 0 } });
    expect(await pay(ids, { expect: 30, ticket: true })).toMatchObject({ code: 4004 });
    expect(await pay(ids, { expect: 0 })).toMatchObject({ code: 0, data: { chapterIds: [], spent: { coins: 0 } } });
    expect(await held()).toEqual({ coins: 100, bonus: 0, tickets: 1 });
  });

  test('bonus and tickets can be spent up to their last millisecond, coins always', async () => {
    const { ids } = await comicOf({ price: 3 }, { price: 3 });
    const expiresAt = new Date(Date.now() + DAY_MS);
    await give({ coins: 1, bonus: 6, tickets: 1, expiresAt });
    site.setTime(new Date(expiresAt.getTime() - 1));
    expect(await held()).toEqual({ coins: 1, bonus: 6, tickets: 1 });
    expect(await pay(ids.slice(0, 1), { expect: 3 })).toMatchObject({ data: { spent: { bonus: 3 } } });
    site.setTime(expiresAt);
    expect(await held()).toEqual({ coins: 1, bonus: 0, tickets: 0 });
    expect(await pay(ids.slice(1), { expect: 3 })).toMatchObject({ code: 4001, data: { missing: 2 } });
    expect(await pay(ids.slice(1), { expect: 3, ticket: true })).toMatchObject({ code: 4005 });
    await site.sweep(expiresAt);
    const { rows } = await site.pool.query(
      `select sum(balance)::int as sum from wallet.account a join wallet.wallet w on w.id = a.wallet_id where w.reader_id = $1`,
      [reader.id],
    );
    expect(rows).toEqual([{ sum: 1 }]);
  });
});

describe('what a reader owns', () => {
  test('survives another price, another file, and its comic going offline', async () => {
    const { comicId, ids } = await comicOf({ price: 30 }, { price: 30 });
    const [first = 0, second = 0] = ids;
    await give({ coins: 30 });
    await pay([first], { expect: 30 });
    await site.pool.query('update catalog.chapter set price_coins = 99, updated_at = now() where comic_id = $1', [
      comicId,
    ]);
    await site.pool.query('update catalog.comic set online = false where id = $1', [comicId]);
    await site.caughtUp();
    const info = await site.call(comicInfo, { id: comicId }, as());
    expect(info.data?.chapters).toMatchObject([{ id: first, access: 'owned' }]);
    expect((await site.call(comicRead, { id: first }, as())).data).toMatchObject({ prev: null, next: null });
    const place = { chapterId: first, page: 1, offset: 0.5, finished: true, ageMs: 0 };
    expect(await site.call(progress, place, as())).toMatchObject({ code: 0 });
    expect((await site.call(comicInfo, { id: comicId }, as())).data?.chapters).toMatchObject([{ read: true }]);
    for (const id of [second]) {
      expect(await site.call(comicRead, { id }, as())).toMatchObject({ code: 3002 });
      expect(await site.call(progress, { ...place, chapterId: id }, as())).toMatchObject({ code: 3002 });
    }
    expect(await pay([second], { expect: 99 })).toMatchObject({ code: 3002 });
    const token = await newVisitor(site);
    expect(await site.call(comicInfo, { id: comicId }, { token })).toMatchObject({ code: 3001 });
    expect(await site.call(comicRead, { id: first }, { token })).toMatchObject({ code: 3002 });
  });
});
