import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userAutoBuy, userAutoBuys } from '#contract/calls/account';
import { comicPay, comicRead } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { signedIn } from '../../testing/factories/readers.ts';
import { expectSoundLedger, type Gifts, giveTo } from '../../testing/factories/wallets.ts';

const PRICE = 3;

let site: TestApp;
let reader: { id: number; token: string };

beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  reader = await signedIn(site);
});
afterEach(() => expectSoundLedger(site));

const as = () => ({ token: reader.token });
const give = (gifts: Gifts) => giveTo(site, reader.id, gifts);
const autoBuys = async () => (await site.call(userAutoBuys, {}, as())).data?.list;

async function comicOf(count: number) {
  const { comicId, chapters } = await addComic(site, { chapters: Array(count).fill({ price: PRICE }) });
  return { comicId, ids: chapters.map(({ id }) => id) };
}

const pay = (chapterIds: number[], options: { autoBuy: boolean; key?: string }) =>
  site.call(comicPay, { chapterIds, expect: PRICE, key: randomUUID(), ...options }, as());

test('a purchase sets the automatic purchase of its comic', async () => {
  const { comicId, ids } = await comicOf(2);
  const [first = 0, second = 0] = ids;
  await give({ coins: 10 });
  await pay([first], { autoBuy: true });
  expect(await autoBuys()).toMatchObject([{ id: comicId }]);
  expect(await site.call(comicRead, { id: second }, as())).toMatchObject({ code: 3003, data: { autoBuy: true } });
  await pay([second], { autoBuy: false });
  expect(await autoBuys()).toEqual([]);
});

test('a refused purchase does not set the automatic purchase', async () => {
  const { ids } = await comicOf(1);
  expect(await pay(ids, { autoBuy: true })).toMatchObject({ code: 4001 });
  expect(await autoBuys()).toEqual([]);
});

test('a purchase and its automatic purchase are saved together or not at all', async () => {
  const { ids } = await comicOf(1);
  await give({ coins: 10 });
  await site.pool.query(
    `create function account.refuse_auto_buy() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
     create trigger refuse before insert on account.auto_buy execute function account.refuse_auto_buy()`,
  );
  const failed = await pay(ids, { autoBuy: true });
  await site.pool.query('drop trigger refuse on account.auto_buy');
  expect(failed).toMatchObject({ http: 500 });
  expect((await site.call(userInfo, as())).data).toMatchObject({ coins: 10 });
  expect((await pay(ids, { autoBuy: true })).data).toMatchObject({ chapterIds: ids, coins: 7 });
});

test('a repeated purchase does not set the automatic purchase again', async () => {
  const { comicId, ids } = await comicOf(1);
  await give({ coins: 10 });
  const key = randomUUID();
  const first = await pay(ids, { autoBuy: true, key });
  await site.call(userAutoBuy, { comicId, on: false }, as());
  expect((await pay(ids, { autoBuy: true, key })).data).toEqual(first.data);
  expect(await autoBuys()).toEqual([]);
});
