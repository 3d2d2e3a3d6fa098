import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userAdult, userTeen } from '#contract/calls/account';
import { addFavorite, delHistory, progress } from '#contract/calls/library';
import { comicRecommend } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic, addViews, type ComicFixture, changeComic, setOnline } from '../../../testing/factories/comics.ts';
import { editPart, listRestricted } from '../../../testing/factories/editorial.ts';
import { readersInBulk } from '../../../testing/factories/readers.ts';

/** Long before the clock of the database, so that chapters added "now" are published. */
const NOON = new Date('2026-01-05T04:00:00Z');
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const LONG_AGO = new Date(NOON.getTime() - 400 * DAY_MS);
let site: TestApp;
let now = NOON;

beforeAll(async () => {
  site = await startTestApp({ now });
  await listRestricted(site);
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.pool.query('truncate catalog.comic, recommend.related, recommend.general, reading.library cascade');
  passTime(DAY_MS);
});

function passTime(ms: number): void {
  now = new Date(now.getTime() + ms);
  site.setTime(now);
}

/** Makes the lists again. */
async function renew(): Promise<void> {
  passTime(4 * HOUR_MS);
  await site.sweep(now);
}

const comics = new Map<string, { id: number; chapterId: number }>();

/** Adds comics that nobody would take for new. */
async function add(titles: readonly string[], fixture: ComicFixture = {}): Promise<void> {
  for (const title of titles) {
    const { comicId: id, chapters } = await addComic(site, { createdAt: LONG_AGO, title, ...fixture });
    comics.set(title, { id, chapterId: chapters[0]?.id ?? 0 });
  }
}
const comicOf = (title: string) => comics.get(title) ?? { id: 0, chapterId: 0 };

/** The reader reads these to their end, the last one last. */
async function read(token: string, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    passTime(1000);
    const { chapterId } = comicOf(title);
    await site.call(progress, { chapterId, page: 1, offset: 1, finished: true, ageMs: 0 }, { token });
  }
}

/** Readers who read all of these. */
async function readersOf(count: number, titles: readonly string[]): Promise<string[]> {
  const readers = await readersInBulk(site, count);
  for (const { token } of readers) await read(token, titles);
  return readers.map(({ token }) => token);
}

async function visitor(): Promise<string> {
  return (await readersInBulk(site, 1))[0]?.token ?? '';
}

async function recommended(token: string, payload: { id?: number; without?: number[] } = {}) {
  const { data } = await site.call(comicRecommend, payload, { token });
  return data?.list.map(({ title }) => title) ?? [];
}
const because = async (token: string) =>
  (await site.call(comicRecommend, {}, { token })).data?.because.map(({ title }) => title);

test('comics with the same readers are recommended first, on the page of a comic and to its readers', async () => {
  await add(['甲', '乙', '丙', '丁'], { genres: ['奇幻'] });
  await add(['众'], { genres: ['日常'] });
  await readersOf(3, ['甲', '丁']);
  await readersOf(2, ['乙', '丙']);
  await readersOf(6, ['众']);
  await renew();
  const reader = await visitor();
  expect((await recommended(reader, { id: comicOf('甲').id }))[0]).toBe('丁');
  expect((await recommended(reader, { id: comicOf('乙').id }))[0]).toBe('丙');
  expect(await because(reader)).toEqual([]);
  await read(reader, ['甲']);
  expect(await recommended(reader)).toEqual(['丁', '众', '丙', '乙'].toSorted(inOrderOf(await recommended(reader))));
  expect((await recommended(reader))[0]).toBe('丁');
  expect(await recommended(reader)).not.toContain('甲');
  expect(await because(reader)).toEqual(['甲']);
  expect(await recommended(reader, { without: [comicOf('丁').id] })).not.toContain('丁');
});

const inOrderOf = (list: readonly string[]) => (a: string, b: string) => list.indexOf(a) - list.indexOf(b);

