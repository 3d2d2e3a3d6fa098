import { afterEach, beforeEach, expect, test } from 'vitest';
import { comicRead } from '#contract/calls/comic';
import { addFavorite } from '#contract/calls/library';
import { rank } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, type ComicFixture, changeComic, setOnline } from '../../../../testing/factories/comics.ts';
import { listRestricted } from '../../../../testing/factories/editorial.ts';
import { comeOfAge, type From, readerWhoCounts } from '../../../../testing/factories/library.ts';
import { addRanked, takeRankings } from '../../../../testing/factories/rankings.ts';
import { checksumOf } from '../../../core/refusal/paging.ts';

let site: TestApp;
let readers: From[];
beforeEach(async () => {
  site = await startTestApp({ now: inShanghai('2026-05-04T12:00') });
  readers = await Promise.all(Array.from({ length: 4 }, () => readerWhoCounts(site)));
  for (const { token } of readers) await comeOfAge(site, token);
});
afterEach(() => site.close());

const inShanghai = (time: string) => new Date(`${time}+08:00`);
const at = (time: Date) => takeRankings(site, time);

/** A comic that this number of readers read now. */
async function comic(title: string, readBy: number, wish: ComicFixture = {}) {
  const added = await addComic(site, { title, createdAt: new Date('2026-01-01'), ...wish });
  await readBySome(added.chapters[0]?.id, readBy);
  return { ...added, chapterId: added.chapters[0]?.id };
}

async function readBySome(chapterId: number | undefined, howMany: number) {
  for (const reader of readers.slice(0, howMany)) await site.call(comicRead, { id: chapterId ?? 0 }, reader);
}

async function ranked(type: Parameters<typeof readRanking>[0], genre?: string) {
  const { data } = await readRanking(type, genre);
  // Another one is shown where nothing is in this one.
  if (data?.shown !== type) return [];
  return data.list.map((row) => [row.rank, row.comic.title, row.score, row.change]);
}

const readRanking = (type: 'day' | 'week' | 'month' | 'total' | 'sale' | 'favorite', genre?: string) =>
  site.call(rank, { type, genre });

test('comics are ranked by views of the day, of seven, of thirty days and of all time', async () => {
  const old = await comic('旧', 4);
  await at(inShanghai('2026-06-10T12:00'));
  await comic('上月', 3);
  await at(inShanghai('2026-06-27T12:00'));
  await comic('上周', 2);
  await at(inShanghai('2026-07-03T12:00'));
  await comic('今天', 1);
  await readBySome(old.chapterId, 2);
  await at(inShanghai('2026-07-03T12:10'));
  expect(await ranked('total')).toEqual([
    [1, '旧', 6, 0],
    [2, '上月', 3, 0],
    [3, '上周', 2, 0],
    [4, '今天', 1, null],
  ]);
  const month = (await ranked('month'))?.map(([, title, score]) => `${title} ${score}`);
  expect(month).toEqual(['上月 3', '旧 2', '上周 2', '今天 1']);
  expect((await ranked('week'))?.map(([, title]) => title)).toEqual(['旧', '上周', '今天']);
  expect((await ranked('day'))?.map(([, title]) => title)).toEqual(['旧', '今天']);
});

test('the weekly and monthly rankings do not count the day before their period', async () => {
  for (const daysAgo of [6, 7, 29, 30]) {
    const { comicId } = await addComic(site, { title: `${daysAgo} 天前`, createdAt: new Date('2026-01-01') });
    await site.pool.query(`insert into reading.comic_day values ('2026-07-03'::date - ${daysAgo}, ${comicId}, 5)`);
  }
  await at(inShanghai('2026-07-03T12:00'));
  const titles = async (type: 'week' | 'month') => (await ranked(type))?.map(([, title]) => title).toSorted();
  expect(await titles('week')).toEqual(['6 天前']);
  expect(await titles('month')).toEqual(['29 天前', '6 天前', '7 天前']);
});

test('the change is the number of ranks since the end of the previous day; a new comic has none', async () => {
  const [first, second] = [await comic('甲', 3), await comic('乙', 2)];
  await at(inShanghai('2026-05-04T23:59'));
  await comic('晚上', 1);
  await at(inShanghai('2026-05-05T00:20'));
  // No reader has read today yet, so the order of yesterday stays.
  expect(await ranked('day')).toEqual([
    [1, '甲', 0, 0],
    [2, '乙', 0, 0],
    [3, '晚上', 0, 0],
  ]);
  await readBySome(second.chapterId, 3);
  await readBySome(first.chapterId, 1);
  await comic('丙', 2);
  await at(inShanghai('2026-05-05T12:00'));
  expect(await ranked('day')).toEqual([
    [1, '乙', 3, 1],
    [2, '丙', 2, null],
    [3, '甲', 1, -2],
    [4, '晚上', 0, -1],
  ]);
});

