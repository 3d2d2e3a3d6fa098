import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userDetail, userTeen } from '#contract/calls/account';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { addSubscribe, history, markChapters, progress, shelf } from '#contract/calls/library';
import * as codes from '#contract/codes';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, type ChapterFixture, setOnline, takeChapterDown } from '../../../../testing/factories/comics.ts';
import { comeOfAge } from '../../../../testing/factories/library.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  token = await site.visitor();
});
afterAll(() => site.close());

const mark = (ids: readonly number[], read: boolean, of = token) =>
  site.call(markChapters, { ids: [...ids], read }, { token: of });
const report = (chapterId: number, page: number, more: { finished?: boolean; ageMs?: number } = {}) =>
  site.call(progress, { chapterId, page, offset: 0, ageMs: 0, ...more }, { token });
const infoOf = async (id: number) => (await site.call(comicInfo, { id }, { token })).data;
const readNos = async (id: number) => (await infoOf(id))?.chapters.filter(({ read }) => read).map(({ no }) => no);
const lastOf = async (id: number) => (await infoOf(id))?.me.last;
const placeIn = async (id: number) => (await site.call(comicRead, { id }, { token })).data?.progress;
const historyNow = async () => (await site.call(history, {}, { token })).data?.list;

/** A comic with chapters of ten pages, and the ids of its chapters in order. */
async function comicOf(...chapters: ChapterFixture[]) {
  const added = await addComic(site, { chapters: chapters.map((each) => ({ pages: 10, ...each })) });
  const ids = added.chapters.map(({ id }) => id);
  return { comicId: added.comicId, ids, id: (no: number) => ids[no - 1] ?? 0 };
}

test('chapters are marked as read in any order, locked ones too; reading continues after the last one', async () => {
  const { comicId, id } = await comicOf({}, { price: 5 }, {}, {});
  expect((await mark([id(3), id(2)], true)).data).toEqual({ marked: 2 });
  expect(await readNos(comicId)).toEqual([2, 3]);
  expect(await historyNow()).toMatchObject([{ chapter: { no: 3 }, finished: true, readOn: { no: 4 } }]);
  expect((await mark([id(3), id(4)], true)).data).toEqual({ marked: 1 });
  expect(await lastOf(comicId)).toMatchObject({ no: 3 });
});

test('marking as read keeps the last read chapter and its place', async () => {
  const { comicId, id } = await comicOf({}, {}, {});
  await report(id(2), 7);
  await mark([id(1), id(3)], true);
  expect(await lastOf(comicId)).toMatchObject({ no: 2, page: 7, finished: false });
  // A part-read chapter begins again at its top.
  await mark([id(2)], true);
  expect(await lastOf(comicId)).toMatchObject({ no: 2, finished: true });
  expect(await placeIn(id(2))).toBeNull();
});

test('if readers no longer see the chapter that they read last, a marked one takes its place', async () => {
  const { comicId, id } = await comicOf({}, {}, {});
  await report(id(3), 7);
  await takeChapterDown(site, comicId, id(3));
  await expect.poll(() => lastOf(comicId)).toBeNull();
  await mark([id(1)], true);
  expect(await lastOf(comicId)).toMatchObject({ no: 1, finished: true });
});

test('marking as unread forgets the marks and the places of these chapters only', async () => {
  const { comicId, id } = await comicOf({}, {}, {}, {});
  await report(id(1), 4);
  await report(id(2), 9, { finished: true });
  await report(id(3), 5);
  expect((await mark([id(2), id(1), id(4)], false)).data).toEqual({ marked: 2 });
  expect(await readNos(comicId)).toEqual([]);
  expect([await placeIn(id(1)), await placeIn(id(3))]).toEqual([null, { page: 5, offset: 0 }]);
  expect(await lastOf(comicId)).toMatchObject({ no: 3, page: 5 });
  expect((await mark([id(2)], false)).data).toEqual({ marked: 0 });
});