test('recent reading counts more, and favourites count too', async () => {
  await add(['旧', '旧邻', '新', '新邻', '藏', '藏邻']);
  for (const titles of [
    ['旧', '旧邻'],
    ['新', '新邻'],
    ['藏', '藏邻'],
  ])
    await readersOf(3, titles);
  const reader = await visitor();
  await read(reader, ['旧']);
  passTime(20 * DAY_MS);
  await read(reader, ['新']);
  await renew();
  expect((await recommended(reader)).slice(0, 2)).toEqual(['新邻', '旧邻']);
  expect(await because(reader)).toEqual(['新', '旧']);
  const keeper = await visitor();
  await site.call(addFavorite, { id: comicOf('藏').id }, { token: keeper });
  expect((await recommended(keeper))[0]).toBe('藏邻');
  expect((await site.call(comicRecommend, {}, { token: keeper })).data?.because).toMatchObject([
    { title: '藏', read: false },
  ]);
});

test('a single reader, or readers who do not count, do not relate comics', async () => {
  await add(['甲', '乙', '丙']);
  await readersOf(1, ['甲', '乙']);
  for (const token of await readersOf(2, ['乙']))
    await site.call(progress, { chapterId: comicOf('丙').chapterId, page: 0, offset: 0, ageMs: 0 }, { token });
  await site.pool.query(
    'update reading.library set counts = false where reader_id in (select reader_id from reading.entry where comic_id = $1)',
    [comicOf('丙').id],
  );
  await renew();
  const { rows } = await site.pool.query('select comics from recommend.related where comics <> $1', ['{}']);
  expect(rows).toEqual([]);
});

test('the next lists no longer include readers who have deleted their history', async () => {
  await add(['甲', '乙']);
  const tokens = await readersOf(2, ['甲', '乙']);
  await renew();
  const lists = async () =>
    (await site.pool.query<{ count: number }>(`select count(*) from recommend.related where comics <> '{}'`)).rows[0]
      ?.count;
  expect(await lists()).toBe(2);
  await site.call(delHistory, { all: true }, { token: tokens[0] ?? '' });
  await renew();
  expect(await lists()).toBe(0);
});

test('an offline comic is no longer recommended, and others move up', async () => {
  const titles = Array.from({ length: 20 }, (_, index) => `第${index}部`);
  await add(['主', ...titles], { genres: ['奇幻'] });
  await renew();
  const reader = await visitor();
  const before = await recommended(reader, { id: comicOf('主').id });
  expect(before).toHaveLength(12);
  for (const title of before.slice(0, 3)) await setOnline(site, comicOf(title).id, false);
  const after = await recommended(reader, { id: comicOf('主').id });
  expect(after).toHaveLength(12);
  expect(after.slice(0, 9)).toEqual(before.slice(3));
  await renew();
  const { rows } = await site.pool.query<{ count: number }>('select count(*) from recommend.related');
  expect(rows[0]?.count).toBe(18);
});

test('lists are full for every audience, although most comics are only for adults', async () => {
  // Without another genre all would be alike.
  await add(['成99'], { ageRating: '18' });
  for (let index = 0; index < 13; index++) {
    await add([`青${index}`], { genres: ['奇幻'], ageRating: '12' });
    await add([`众${index}`], { genres: ['奇幻'], ageRating: '16' });
    await add([`成${index}`, `人${index}`], { genres: ['奇幻'], ageRating: '18' });
  }
  for (const [title, { id }] of comics) if (/^[成人众]/.test(title)) await addViews(site, id, 100);
  await renew();
  const reader = await visitor();
  const shown = async () => [await recommended(reader, { id: comicOf('青0').id }), await recommended(reader)];
  for (const list of await shown()) expect(list.join()).toMatch(/^(众\d+,?){12}$/);
  await site.call(userAdult, { adult: true }, { token: reader });
  for (const list of await shown()) expect(list.join()).toMatch(/^([成人众]\d+,?){12}$/);
  await read(reader, ['成0']);
  expect(await because(reader)).toEqual(['成0']);
  await site.call(userTeen, { on: true, pin: '1234' }, { token: reader });
  for (const list of await shown()) expect(list.join()).toMatch(/^(青\d+,?){12}$/);
  expect(await because(reader)).toEqual([]);
  // A comic that is marked 18 after the lists were made is left out at once.
  await site.call(userTeen, { on: false, pin: '1234' }, { token: reader });
  await site.call(userAdult, { adult: false }, { token: reader });
  const [list] = await shown();
  await changeComic(site, comicOf(list?.[0] ?? '').id, { ageRating: '18' });
  const [later] = await shown();
  expect(later).toHaveLength(12);
  expect(later).not.toContain(list?.[0]);
});

