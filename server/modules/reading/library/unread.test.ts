import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { addFavorite, addSubscribe, favorites, progress, shelf, subscribed } from '#contract/calls/library';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addChapter, addComic, changeComic, setOnline, takeChapterDown } from '../../../../testing/factories/comics.ts';
import { anotherDevice, comeOfAge, readerOf } from '../../../../testing/factories/library.ts';
import { transaction } from '../../../core/db/db.ts';
import { createCatalog } from '../../catalog/catalog.ts';
import { setOnline as setOnlineIn } from '../../catalog/publishing/publishing.ts';
import { createRankedReaders } from '../ranking/ranked-readers.ts';
import { createLibrary } from './library.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  site.setTime(null);
  token = await site.visitor();
});
afterAll(() => site.close());

const HOUR_MS = 3600 * 1000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const follow = async (count: number) => {
  const ids: number[] = [];
  while (ids.length < count) {
    const { comicId } = await addComic(site);
    await site.call(addSubscribe, { id: comicId }, { token });
    ids.push(comicId);
  }
  return ids as [number, ...number[]];
};
const listed = async (call = subscribed) =>
  (await site.call(call, {}, { token })).data?.list.map(({ comic, unread }) => [comic.id, unread]);
const filtered = async (filter: 'all' | 'updated' | 'owned' | 'reading') =>
  (await site.call(shelf, { filter }, { token })).data?.list.map(({ comic }) => comic.id);
const unread = async () => {
  const { data } = await site.call(shelf, {}, { token });
  return Object.fromEntries(data?.list.map((item) => [item.comic.id, item.unread]) ?? []);
};

test('chapters that were published before the reader subscribed are not new', async () => {
  const [comicId] = await follow(1);
  expect(await listed()).toEqual([[comicId, 0]]);
});

test('a chapter is unread the moment it is published, and moves its comic up', async () => {
  const [first, second] = await follow(2);
  await addChapter(site, first, { no: 2, publishedAt: new Date() });
  await addChapter(site, first, { no: 3, publishedAt: new Date() });
  expect(await listed()).toEqual([
    [first, 2],
    [second, 0],
  ]);
  expect(await filtered('updated')).toEqual([first]);
});

test('a chapter planned for later is unread at its very moment, without anything being done', async () => {
  const [comicId] = await follow(1);
  await addChapter(site, comicId, { no: 2, publishedAt: inHours(2) });
  expect(await unread()).toEqual({ [comicId]: 0 });
  site.setTime(inHours(1.99));
  expect(await unread()).toEqual({ [comicId]: 0 });
  site.setTime(inHours(2.01));
  expect(await unread()).toEqual({ [comicId]: 1 });
  expect(await filtered('updated')).toEqual([comicId]);
});

test('a new chapter that was taken down is not unread', async () => {
  const [comicId] = await follow(1);
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  const down = await addChapter(site, comicId, { no: 3, publishedAt: new Date() });
  await takeChapterDown(site, comicId, down.id);
  expect(await unread()).toEqual({ [comicId]: 1 });
});

test('opening the comic on one device clears the mark on the other', async () => {
  const [comicId] = await follow(1);
  const other = await anotherDevice(site, token);
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  expect(await unread()).toEqual({ [comicId]: 1 });
  // The app hears of the chapter a moment later than the shelf, which asks the database.
  await expect
    .poll(async () => (await site.call(comicInfo, { id: comicId }, { token: other })).data?.chapters.length)
    .toBe(2);
  expect(await unread()).toEqual({ [comicId]: 0 });
  expect(await filtered('updated')).toEqual([]);
});

test('reading a chapter clears the mark of new chapters, prefetching does not, and later chapters are new again', async () => {
  const { comicId, chapters } = await addComic(site);
  await site.call(addFavorite, { id: comicId }, { token });
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  await site.caughtUp();
  const id = chapters[0]?.id ?? 0;
  await site.call(comicRead, { id, ahead: true }, { token });
  expect(await listed(favorites)).toEqual([[comicId, 1]]);
  await site.call(comicRead, { id }, { token });
  expect(await listed(favorites)).toEqual([[comicId, 0]]);
  await addChapter(site, comicId, { no: 3, publishedAt: new Date() });
  expect(await listed(favorites)).toEqual([[comicId, 1]]);
});

