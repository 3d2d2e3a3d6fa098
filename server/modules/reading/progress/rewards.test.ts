import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userDetail, userExport, userTeen } from '#contract/calls/account';
import { comicInfo } from '#contract/calls/comic';
import { delHistory, progress } from '#contract/calls/library';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, type ChapterFixture, type ComicFixture } from '../../../../testing/factories/comics.ts';
import { anotherDevice, readerOf } from '../../../../testing/factories/library.ts';
import { signedIn } from '../../../../testing/factories/readers.ts';

let site: TestApp;
let token: string;
/** Ten in the morning in Shanghai, when 未成年人模式 allows reading. */
const MORNING = new Date(`${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T02:00:00Z`);
const HOUR_MS = 3600 * 1000;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  site.setTime(MORNING);
  token = await site.visitor();
});
afterAll(() => site.close());

const finish = (chapterId: number, of = token) =>
  site.call(progress, { chapterId, page: 1, offset: 1, finished: true, ageMs: 0 }, { token: of });
const forget = (comicId: number) => site.call(delHistory, { ids: [comicId] }, { token });
const pointsOf = async (of = token) => (await site.call(userDetail, {}, { token: of })).data?.growth.points;

async function comicWith(chapters: ChapterFixture[], more: Pick<ComicFixture, 'ageRating' | 'online'> = {}) {
  const { comicId, chapters: added } = await addComic(site, { chapters, ...more });
  return { comicId, ids: added.map(({ id }) => id), first: added[0]?.id ?? 0, second: added[1]?.id ?? 0 };
}

test('a chapter gives its point once, also if its history is deleted and it is finished again', async () => {
  const { comicId, first, second } = await comicWith([{}, {}]);
  for (let round = 0; round < 5; round++) {
    expect(await finish(first)).toMatchObject({ status: 1 });
    await forget(comicId);
  }
  expect(await pointsOf()).toBe(1);
  await finish(second);
  expect(await pointsOf()).toBe(2);
});

test('devices that finish one chapter at the same moment get one point between them', async () => {
  const { first, second } = await comicWith([{}, {}]);
  const devices = [token, ...(await Promise.all(Array.from({ length: 5 }, () => anotherDevice(site, token))))];
  await Promise.all(devices.flatMap((device) => [finish(first, device), finish(second, device)]));
  expect(await pointsOf()).toBe(2);
});

test('chapters that may not be read give no point: locked, offline, unpublished', async () => {
  const { comicId, ids } = await comicWith([{ price: 30 }, { publishedAt: new Date(MORNING.getTime() + HOUR_MS) }]);
  const offline = await comicWith([{}], { online: false });
  for (let round = 0; round < 5; round++) {
    for (const id of [...ids, offline.first]) await finish(id);
    await forget(comicId);
  }
  expect(await pointsOf()).toBe(0);
});

test('a chapter that was locked when it was first finished gives its point once it may be read', async () => {
  const { first } = await comicWith([{ price: 30, freeAt: new Date(MORNING.getTime() + HOUR_MS) }]);
  await finish(first);
  expect(await pointsOf()).toBe(0);
  site.setTime(new Date(MORNING.getTime() + 2 * HOUR_MS));
  await finish(first);
  await finish(first);
  expect(await pointsOf()).toBe(1);
});

test('in 未成年人模式 no points are given for higher age ratings, at night, or after the minutes of the day', async () => {
  const [open, grown] = [
    await comicWith(Array.from({ length: 3 }, () => ({}))),
    await comicWith([{}], { ageRating: '16' }),
  ];
  await site.call(userTeen, { on: true, pin: '1234' }, { token });
  const [first = 0, second = 0, third = 0] = open.ids;
  await finish(grown.first);
  site.setTime(new Date(MORNING.getTime() + 13 * HOUR_MS));
  // The place is kept: it may have been read before the night began.
  expect(await finish(first)).toMatchObject({ status: 1 });
  expect(await pointsOf()).toBe(0);
  site.setTime(new Date(MORNING.getTime() + 24 * HOUR_MS));
  await finish(second);
  expect(await pointsOf()).toBe(1);
  for (let minute = 1; minute <= 41; minute++) {
    site.setTime(new Date(MORNING.getTime() + 24 * HOUR_MS + minute * 60_000));
    await site.call(progress, { chapterId: second, page: 0, offset: 0, ageMs: 0 }, { token });
  }
  await finish(third);
  expect(await pointsOf()).toBe(1);
});

test('a reader who has not declared to be an adult gets nothing for a comic rated 18', async () => {
  const { comicId, first } = await comicWith([{}], { ageRating: '18' });
  await finish(first);
  expect(await pointsOf()).toBe(0);
  expect((await site.call(comicInfo, { id: comicId }, { token })).data).toBeNull();
});

test('after a guest logs in, the account has the points of both, each once', async () => {
  const { first, second, ids } = await comicWith([{}, {}, {}]);
  const account = await signedIn(site);
  await finish(first, account.token);
  await finish(second, account.token);
  await finish(second);
  await finish(ids[2] ?? 0);
  // A phone gets one message a minute.
  site.setTime(new Date(MORNING.getTime() + 61_000));
  const after = await signedIn(site, { telephone: account.phone, from: token });
  expect(await pointsOf(after.token)).toBe(3);
  for (const id of ids) await finish(id, after.token);
  expect(await pointsOf(after.token)).toBe(3);
});

test('the chapters that gave points are in the data export and are erased with the reader', async () => {
  const { comicId, first } = await comicWith([{}]);
  await finish(first);
  await forget(comicId);
  const { data } = await site.call(userExport, {}, { token });
  expect(data).toMatchObject({ account: { rewardedChapters: [first], growthPoints: 1 } });
  const id = await readerOf(site, token);
  await site.pool.query('update account.reader set erases_at = $2 where id = $1', [id, MORNING]);
  await site.sweep(MORNING);
  const { rowCount } = await site.pool.query('select from account.chapter_reward where reader_id = $1', [id]);
  expect(rowCount).toBe(0);
});
