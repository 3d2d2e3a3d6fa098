import { afterAll, beforeAll, expect, test } from 'vitest';
import { chapterVerify, comicInfo, comicRead, nextChapter } from '#contract/calls/comic';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic, changeChapter } from '../../testing/factories/comics.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
  token = await site.visitor();
});
afterAll(() => site.close());

const DAY_MS = 24 * 3600 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

test('a comic has its published chapters, ordered by number', async () => {
  const { comicId, chapters } = await addComic(site, {
    chapters: [{ no: 2 }, { no: 1 }, { no: 12.5, publishedAt: inDays(1) }],
  });
  const { data } = await site.call(comicInfo, { id: comicId }, { token });
  expect(data?.chapters.map((chapter) => chapter.no)).toEqual([1, 2]);
  expect(data?.latest).toMatchObject({ no: 2, id: chapters[0]?.id });
  expect(data?.me).toEqual({ subscribed: false, favorited: false, last: null });
});

test('a scheduled chapter appears at its time', async () => {
  const { comicId, chapters } = await addComic(site, { chapters: [{}, { publishedAt: inDays(1) }] });
  expect(await site.call(comicRead, { id: chapters[1]?.id ?? 0 }, { token })).toMatchObject({ status: 0, code: 3002 });
  site.setTime(inDays(2));
  expect((await site.call(comicInfo, { id: comicId }, { token })).data?.chapters).toHaveLength(2);
  expect(await site.call(comicRead, { id: chapters[1]?.id ?? 0 }, { token })).toMatchObject({ status: 1 });
  site.setTime(null);
});

test('an unknown or offline comic, or one without published chapters, is refused with 3001', async () => {
  const offline = await addComic(site, { online: false });
  const future = await addComic(site, { chapters: [{ publishedAt: inDays(3) }] });
  for (const id of [999_999, offline.comicId, future.comicId])
    expect(await site.call(comicInfo, { id }, { token })).toMatchObject({
      http: 200,
      status: 0,
      code: 3001,
      data: null,
    });
});

test('reading a chapter gives its pages, its neighbours and the comic', async () => {
  const { comicId, title, chapters } = await addComic(site, { chapters: [{}, { pages: 3 }, {}] });
  const [first, second, third] = chapters.map((chapter) => chapter.id);
  const { data } = await site.call(comicRead, { id: second ?? 0 }, { token });
  expect(data?.comic).toEqual({ id: comicId, title, direction: 'strip' });
  expect(data?.pages).toHaveLength(3);
  expect(data?.pages[0]).toMatchObject({
    width: 800,
    height: 1200,
    color: '#808080',
    url: `/img/${chapters[1]?.keys[0]}`,
  });
  expect([data?.prev?.id, data?.next?.id]).toEqual([first, third]);
  const ends = await site.call(comicRead, { id: third ?? 0 }, { token });
  expect(ends.data?.next).toBeNull();
});

test('the next chapter is returned, and null after the last one', async () => {
  const { chapters } = await addComic(site, { chapters: [{}, {}] });
  const next = await site.call(nextChapter, { id: chapters[0]?.id ?? 0 }, { token });
  expect(next.data?.id).toBe(chapters[1]?.id);
  expect(await site.call(nextChapter, { id: chapters[1]?.id ?? 0 }, { token })).toMatchObject({
    status: 1,
    data: null,
  });
});

test('a locked chapter is 3003 with the reason, and without page addresses', async () => {
  const { chapters } = await addComic(site, { chapters: [{}, { price: 30 }] });
  const locked = chapters[1];
  const answer = await site.call(comicRead, { id: locked?.id ?? 0 }, { token });
  expect(answer).toMatchObject({ http: 200, status: 0, code: 3003 });
  expect(answer.data).toMatchObject({ readable: false, access: 'locked', price: 30, salePrice: 30, affordable: false });
  expect(JSON.stringify(answer)).not.toContain(locked?.storeKey);
  const verify = await site.call(chapterVerify, { id: locked?.id ?? 0 }, { token });
  expect(verify.data).toEqual(answer.data);
});

test('a locked chapter turns free at its time, behind signed addresses', async () => {
  const { chapters } = await addComic(site, { chapters: [{ price: 30, freeAt: inDays(1) }] });
  const id = chapters[0]?.id ?? 0;
  expect(await site.call(comicRead, { id }, { token })).toMatchObject({ code: 3003 });
  site.setTime(inDays(1.5));
  const { data } = await site.call(comicRead, { id }, { token });
  expect(data?.chapter).toMatchObject({ price: 30, salePrice: 0, access: 'free' });
  expect(data?.pages[0]?.url).toMatch(/^\/img\/p\/\d+\/\d+\/[\w-]{43}\//);
  site.setTime(null);
});

test('a changed price is shown at once, although comics are cached', async () => {
  const { comicId } = await addComic(site, { chapters: [{ price: 5 }] });
  await site.call(comicInfo, { id: comicId }, { token });
  await changeChapter(site, comicId, 1, { priceCoins: 9 });
  await expect
    .poll(async () => (await site.call(comicInfo, { id: comicId }, { token })).data?.chapters[0]?.price)
    .toBe(9);
});

test('an unknown chapter is 3002 in every call', async () => {
  for (const call of [comicRead, chapterVerify, nextChapter])
    expect(await site.call(call, { id: 999_999 }, { token })).toMatchObject({ code: 3002 });
});
