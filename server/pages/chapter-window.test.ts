import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicChapters, comicInfo, comicPay } from '#contract/calls/comic';
import { progress, shelf } from '#contract/calls/library';
import { payLog } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { signedIn } from '../../testing/factories/readers.ts';
import { giveTo } from '../../testing/factories/wallets.ts';
import { numberRuns } from './chapter-window.ts';

let site: TestApp;
let comicId: number;
let ids: number[];
beforeAll(async () => {
  site = await startTestApp();
  // 1 to 9, and 7.5 between them; from 6 on they cost.
  const numbers = [1, 2, 3, 4, 5, 6, 7, 7.5, 8, 9];
  const comic = await addComic(site, { chapters: numbers.map((no) => ({ no, price: no < 6 ? 0 : 10 })) });
  comicId = comic.comicId;
  ids = comic.chapters.map(({ id }) => id);
});
afterAll(() => site.close());

const numbersOf = (data: { chapters: readonly { no: number }[] } | null) => data?.chapters.map(({ no }) => no);

test('a window has the chapters around the last read one, and the ranges of the others', async () => {
  const token = await site.visitor();
  const open = async () => (await site.call(comicInfo, { id: comicId, window: 4 }, { token })).data;
  const first = await open();
  expect(numbersOf(first)).toEqual([1, 2, 3, 4]);
  expect(first?.window).toEqual({
    from: 0,
    total: 10,
    locked: 5,
    numbers: [
      { no: 1, count: 7 },
      { no: 7.5, count: 1 },
      { no: 8, count: 2 },
    ],
    start: { id: ids[0], no: 1 },
  });
  expect(first?.latest).toMatchObject({ no: 9 });
  const reading = { chapterId: ids[3] ?? 0, page: 0, offset: 0, ageMs: 0 };
  await site.call(progress, reading, { token });
  expect(await open()).toMatchObject({ window: { from: 0, start: { no: 4 } } });
  await site.call(progress, { ...reading, finished: true }, { token });
  expect(await open()).toMatchObject({ window: { from: 0, start: { no: 5 } } });
  await site.call(progress, { ...reading, chapterId: ids[4] ?? 0 }, { token });
  const second = await open();
  expect([second?.window?.from, numbersOf(second)]).toEqual([4, [5, 6, 7, 7.5]]);
});

test('after a finished chapter is read again, the window starts at the first unfinished one after it', async () => {
  const token = await site.visitor();
  const start = async () => (await site.call(comicInfo, { id: comicId, window: 4 }, { token })).data?.window?.start;
  const read = (nth: number, finished: boolean) =>
    site.call(progress, { chapterId: ids[nth] ?? 0, page: 0, offset: 0, ageMs: 0, finished }, { token });
  for (const nth of [0, 1, 2, 3, 4]) await read(nth, true);
  await read(1, false);
  expect(await start()).toMatchObject({ no: 6 });
  const { id, token: buyer } = await signedIn(site);
  await giveTo(site, id, { coins: 50 });
  await site.call(comicPay, { chapterIds: ids.slice(5), expect: 50, key: 'windows-0002' }, { token: buyer });
  for (const chapterId of [...ids, ids[0] ?? 0])
    await site.call(progress, { chapterId, page: 0, offset: 0, ageMs: 0, finished: true }, { token: buyer });
  const { data } = await site.call(comicInfo, { id: comicId, window: 4 }, { token: buyer });
  expect(data).toMatchObject({ me: { last: { no: 1 } }, window: { start: null } });
});

test('a comic that fits in a window has all chapters, as without a window', async () => {
  const token = await site.visitor();
  const { data: whole } = await site.call(comicInfo, { id: comicId }, { token });
  expect(whole?.chapters).toHaveLength(10);
  expect(whole).not.toHaveProperty('window');
  expect((await site.call(comicInfo, { id: comicId, window: 10 }, { token })).data).toEqual(whole);
});

