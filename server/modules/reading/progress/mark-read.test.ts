import { afterAll, beforeAll, expect, test } from 'vitest';
import { userDetail } from '#contract/calls/account';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { history, markReadUpTo, progress, shelf } from '#contract/calls/library';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, setOnline } from '../../../../testing/factories/comics.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const mark = (id: number, token: string) => site.call(markReadUpTo, { id }, { token });
const readNos = async (id: number, token: string) =>
  (await site.call(comicInfo, { id }, { token })).data?.chapters.filter(({ read }) => read).map(({ no }) => no);

test('the chapters up to one are marked as read, and the next one is read on, locked ones too', async () => {
  const token = await site.visitor();
  const { comicId, chapters } = await addComic(site, { chapters: [{ pages: 3 }, { price: 5 }, {}, {}] });
  const [first = 0, , third = 0] = chapters.map(({ id }) => id);
  await site.call(progress, { chapterId: first, page: 1, offset: 0, ageMs: 0 }, { token });
  expect((await mark(third, token)).data).toEqual({ marked: 3 });
  expect(await readNos(comicId, token)).toEqual([1, 2, 3]);
  const { data } = await site.call(history, {}, { token });
  expect(data?.list).toMatchObject([{ chapter: { no: 3 }, finished: true, readOn: { no: 4 } }]);
  expect((await site.call(shelf, {}, { token })).data?.list).toMatchObject([{ last: { no: 3, finished: true } }]);
  // A part-read chapter begins again at its top.
  expect((await site.call(comicRead, { id: first }, { token })).data?.progress).toBeNull();
  expect((await mark(third, token)).data).toEqual({ marked: 0 });
  // A later chapter that was read stays so.
  expect((await mark(first, token)).data).toEqual({ marked: 0 });
  expect(await readNos(comicId, token)).toEqual([1, 2, 3]);
});

test('marking a chapter is not reading: it earns nothing and opens nothing', async () => {
  const { token } = await signedIn(site);
  const { chapters } = await addComic(site, { chapters: [{}, { price: 5 }] });
  const [, second = 0] = chapters.map(({ id }) => id);
  const gradeOf = async () => (await site.call(userDetail, {}, { token })).data?.growth;
  const before = await gradeOf();
  await mark(second, token);
  expect(await gradeOf()).toEqual(before);
  expect((await site.call(comicRead, { id: second }, { token })).status).toBe(0);
});

test('chapters that readers cannot see are not marked', async () => {
  const token = await site.visitor();
  const tomorrow = new Date(Date.now() + 86_400_000);
  const { chapters } = await addComic(site, { chapters: [{}, { publishedAt: tomorrow }] });
  const offline = await addComic(site, {});
  await setOnline(site, offline.comicId, false);
  const hidden = [chapters[1]?.id ?? 0, offline.chapters[0]?.id ?? 0, 999_999];
  for (const id of hidden) expect((await mark(id, token)).status).toBe(0);
  const adult = await addComic(site, { ageRating: '18' });
  expect((await mark(adult.chapters[0]?.id ?? 0, token)).status).toBe(0);
  expect((await site.call(shelf, {}, { token })).data?.list).toEqual([]);
});
