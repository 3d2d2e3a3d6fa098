import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userDetail, userExport } from '#contract/calls/account';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { addFavorite, addSubscribe, favorites, progress, subscribed } from '#contract/calls/library';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addChapter, addComic } from '../../../../testing/factories/comics.ts';
import { readerOf } from '../../../../testing/factories/library.ts';
import { transaction } from '../../../core/db/db.ts';
import { createLibraryDataOwner } from './data-owner.ts';

let site: TestApp;
let guest: string;
let account: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  site.setTime(null);
  [guest, account] = [await site.visitor(), await site.visitor()];
});
afterAll(() => site.close());

const dataOwner = createLibraryDataOwner({
  expectNews: async (db, readerId) => {
    await db.query('update account.reader set expects_news = true where id = $1', [readerId]);
  },
});
const merge = async (from = guest, to = account) => {
  const [fromId, toId] = [await readerOf(site, from), await readerOf(site, to)];
  await transaction(site.pool, async (client) => {
    // Like the account module: code that changes a reader locks the reader before its library.
    await client.query('select from account.reader where id = any($1) order by id for no key update', [[fromId, toId]]);
    await dataOwner.mergeReader(client, fromId, toId);
  });
};
const erase = async (token: string) => {
  const readerId = await readerOf(site, token);
  await transaction(site.pool, (client) => dataOwner.eraseReader(client, readerId));
};
const statsOf = async (comicId: number) =>
  (await site.pool.query('select subscribers, favorites from catalog.comic_stats where comic_id = $1', [comicId]))
    .rows[0];
const report = (token: string, chapterId: number, page: number, ageMs: number, finished = false) =>
  site.call(progress, { chapterId, page, offset: 0, ageMs, finished }, { token });
const comic = async () => {
  const { comicId, chapters } = await addComic(site, { chapters: [{ pages: 9 }, { pages: 9 }] });
  return { comicId, first: chapters[0]?.id ?? 0, second: chapters[1]?.id ?? 0 };
};

test('a guest who logs in keeps their library, and comics in both libraries count once', async () => {
  const [shared, own] = [await comic(), await comic()];
  for (const token of [guest, account]) await site.call(addSubscribe, { id: shared.comicId }, { token });
  await site.call(addFavorite, { id: shared.comicId }, { token: guest });
  await site.call(addSubscribe, { id: own.comicId }, { token: guest });
  await merge();
  const { data } = await site.call(subscribed, {}, { token: account });
  expect(data?.list.map((item) => item.comic.id)).toEqual([own.comicId, shared.comicId]);
  expect((await site.call(favorites, {}, { token: account })).data?.list).toHaveLength(1);
  expect((await site.call(subscribed, {}, { token: guest })).data?.list).toEqual([]);
  expect(await statsOf(shared.comicId)).toEqual({ subscribers: 1, favorites: 1 });
  expect(await statsOf(own.comicId)).toEqual({ subscribers: 1, favorites: 0 });
  await merge();
  expect(await statsOf(shared.comicId)).toEqual({ subscribers: 1, favorites: 1 });
});

test('if both readers have a place in a comic, the newer one stays, and the read marks of both', async () => {
  const [older, newer] = [await comic(), await comic()];
  await report(guest, older.first, 8, 60_000, true);
  await report(account, older.second, 2, 30_000);
  await report(account, older.first, 1, 90_000);
  await report(guest, newer.second, 8, 2_000, true);
  await report(guest, newer.second, 5, 1_000);
  await report(account, newer.first, 3, 40_000, true);
  await merge();
  const one = (await site.call(comicInfo, { id: older.comicId }, { token: account })).data;
  expect(one?.me.last).toMatchObject({ chapterId: older.second, page: 2 });
  expect(one?.chapters.map(({ read }) => read)).toEqual([true, false]);
  const two = (await site.call(comicInfo, { id: newer.comicId }, { token: account })).data;
  expect(two?.me.last).toMatchObject({ chapterId: newer.second, page: 5 });
  // One was read to its end last, the other is being read again.
  const placeIn = async (id: number) => (await site.call(comicRead, { id }, { token: account })).data?.progress;
  expect([await placeIn(older.first), await placeIn(newer.second)]).toEqual([null, { page: 5, offset: 0 }]);
});

test('if both places have the same time, the one of the account stays', async () => {
  const { comicId, first, second } = await comic();
  site.setTime(new Date());
  await report(guest, first, 8, 0);
  await report(guest, second, 9, 0);
  await report(account, second, 1, 0);
  await report(account, first, 2, 0);
  await merge();
  const { data } = await site.call(comicInfo, { id: comicId }, { token: account });
  expect(data?.me.last).toMatchObject({ chapterId: first, page: 2 });
});

