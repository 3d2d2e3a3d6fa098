import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { addFavorite, addSubscribe, favorites, history, progress, shelf, subscribed } from '#contract/calls/library';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, setOnline } from '../../../../testing/factories/comics.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  token = await site.visitor();
});
afterAll(() => site.close());

const read = (chapterId = 0, finished = true, of = token) =>
  site.call(progress, { chapterId, page: 0, offset: 0.5, ageMs: 0, finished }, { token: of });
/** For each comic of a list, the number of the chapter to continue with. */
const continuesAt = async (call: typeof shelf | typeof subscribed | typeof history, of = token) =>
  (await site.call(call, {}, { token: of })).data?.list.map(({ readOn }) => readOn?.no ?? null);

test('a comic continues with the last read chapter, or after a finished one with the first unfinished chapter', async () => {
  const { comicId, chapters } = await addComic(site, { chapters: [{}, {}, {}, {}] });
  const [first, second, third] = chapters.map(({ id }) => id);
  await site.call(addSubscribe, { id: comicId }, { token });
  await site.call(addFavorite, { id: comicId }, { token });
  expect(await continuesAt(shelf)).toEqual([null]);
  await read(first, false);
  expect(await continuesAt(history)).toEqual([1]);
  for (const id of [first, second, third]) await read(id);
  await read(first, false);
  for (const call of [shelf, subscribed, favorites, history]) expect(await continuesAt(call)).toEqual([4]);
  const { data } = await site.call(history, {}, { token });
  expect(data?.list).toMatchObject([{ chapter: { no: 1 }, finished: true, readOn: { id: chapters[3]?.id, no: 4 } }]);
});

test('a reader who has read everything stays up to date while reading again, until a new chapter is published', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const { chapters } = await addComic(site, { chapters: [{}, {}, { publishedAt: tomorrow }] });
  const other = await addComic(site, { chapters: [{}, {}] });
  const stranger = await site.visitor();
  await read(chapters[1]?.id, true, stranger);
  for (const nth of [0, 1, 0]) await read(chapters[nth]?.id);
  await read(other.chapters[0]?.id);
  expect(await continuesAt(history)).toEqual([2, null]);
  site.setTime(new Date(tomorrow.getTime() + 60_000));
  const later = await site.call(history, {}, { token });
  expect(later.data?.list.map(({ readOn }) => readOn?.no)).toEqual([2, 3]);
  site.setTime(null);
});

test('an owner of an offline comic continues only with an unfinished chapter that they own', async () => {
  const { id, token: owner } = await signedIn(site);
  const { comicId, chapters } = await addComic(site, { chapters: [{ price: 5 }, { price: 5 }] });
  const ids = chapters.map((chapter) => chapter.id);
  await giveTo(site, id, { coins: 10 });
  await site.call(comicPay, { chapterIds: ids, expect: 10, key: 'read-on-0001' }, { token: owner });
  await setOnline(site, comicId, false);
  await read(ids[0], false, owner);
  expect(await continuesAt(shelf, owner)).toEqual([1]);
  await read(ids[0], true, owner);
  expect(await continuesAt(shelf, owner)).toEqual([null]);
});

test('the history names the price of the next chapter until the reader owns it', async () => {
  const { id, token: buyer } = await signedIn(site);
  const { chapters } = await addComic(site, { chapters: [{}, { price: 5 }] });
  const [free, paid] = chapters.map((chapter) => chapter.id);
  const next = async (of: string) => (await site.call(history, {}, { token: of })).data?.list[0]?.readOn;
  await read(free, false, buyer);
  expect(await next(buyer)).toEqual({ id: free, no: 1 });
  await read(free, true, buyer);
  expect(await next(buyer)).toEqual({ id: paid, no: 2, price: 5 });
  await giveTo(site, id, { coins: 5 });
  await site.call(comicPay, { chapterIds: [paid ?? 0], expect: 5, key: 'read-on-0002' }, { token: buyer });
  expect(await next(buyer)).toEqual({ id: paid, no: 2 });
  await read(free, true);
  expect(await next(token)).toEqual({ id: paid, no: 2, price: 5 });
});