test('a reader without history gets popular comics, and two new ones that change daily', async () => {
  await add(
    Array.from({ length: 12 }, (_, index) => `老${index}`),
    { genres: ['奇幻'] },
  );
  for (let index = 0; index < 12; index++) await addViews(site, comicOf(`老${index}`).id, 1);
  await readersOf(2, ['老7']);
  await readersOf(1, ['老3']);
  await add(
    Array.from({ length: 12 }, (_, index) => `新${index}`),
    { createdAt: new Date(now.getTime() - DAY_MS) },
  );
  await renew();
  const reader = await visitor();
  const first = await recommended(reader);
  expect(first.slice(0, 2)).toEqual(['老7', '老3']);
  expect([first[3], first[8]].join()).toMatch(/^新\d+,新\d+$/);
  expect(first.filter((title) => title.startsWith('新'))).toHaveLength(2);
  expect(await recommended(reader)).toEqual(first);
  const days = new Set<string>();
  for (let day = 0; day < 8; day++) {
    passTime(DAY_MS);
    for (const title of await recommended(reader)) if (title.startsWith('新')) days.add(title);
  }
  expect(days.size).toBeGreaterThan(4);
});

test('before any list is made, and for a comic that came after, genres decide', async () => {
  await add(['甲', '乙'], { genres: ['机甲'] });
  await add(['丙'], { genres: ['美食'] });
  const reader = await visitor();
  expect((await recommended(reader, { id: comicOf('甲').id }))[0]).toBe('乙');
  await renew();
  await add(['丁'], { genres: ['美食'] });
  expect((await recommended(reader, { id: comicOf('丁').id }))[0]).toBe('丙');
  await site.call(addFavorite, { id: comicOf('丁').id }, { token: reader });
  expect((await recommended(reader))[0]).toBe('丙');
});

test('为你推荐 on the home screen has popular comics, without those of the sections above', async () => {
  // More comics than are read at first, and more popular than the others.
  const above = Array.from({ length: 15 }, (_, index) => `丙${index}`);
  await add(['甲', '乙', ...above]);
  await readersOf(2, above);
  await readersOf(1, ['乙']);
  await renew();
  const row = { layout: 'row' as const, more: null, start: null, end: null };
  await editPart(site, 'home', [
    { key: 'first', title: '一', show: { comics: above.map((title) => comicOf(title).id) }, count: 15, ...row },
    { key: 'rest', title: '为你推荐', show: { rule: 'recommended' }, count: 2, ...row },
  ]);
  const sections = (await site.call(home, {})).data?.sections.filter(({ key }) => key !== 'lead');
  expect(sections?.map(({ list, forReader }) => [forReader ?? false, list.map(({ title }) => title)])).toEqual([
    [false, above],
    [true, ['乙', '甲']],
  ]);
});

test('lists are renewed after some hours and not before', async () => {
  await add(['甲', '乙']);
  await renew();
  const madeAt = async () =>
    (await site.pool.query<{ at: Date }>('select made_at as at from recommend.general')).rows[0]?.at.getTime();
  const first = await madeAt();
  passTime(3 * HOUR_MS - 1);
  await site.sweep(now);
  expect(await madeAt()).toBe(first);
  passTime(1);
  await site.sweep(now);
  expect(await madeAt()).toBe(now.getTime());
});