test('any range of chapters can be requested, with the reader’s progress and purchases', async () => {
  const { id, token } = await signedIn(site);
  await giveTo(site, id, { coins: 10 });
  await site.call(comicPay, { chapterIds: ids.slice(6, 7), expect: 10, key: 'windows-0001' }, { token });
  await site.call(progress, { chapterId: ids[1] ?? 0, page: 0, offset: 0, ageMs: 0, finished: true }, { token });
  const part = async (query: object) => (await site.call(comicChapters, { id: comicId, ...query }, { token })).data;
  const middle = await part({ from: 1, size: 6 });
  expect([middle?.from, middle?.total, numbersOf(middle)]).toEqual([1, 10, [2, 3, 4, 5, 6, 7]]);
  expect(middle?.chapters.map(({ read }) => read)).toEqual([true, false, false, false, false, false]);
  expect(middle?.chapters.map(({ access }) => access).slice(3)).toEqual(['free', 'locked', 'owned']);
  const { data: whole } = await site.call(comicInfo, { id: comicId }, { token });
  expect((await part({}))?.chapters).toEqual(whole?.chapters);
  const locked = await part({ locked: true, fromNo: 6.5, size: 2 });
  expect([locked?.from, locked?.total, numbersOf(locked)]).toEqual([1, 4, [7.5, 8]]);
  expect(await part({ from: 10 })).toEqual({ from: 10, total: 10, chapters: [] });
  expect(numbersOf(await part({ fromNo: 99, size: 2 }))).toEqual([8, 9]);
});

test('a range of an unknown or forbidden comic, or an invalid range, is refused', async () => {
  const token = await site.visitor();
  const of = (payload: Record<string, unknown>) => site.call(comicChapters, { id: comicId, ...payload }, { token });
  expect(await of({ id: 999_999 })).toMatchObject({ code: 3001 });
  for (const field of [{ from: -1 }, { from: 0.5 }, { size: 0 }, { size: 201 }, { fromNo: '1' }])
    expect(await of(field)).toMatchObject({ code: 1001 });
  const adult = await addComic(site, { ageRating: '18' });
  expect(await of({ id: adult.comicId })).toMatchObject({ code: 2009 });
});

test('a window of fifty, sealed, leaves most of sixty kilobytes for the rest of the detail', async () => {
  const title = '一个相当长的标题'.repeat(3);
  const chapters = Array.from({ length: 51 }, () => ({ title, price: 12, freeAt: new Date('2999-01-01') }));
  const { comicId: long } = await addComic(site, { chapters });
  const { data } = await site.call(comicInfo, { id: long, window: 50 }, { token: await site.visitor() });
  expect(data?.window?.total).toBe(51);
  expect(data?.chapters.every(({ thumb }) => thumb)).toBe(true);
  expect(site.cipher.seal(JSON.stringify(data)).length).toBeLessThan(40_000);
});

test('numbers are runs, whatever they are', () => {
  expect(numberRuns([])).toEqual([]);
  const of = (...numbers: number[]) => numberRuns(numbers.map((no) => ({ id: 1, no })));
  expect(of(0, 1, 2, 10, 12.5, 13)).toEqual([
    { no: 0, count: 3 },
    { no: 10, count: 1 },
    { no: 12.5, count: 1 },
    { no: 13, count: 1 },
  ]);
});

test('a chapter whose number is only a position is shown by its title, in the library and in the purchases', async () => {
  const { id: readerId, token } = await signedIn(site);
  const side = { no: 1.01, title: '番外 海边', price: 10 };
  const comic = await addComic(site, { title: '有番外的', chapters: [{ no: 1 }, side, { no: 2 }] });
  const [, at] = comic.chapters;
  const chapterId = at?.id ?? 0;
  await giveTo(site, readerId, { coins: 10 });
  await site.call(comicPay, { chapterIds: [chapterId], expect: 10, key: 'windows-0003' }, { token });
  await site.call(progress, { chapterId, page: 0, offset: 0, ageMs: 0 }, { token });
  const named = { no: 1.01, title: '番外 海边' };
  expect((await site.call(comicInfo, { id: comic.comicId, window: 1 }, { token })).data).toMatchObject({
    me: { last: named },
    window: { start: named },
  });
  expect((await site.call(shelf, {}, { token })).data?.list).toMatchObject([{ last: named }]);
  const { data: statement } = await site.call(payLog, {}, { token });
  expect(statement?.list.map(({ title }) => title)).toContain('《有番外的》 番外 海边');
  await site.call(progress, { chapterId: comic.chapters[0]?.id ?? 0, page: 0, offset: 0, ageMs: 0 }, { token });
  const { data } = await site.call(comicInfo, { id: comic.comicId, window: 1 }, { token });
  expect(data?.me.last).not.toHaveProperty('title');
});