test('a ranking compares with the day before even if no ranking was read then', async () => {
  const [first, second] = [await comic('甲', 2), await comic('乙', 1)];
  await site.app.runFrequentJobs();
  site.setTime(inShanghai('2026-05-07T09:00'));
  await readBySome(second.chapterId, 4);
  await readBySome(first.chapterId, 1);
  // A ranking may have been taken between two of these views.
  await at(inShanghai('2026-05-07T09:10'));
  expect(await ranked('week')).toEqual([
    [1, '乙', 5, 1],
    [2, '甲', 3, -1],
  ]);
  expect(await ranked('total')).toEqual([
    [1, '乙', 5, 1],
    [2, '甲', 3, -1],
  ]);
});

test('inside a genre ranks begin at one', async () => {
  await comic('甲', 4, { genres: ['奇幻'] });
  await comic('乙', 3, { genres: ['校园', '奇幻'] });
  await comic('丙', 2, { genres: ['校园'] });
  await at(inShanghai('2026-05-04T12:10'));
  expect(await ranked('day', '校园')).toEqual([
    [1, '乙', 3, null],
    [2, '丙', 2, null],
  ]);
  expect(await ranked('day', '没有')).toEqual([]);
});

test('favourites count in rankings, and comics without views and purchases are in no ranking', async () => {
  const { comicId } = await comic('收藏', 0);
  await comic('没人读', 0);
  for (const reader of readers) await site.call(addFavorite, { id: comicId }, reader);
  await at(inShanghai('2026-05-04T12:10'));
  expect(await ranked('favorite')).toEqual([[1, '收藏', 4, null]]);
  for (const type of ['day', 'week', 'month', 'total', 'sale'] as const) expect(await ranked(type)).toEqual([]);
});

test('rankings for readers of age include comics for adults, with their own ranks and changes', async () => {
  await listRestricted(site);
  const grown: ComicFixture = { ageRating: '18', genres: ['夜'] };
  const [first, second] = [await comic('甲', 3, { genres: ['奇幻'] }), await comic('成人', 2, grown)];
  await comic('乙', 1, { genres: ['奇幻', '夜'] });
  await at(inShanghai('2026-05-04T23:59'));
  await at(inShanghai('2026-05-05T00:20'));
  await readBySome(second.chapterId, 4);
  await readBySome(first.chapterId, 1);
  await at(inShanghai('2026-05-05T12:00'));
  const ofAge = async (query: object = {}) =>
    (await site.call(rank, { type: 'day', adult: true, ...query })).data?.list.map((item) => [
      item.rank,
      item.comic.title,
      item.score,
      item.change,
    ]);
  const everybodys = [
    [1, '甲', 1, 0],
    [2, '乙', 0, 0],
  ];
  const all = [
    [1, '成人', 4, 1],
    [2, '甲', 1, -1],
    [3, '乙', 0, 0],
  ];
  expect([await ranked('day'), await ofAge()]).toEqual([everybodys, all]);
  expect([await ranked('day', '奇幻'), await ofAge({ genre: '奇幻' })]).toEqual([everybodys, everybodys]);
  expect(await ranked('day', '夜')).toEqual([[1, '乙', 0, 0]]);
  expect((await ofAge({ genre: '夜' }))?.map(([, title]) => title)).toEqual(['成人', '乙']);
});

test('later pages of a ranking keep the age of the first page', async () => {
  await listRestricted(site);
  const ids = await addRanked(site, 6);
  for (const place of [2, 5]) await changeComic(site, ids[place - 1] ?? 0, { ageRating: '18' });
  await at(inShanghai('2026-05-04T12:10'));
  for (const [adult, titles] of [
    [true, ['第1名', '第2名', '第3名', '第4名', '第5名', '第6名']],
    [false, ['第1名', '第3名', '第4名', '第6名']],
  ] as const) {
    const seen = [];
    let cursor: string | undefined;
    for (let next: string | null | undefined = ''; next !== null; cursor = next ?? '') {
      const { data } = await site.call(rank, { type: 'total', size: 1, adult, cursor });
      seen.push(...(data?.list ?? []).map((item) => [item.rank, item.comic.title]));
      next = data?.next ?? null;
      if (next === null) break;
      expect(await site.call(rank, { type: 'total', size: 1, adult: !adult, cursor: next })).toMatchObject({
        code: 1001,
      });
    }
    expect(seen).toEqual(titles.map((title, index) => [index + 1, title]));
  }
});

