import { afterEach, beforeEach, expect, test } from 'vitest';
import { comicRecommend, finish, free, genre, newComics, weekly } from '#contract/calls/listings';
import { home } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import {
  addComic,
  type ComicFixture,
  changeChapter,
  changeComic,
  publishAt,
  setOnline,
} from '../../../../testing/factories/comics.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startTestApp();
});
afterEach(() => site.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const after = (ms: number) => new Date(Date.now() + ms);
const before = (ms: number) => after(-ms);
type Answer = { data: { list: { title: string }[] } | null };
const titles = ({ data }: Answer) => data?.list.map((comic) => comic.title);
/** A comic with one chapter, published at that time. */
const addOut = (title: string, publishedAt: Date, wish: ComicFixture = {}) =>
  addComic(site, { title, chapters: [{ publishedAt }], ...wish });

test('finished comics are those with status complete, latest first', async () => {
  await addOut('早', before(2 * DAY), { status: 'complete' });
  await addOut('晚', before(DAY), { status: 'complete' });
  await addOut('连载', before(MINUTE));
  expect(titles(await site.call(finish, {}))).toEqual(['晚', '早']);
});

test('the latest publication counts, whatever its number', async () => {
  await addOut('乙', before(2 * DAY), { status: 'complete' });
  await addComic(site, {
    title: '甲',
    status: 'complete',
    chapters: [
      { no: 1, publishedAt: before(DAY) },
      { no: 2, publishedAt: before(5 * DAY) },
    ],
  });
  expect(titles(await site.call(finish, {}))).toEqual(['甲', '乙']);
  const shownIn = { layout: 'row' as const, more: null, count: 9, start: null, end: null };
  await editPart(site, 'home', [{ key: 'updated', title: '最近更新', show: { rule: 'updated' }, ...shownIn }]);
  const [updated] = (await site.call(home, {})).data?.sections ?? [];
  expect(updated?.list.map((comic) => comic.title)).toEqual(['甲', '乙']);
});

test('a comic is free when all its published chapters are free now', async () => {
  await addOut('不要钱', before(4 * DAY));
  await addOut('已经转为免费', before(3 * DAY), {
    chapters: [{ publishedAt: before(3 * DAY), price: 30, freeAt: before(MINUTE) }],
  });
  await addComic(site, { title: '后面要钱', chapters: [{}, { price: 30 }] });
  await addComic(site, { title: '还没转为免费', chapters: [{ price: 30, freeAt: after(DAY) }] });
  await addComic(site, {
    title: '要钱的还没出',
    chapters: [{ publishedAt: before(DAY) }, { price: 30, publishedAt: after(DAY) }],
  });
  const { data } = await site.call(free, {});
  expect(data?.list.map((comic) => comic.title)).toEqual(['要钱的还没出', '已经转为免费', '不要钱']);
  expect(data?.list.every((comic) => comic.flags.free)).toBe(true);
  const all = await site.call(newComics, {});
  expect(all.data?.list.filter((comic) => comic.flags.free)).toHaveLength(3);
});

test('a comic becomes free and priced again at the exact time, without a job', async () => {
  await addComic(site, {
    title: '会变',
    status: 'complete',
    chapters: [
      { price: 30, publishedAt: before(DAY), freeAt: after(DAY) },
      { price: 30, publishedAt: after(2 * DAY) },
    ],
  });
  // Each with a size of its own, so that no answer is a cached one.
  const freeAt = async (time: Date, size: number) => {
    site.setTime(time);
    return titles(await site.call(free, { size }));
  };
  expect(await freeAt(after(DAY - MINUTE), 10)).toEqual([]);
  expect(await freeAt(after(DAY + MINUTE), 11)).toEqual(['会变']);
  expect(await freeAt(after(2 * DAY + MINUTE), 12)).toEqual([]);
  expect(await freeAt(before(2 * DAY), 13)).toEqual([]);
});

test('a scheduled chapter moves its comic up at its time, before and after the job has run', async () => {
  await addComic(site, {
    title: '有新话',
    status: 'complete',
    genres: ['奇幻'],
    chapters: [{ publishedAt: before(3 * DAY) }, { publishedAt: after(DAY) }],
  });
  await addComic(site, {
    title: '还没出',
    status: 'complete',
    genres: ['奇幻'],
    chapters: [{ publishedAt: after(2 * DAY) }],
  });
  await addOut('别的', before(2 * DAY), { status: 'complete', genres: ['奇幻'] });
  const token = await site.visitor();
  let size = 20;
  const seen = async () => {
    size++;
    const lists = [
      titles(await site.call(finish, { size })),
      titles(await site.call(finish, { size, genre: '奇幻' })),
      titles(await site.call(free, { size })),
      titles(await site.call(comicRecommend, {}, { token })),
    ];
    for (const list of lists) expect(list).toEqual(lists[0]);
    expect(titles(await site.call(newComics, { size }))?.toSorted()).toEqual(lists[0]?.toSorted());
    return lists[0];
  };
  const turned = async (time: Date) => {
    const { rows } = await site.pool.query<{ count: number }>(
      'select count(*) from catalog.comic where facts_until <= $1',
      [time],
    );
    return rows[0]?.count;
  };
  const steps: [Date, string[]][] = [
    [after(0), ['别的', '有新话']],
    [after(DAY + MINUTE), ['有新话', '别的']],
    [after(2 * DAY + MINUTE), ['还没出', '有新话', '别的']],
  ];
  for (const [time, expected] of steps) {
    site.setTime(time);
    expect(await seen()).toEqual(expected);
  }
  // The app stores new publications by itself; the past is then counted again.
  await expect.poll(() => turned(after(2 * DAY + MINUTE))).toBe(0);
  for (const [time, expected] of steps.toReversed()) {
    site.setTime(time);
    expect(await seen()).toEqual(expected);
  }
});

test('taking a chapter back, or giving it another time or price, changes the lists', async () => {
  const { comicId, chapters } = await addComic(site, {
    title: '甲',
    status: 'complete',
    chapters: [{ publishedAt: before(3 * DAY) }, { publishedAt: before(DAY) }],
  });
  await addOut('乙', before(2 * DAY), { status: 'complete' });
  const listed = async () => titles(await site.call(finish, {}));
  await expect.poll(listed).toEqual(['甲', '乙']);
  await site.pool.query('delete from catalog.chapter where id = $1', [chapters[1]?.id]);
  await expect.poll(listed).toEqual(['乙', '甲']);
  await publishAt(site, comicId, [1], before(MINUTE));
  await expect.poll(listed).toEqual(['甲', '乙']);
  await changeChapter(site, comicId, 1, { priceCoins: 5 });
  await expect.poll(async () => titles(await site.call(free, {}))).toEqual(['乙']);
  await site.pool.query('delete from catalog.chapter where comic_id = $1', [comicId]);
  await expect.poll(listed).toEqual(['乙']);
});

test('two chapters of a comic that are written concurrently are both visible', async () => {
  const { comicId } = await addOut('甲', before(3 * DAY), { status: 'complete' });
  await addOut('乙', before(2 * DAY), { status: 'complete' });
  const copy = `insert into catalog.chapter (comic_id, no, published_at, page_count, preview, guarded, store_key, pages,
       source_sha256, source_name, recipe, created_at, updated_at)
     select comic_id, $2::float8, $3, page_count, preview, guarded, md5(($2::float8)::text), pages, source_sha256, source_name, recipe,
       created_at, updated_at from catalog.chapter where comic_id = $1 and no = 1`;
  const [one, other] = [await site.pool.connect(), await site.pool.connect()];
  try {
    await one.query('begin');
    await one.query(copy, [comicId, 2, before(DAY)]);
    const waiting = other.query(copy, [comicId, 3, before(4 * DAY)]);
    await one.query('select pg_sleep(0.2)');
    await one.query('commit');
    await waiting;
  } finally {
    one.release(true);
    other.release(true);
  }
  await expect.poll(async () => titles(await site.call(finish, {}))).toEqual(['甲', '乙']);
});

test.each([
  ['weekly', weekly, { day: 0 }],
  ['finish', finish, {}],
  ['free', free, {}],
] as const)('%s comes page by page, and none is missed or doubled while others are added', async (_, call, rest) => {
  const status = call === finish ? 'complete' : 'serial';
  // Some at the very same moment: there the id decides.
  for (let i = 0; i < 7; i++) await addOut(`第${i}部`, before(DAY - Math.floor(i / 3) * MINUTE), { status });
  const first = await site.call(call, { size: 3, ...rest });
  await addOut('刚来', before(0), { status });
  const second = await site.call(call, { size: 3, ...rest, cursor: first.data?.next ?? '' });
  const third = await site.call(call, { size: 3, ...rest, cursor: second.data?.next ?? '' });
  expect([first, second, third].map(titles)).toEqual([
    ['第6部', '第5部', '第4部'],
    ['第3部', '第2部', '第1部'],
    ['第0部'],
  ]);
  expect(third.data?.next).toBeNull();
});

const sealedCursor = (...position: unknown[]) => Buffer.from(JSON.stringify(position)).toString('base64url');

test('a forged cursor is refused by name everywhere', async () => {
  const forged = ['', 'x', 'bnVsbA', sealedCursor(1), sealedCursor('never', 5), sealedCursor('2024-01-01', '1; drop')];
  for (const cursor of forged) {
    for (const call of [weekly, finish, free]) {
      const answer = await site.call(call, { cursor });
      expect(answer, cursor).toMatchObject({ http: 400, code: 1001 });
      expect(answer.message).toContain('cursor');
    }
  }
});

test.each([
  ['finish', finish],
  ['free', free],
] as const)('a genre narrows %s, page by page; one that nobody knows shows nothing', async (_, call) => {
  await addOut('甲', before(3 * MINUTE), { status: 'complete', genres: ['奇幻', '校园'] });
  await addOut('乙', before(2 * MINUTE), { status: 'complete', genres: ['奇幻'] });
  await addOut('丙', before(MINUTE), { status: 'complete', genres: ['校园'] });
  const first = await site.call(call, { genre: '校园', size: 1 });
  expect(titles(first)).toEqual(['丙']);
  expect(titles(await site.call(call, { genre: '校园', size: 1, cursor: first.data?.next ?? '' }))).toEqual(['甲']);
  expect(titles(await site.call(call, { genre: `'; drop` }))).toEqual([]);
});

test('comics for adults, offline comics and comics without chapters are on no screen', async () => {
  const chapters = [{ publishedAt: before(MINUTE) }];
  for (const status of ['serial', 'complete'] as const) {
    await addComic(site, { status, chapters, genres: ['奇幻'], ageRating: '18' });
    await addComic(site, { status, chapters, genres: ['奇幻'], online: false });
    await addComic(site, { status, genres: ['奇幻'], chapters: [{ publishedAt: after(DAY) }] });
  }
  const token = await site.visitor();
  expect(titles(await site.call(weekly, { day: 0 }))).toEqual([]);
  expect(titles(await site.call(finish, {}))).toEqual([]);
  expect(titles(await site.call(free, {}))).toEqual([]);
  expect(titles(await site.call(newComics, { genre: '奇幻' }))).toEqual([]);
  expect((await site.call(genre, {})).data?.genres).toEqual([]);
  expect(titles(await site.call(comicRecommend, {}, { token }))).toEqual([]);
});

test('genres have the number of their comics, most first, and follow changes of the comics', async () => {
  await addOut('甲', before(DAY), { genres: ['校园', '奇幻'] });
  const { comicId } = await addOut('乙', before(DAY), { genres: ['奇幻', '奇幻', '长'.repeat(41)] });
  await addOut('丙', after(DAY), { genres: ['校园', '将来'] });
  const counted = async () =>
    (await site.call(genre, {})).data?.genres.map(({ id, name, count }) => (id === name ? `${name}${count}` : id));
  expect(await counted()).toEqual(['奇幻2', '校园1']);
  site.setTime(after(2 * DAY));
  await changeComic(site, comicId, { genres: ['古风'] });
  await expect.poll(async () => (await counted())?.toSorted()).toEqual(['古风1', '奇幻1', '将来1', '校园2'].toSorted());
  await setOnline(site, comicId, false);
  await expect.poll(async () => (await counted())?.toSorted()).toEqual(['奇幻1', '将来1', '校园2'].toSorted());
});

test('related comics are ordered by shared genres, then by date, without the comic itself', async () => {
  const token = await site.visitor();
  const { comicId } = await addOut('本作', before(MINUTE), { genres: ['奇幻', '校园', '恋爱'] });
  await addOut('一样多但旧', before(5 * DAY), { genres: ['校园', '奇幻'] });
  await addOut('一样多且新', before(4 * DAY), { genres: ['恋爱', '校园', '科幻'] });
  await addOut('一个', before(DAY), { genres: ['奇幻'] });
  await addOut('没有', before(2 * MINUTE), { genres: ['武侠'] });
  await addOut('成人', before(DAY), { genres: ['奇幻', '校园', '恋爱'], ageRating: '18' });
  expect(titles(await site.call(comicRecommend, { id: comicId }, { token }))).toEqual([
    '一样多且新',
    '一样多但旧',
    '一个',
    '没有',
  ]);
  const latest = ['本作', '没有', '一个', '一样多且新', '一样多但旧'];
  expect(titles(await site.call(comicRecommend, {}, { token }))).toEqual(latest);
  expect(titles(await site.call(comicRecommend, { id: 999_999 }, { token }))).toEqual(latest);
});

test('no more than twelve go with a comic', async () => {
  const token = await site.visitor();
  const { comicId } = await addOut('本作', before(MINUTE), { genres: ['奇幻'] });
  for (let i = 0; i < 14; i++) await addOut(`第${i}部`, before(DAY - i * MINUTE), { genres: i < 5 ? ['奇幻'] : [] });
  const { data } = await site.call(comicRecommend, { id: comicId }, { token });
  expect(data?.list.map((comic) => comic.title)).toEqual(
    [4, 3, 2, 1, 0, 13, 12, 11, 10, 9, 8, 7].map((i) => `第${i}部`),
  );
});

test('related comics need a session', async () => {
  expect(await site.call(comicRecommend, {})).toMatchObject({ status: 403, code: -1 });
});