test.each([
  ['before it', [1, 2, 3, 4], [4, 3], 2],
  ['before it, whichever was read later', [4, 1, 2, 3], [3], 2],
  ['after it if there is none before', [4, 3, 1], [1], 3],
])(
  'if the last read chapter is marked as unread, the nearest one %s takes its place',
  async (_name, read, unread, last) => {
    const { comicId, id } = await comicOf({}, {}, {}, {});
    for (const [at, no] of read.entries())
      await report(id(no), 9, { finished: true, ageMs: (read.length - at) * 1000 });
    await mark(unread.map(id), false);
    expect(await lastOf(comicId)).toMatchObject({ no: last, finished: true });
  },
);

test('a part-read chapter takes the place of the last read one with its position', async () => {
  const { comicId, id } = await comicOf({}, {});
  await report(id(1), 6);
  await report(id(2), 9, { finished: true });
  await mark([id(2)], false);
  expect(await lastOf(comicId)).toMatchObject({ no: 1, page: 6, finished: false });
});

test('without a read chapter the comic leaves the history, and stays subscribed', async () => {
  const [followed, other] = [await comicOf({}, {}), await comicOf({})];
  await site.call(addSubscribe, { id: followed.comicId }, { token });
  for (const { ids } of [followed, other]) {
    await mark(ids, true);
    expect((await mark(ids, false)).data).toEqual({ marked: ids.length });
  }
  expect(await historyNow()).toEqual([]);
  expect(await infoOf(followed.comicId)).toMatchObject({ me: { subscribed: true, last: null } });
  const list = (await site.call(shelf, {}, { token })).data?.list;
  expect(list).toMatchObject([{ comic: { id: followed.comicId } }]);
});

test('another reader’s marks and places stay', async () => {
  const { comicId, ids, id } = await comicOf({}, {});
  await report(id(1), 9, { finished: true });
  const stranger = await site.visitor();
  await mark(ids, true, stranger);
  expect(await readNos(comicId)).toEqual([1]);
  await mark(ids, false, stranger);
  expect(await readNos(comicId)).toEqual([1]);
});

test('marking a chapter is not reading: it earns nothing, opens nothing and counts no view', async () => {
  ({ token } = await signedIn(site));
  const { comicId, ids, id } = await comicOf({}, { price: 5 });
  const growth = async () => (await site.call(userDetail, {}, { token })).data?.growth;
  const before = await growth();
  await mark(ids, true);
  await mark([id(1)], false);
  await mark([id(1)], true);
  await site.caughtUp();
  expect(await growth()).toEqual(before);
  expect((await site.call(comicRead, { id: id(2) }, { token })).code).toBe(codes.chapterLocked);
  expect((await infoOf(comicId))?.stats.views).toBe(0);
});

test('without chapters of one comic that the reader sees, nothing is marked', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const { comicId, id } = await comicOf({}, { publishedAt: tomorrow }, {});
  const [other, offline] = [await comicOf({}), await comicOf({})];
  await setOnline(site, offline.comicId, false);
  await takeChapterDown(site, comicId, id(3));
  await site.caughtUp();
  await report(id(1), 4);
  const hidden = [999_999, id(2), id(3), offline.id(1)];
  const mixed = [...hidden, other.id(1)].flatMap((each) => [
    [id(1), each],
    [each, id(1)],
  ]);
  for (const ids of [...hidden.map((each) => [each]), ...mixed])
    for (const read of [true, false])
      expect(await mark(ids, read)).toMatchObject({ status: 0, code: codes.chapterNotFound });
  expect(await lastOf(comicId)).toMatchObject({ no: 1, page: 4, finished: false });
  expect((await site.call(shelf, {}, { token })).data?.list).toHaveLength(1);
});

test('a comic for adults needs a reader of age, and not 未成年人模式', async () => {
  const adult = await addComic(site, { ageRating: '18' });
  const ids = adult.chapters.map(({ id }) => id);
  for (const read of [true, false]) expect((await mark(ids, read)).code).toBe(codes.ageUnconfirmed);
  await comeOfAge(site, token);
  expect((await mark(ids, true)).data).toEqual({ marked: ids.length });
  await site.call(userTeen, { on: true, pin: '1234' }, { token });
  for (const read of [true, false]) expect((await mark(ids, read)).code).toBe(codes.teenModeForbids);
});