test('chapters that are new to a guest are new to the account they log in to', async () => {
  const { comicId } = await comic();
  await site.call(addSubscribe, { id: comicId }, { token: guest });
  await addChapter(site, comicId, { no: 3, publishedAt: new Date() });
  await merge();
  expect((await site.call(userInfo, { token: account })).data?.unread.updates).toBe(1);
});

test('chapters that a guest has not seen are new on the account, although the account has looked since', async () => {
  const { comicId } = await comic();
  await site.call(addSubscribe, { id: comicId }, { token: guest });
  await site.call(addSubscribe, { id: (await comic()).comicId }, { token: account });
  const [fromId, toId] = [await readerOf(site, guest), await readerOf(site, account)];
  const setKnown = (id: number, minutes: number) =>
    site.pool.query(`update reading.library set news_at = now() - $2 * interval '1 minute' where reader_id = $1`, [
      id,
      minutes,
    ]);
  // The chapter was published half an hour ago: the guest's library was last updated an hour ago, the account's just now.
  await addChapter(site, comicId, { no: 3, publishedAt: new Date() });
  await site.pool.query(`update catalog.comic_news set news_at = now() - interval '30 minutes' where comic_id = $1`, [
    comicId,
  ]);
  await setKnown(fromId, 60);
  await setKnown(toId, 1);
  await merge();
  expect((await site.call(userInfo, { token: account })).data?.unread.updates).toBe(1);
});

test('guests that log in to one account at once leave the counts right', async () => {
  const { comicId, first } = await comic();
  const guests = await Promise.all(Array.from({ length: 5 }, () => site.visitor()));
  for (const token of guests) {
    await site.call(addSubscribe, { id: comicId }, { token });
    await report(token, first, 1, 0);
  }
  await Promise.all([
    ...guests.map((token) => merge(token)),
    site.call(addSubscribe, { id: comicId }, { token: account }),
    report(account, first, 2, 0),
  ]);
  expect(await statsOf(comicId)).toMatchObject({ subscribers: 1 });
  expect((await site.call(subscribed, {}, { token: account })).data?.list).toHaveLength(1);
});

test('a merge that is broken off leaves both libraries as they were', async () => {
  const { comicId } = await comic();
  await site.call(addSubscribe, { id: comicId }, { token: guest });
  const [fromId, toId] = [await readerOf(site, guest), await readerOf(site, account)];
  const broken = transaction(site.pool, async (client) => {
    await dataOwner.mergeReader(client, fromId, toId);
    throw new Error('killed');
  });
  await expect(broken).rejects.toThrow('killed');
  expect((await site.call(subscribed, {}, { token: guest })).data?.list).toHaveLength(1);
  expect((await site.call(subscribed, {}, { token: account })).data?.list).toHaveLength(0);
  expect(await statsOf(comicId)).toMatchObject({ subscribers: 1 });
});

test('an erased reader has no library and counts nowhere', async () => {
  const { comicId, first } = await comic();
  for (const token of [guest, account]) await site.call(addFavorite, { id: comicId }, { token });
  await report(guest, first, 1, 0);
  await erase(guest);
  await erase(guest);
  expect(await statsOf(comicId)).toEqual({ subscribers: 0, favorites: 1 });
  const { rows } = await site.pool.query('select from reading.place where reader_id = $1', [
    await readerOf(site, guest),
  ]);
  expect(rows).toHaveLength(0);
});

test('the data export of a reader has their library and reading positions', async () => {
  const { comicId, first } = await comic();
  await site.call(addSubscribe, { id: comicId }, { token: guest });
  await report(guest, first, 4, 0, true);
  const { data } = await site.call(userExport, {}, { token: guest });
  expect(data).toMatchObject({
    library: {
      comics: [{ comicId, chapterId: first, favoritedAt: null }],
      places: [{ comicId, chapterId: first, page: 4, offset: 0, finished: true }],
    },
  });
});

test('the detail counts subscriptions and favourites, and each finished chapter adds one point once', async () => {
  const { comicId, first, second } = await comic();
  await site.call(addSubscribe, { id: comicId }, { token: guest });
  await Promise.all(Array.from({ length: 8 }, () => report(guest, first, 8, 0, true)));
  await report(guest, second, 8, 0, true);
  const { data } = await site.call(userDetail, {}, { token: guest });
  expect(data).toMatchObject({
    counts: { subscribed: 1, favorited: 0, read: 1, owned: 0 },
    growth: { points: 2 },
  });
});