test('comics for adults and offline comics are in no ranking, and a comic that goes offline disappears at once', async () => {
  const { comicId } = await comic('下线', 4);
  await comic('成人', 4, { ageRating: '18' });
  await comic('在', 1);
  await at(inShanghai('2026-05-04T12:10'));
  expect((await ranked('day'))?.map(([, title]) => title)).toEqual(['下线', '在']);
  await setOnline(site, comicId, false);
  await expect.poll(async () => (await ranked('day'))?.map(([, title]) => title)).toEqual(['在']);
  await at(inShanghai('2026-05-04T12:20'));
  expect(await ranked('day')).toEqual([[1, '在', 1, null]]);
});

test('a ranking is renewed within ten minutes by itself, without a ranking there is an empty one', async () => {
  await comic('甲', 1);
  expect(await ranked('day')).toEqual([]);
  await at(inShanghai('2026-05-04T12:06'));
  expect((await ranked('day'))?.length).toBe(1);
  await comic('乙', 2);
  await site.app.runFrequentJobs(); // Or the ranking due in a moment could be taken before these views are written.
  // From here on the clock runs: an answer is kept for some seconds of it.
  const startedAt = inShanghai('2026-05-04T12:16').getTime() - performance.now();
  const first = async () => {
    site.setTime(new Date(startedAt + performance.now()));
    return (await ranked('day'))?.[0]?.[1];
  };
  await expect.poll(first).toBe('乙');
});

test('later pages continue in the same ranking, although it has been renewed', async () => {
  await addRanked(site, 7);
  await at(inShanghai('2026-05-04T12:10'));
  const first = await site.call(rank, { type: 'total', size: 3 });
  expect(first.data?.list.map((item) => item.rank)).toEqual([1, 2, 3]);
  await site.pool.query(`update catalog.comic_stats set views = 5000 - views`);
  await at(inShanghai('2026-05-04T12:20'));
  expect((await ranked('total'))?.[0]?.[1]).toBe('第7名');
  const second = await site.call(rank, { type: 'total', size: 3, cursor: first.data?.next ?? '' });
  const third = await site.call(rank, { type: 'total', size: 3, cursor: second.data?.next ?? '' });
  expect([...(second.data?.list ?? []), ...(third.data?.list ?? [])].map((item) => item.comic.title)).toEqual([
    '第4名',
    '第5名',
    '第6名',
    '第7名',
  ]);
  expect(third.data?.next).toBeNull();
});

test('later pages continue in the newest ranking if the earlier one is deleted', async () => {
  await addRanked(site, 5);
  await at(inShanghai('2026-05-04T12:10'));
  const first = await site.call(rank, { type: 'total', size: 3 });
  for (const hour of ['13', '15', '17']) await at(inShanghai(`2026-05-04T${hour}:00`));
  const { rows } = await site.pool.query('select from reading.ranking_snapshot where not closing');
  expect(rows).toHaveLength(1);
  const next = await site.call(rank, { type: 'total', size: 3, cursor: first.data?.next ?? '' });
  expect(next.data?.list.map((item) => item.rank)).toEqual([4, 5]);
});

test('forged cursors and those of other lists are refused by name', async () => {
  await addRanked(site, 1);
  await site.app.runFrequentJobs();
  const mark = checksumOf('rank', 'total', undefined, 'false');
  const others = [
    checksumOf('rank', 'day', undefined, 'false'),
    checksumOf('rank', 'total', '奇幻', 'false'),
    checksumOf('new', ''),
  ];
  const forged = [
    '',
    [],
    [1],
    ['1', 'x'],
    [mark, 0, 1],
    [mark, 0, 1, 0],
    [mark, 0, 1, 501],
    [mark, 0, 0, 3],
    [mark, 0, 999_999, 3],
    [mark, 1, 1, 3],
    [mark, -1, 1, 3],
    [mark, 0, 1, '2026-05-04T00:00:00.000Z'],
    ...others.map((other) => [other, 0, 1, 1]),
  ];
  for (const values of forged) {
    const cursor = Buffer.from(JSON.stringify(values)).toString('base64url');
    const answer = await site.call(rank, { type: 'total', cursor });
    expect(answer, cursor).toMatchObject({ http: 400, code: 1001 });
    expect(answer.message).toContain('cursor');
  }
});

test('one of two nodes takes a ranking, and both show it', async () => {
  await comic('甲', 1);
  await site.app.runFrequentJobs();
  const now = inShanghai('2026-05-04T12:10');
  const other = await startTestApp({ beside: site, now });
  site.setTime(now);
  await Promise.all([site.app.runFrequentJobs(), other.app.runFrequentJobs()]);
  const { rows } = await site.pool.query('select from reading.ranking_snapshot where not closing');
  expect(rows).toHaveLength(2);
  for (const node of [site, other])
    expect((await node.call(rank, { type: 'day' })).data?.list.map((item) => item.comic.title)).toEqual(['甲']);
  await other.close();
});