test('an old reading that is reported late does not mark newer chapters as seen', async () => {
  const { comicId, chapters } = await addComic(site, {
    chapters: [{ publishedAt: inHours(-5) }, { publishedAt: inHours(-1) }],
  });
  const reading = { chapterId: chapters[0]?.id ?? 0, page: 0, offset: 0 };
  await site.call(progress, { ...reading, ageMs: 3 * HOUR_MS }, { token });
  expect(await unread()).toEqual({ [comicId]: 1 });
  await site.call(progress, { ...reading, ageMs: 0 }, { token });
  expect(await unread()).toEqual({ [comicId]: 0 });
});

test('a chapter is new also if its import ended after the reader looked at the comic', async () => {
  const [comicId] = await follow(1);
  const began = new Date();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await site.call(comicInfo, { id: comicId }, { token });
  await addChapter(site, comicId, { no: 2, publishedAt: began });
  expect(await unread()).toEqual({ [comicId]: 1 });
});

test('chapters of a long transaction become unread, even if the reader looked while it was running', async () => {
  const [comicId] = await follow(1);
  await transaction(site.pool, async (tx) => {
    await setOnlineIn(tx, comicId, false, new Date());
    // As a visit some time later would store it.
    await site.pool.query('update reading.library set news_at = clock_timestamp()');
  });
  expect(await listed()).toEqual([]);
});

test('a chapter taken back is not unread any more', async () => {
  const [comicId] = await follow(1);
  await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  expect(await unread()).toEqual({ [comicId]: 1 });
  await site.pool.query('delete from catalog.chapter where comic_id = $1 and no = 2', [comicId]);
  expect(await unread()).toEqual({ [comicId]: 0 });
});

test('the number beside the library counts subscribed comics with something new, and only those to be seen', async () => {
  const number = async () => (await site.call(userInfo, { token })).data?.unread.updates;
  expect(await number()).toBe(0);
  const [first, second, third = 0] = await follow(3);
  const { comicId: kept } = await addComic(site);
  await site.call(addFavorite, { id: kept }, { token });
  for (const comicId of [first, second ?? 0, kept]) await addChapter(site, comicId, { no: 2, publishedAt: new Date() });
  await addChapter(site, third, { no: 2, publishedAt: inHours(1) });
  expect(await number()).toBe(2);
  site.setTime(inHours(1.1));
  expect(await number()).toBe(3);
  for (const comicId of [first, third]) await setOnline(site, comicId, false);
  expect(await number()).toBe(1);
  await changeComic(site, second ?? 0, { ageRating: '18' });
  expect(await number()).toBe(0);
  await comeOfAge(site, token);
  expect(await number()).toBe(1);
  expect(await listed()).toEqual([[second, 1]]);
});

test('a library with too many news to read at once is updated comic by comic', async () => {
  const [first, second] = await follow(2);
  await site.pool.query(
    `insert into catalog.comic (title, title_key, code, store_key, created_at, updated_at)
     select 'x' || n, 'many ' || n, 'many ' || n, md5('many ' || n), now(), now() from generate_series(1, 600) n`,
  );
  await addChapter(site, first, { no: 2, publishedAt: new Date() });
  expect(await listed()).toEqual([
    [first, 1],
    [second, 0],
  ]);
});

test('each filter of the shelf shows its own, by latest activity', async () => {
  const [first, second] = await follow(2);
  const { comicId, chapters } = await addComic(site);
  await site.call(progress, { chapterId: chapters[0]?.id ?? 0, page: 0, offset: 0, ageMs: 0 }, { token });
  await addChapter(site, first, { no: 2, publishedAt: new Date() });
  expect(await filtered('all')).toEqual([first, comicId, second]);
  expect(await filtered('reading')).toEqual([comicId]);
  expect(await filtered('updated')).toEqual([first]);
  expect(await filtered('owned')).toEqual([]);
  const catalog = createCatalog(site.pool, () => false);
  const library = createLibrary(site.pool, catalog, createRankedReaders(site.pool), { expectNews: async () => {} });
  const readerId = await readerOf(site, token);
  const [comic] = await catalog.news.of(new Date(), [comicId]);
  if (!comic) throw new Error('the comic is not in the catalogue');
  await transaction(site.pool, (tx) => library.addOwned(tx, readerId, comic, new Date()));
  expect(await filtered('owned')).toEqual([comicId]);
  const { data } = await site.call(shelf, { filter: 'owned' }, { token });
  expect(data?.list).toMatchObject([{ owned: true, subscribed: false, last: { page: 0 } }]);
});
