import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyword, search } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import {
  addComic,
  addNumbered,
  addViews,
  changeComic,
  deleteComics,
  setOnline,
} from '../../../../testing/factories/comics.ts';
import { editPart } from '../../../../testing/factories/editorial.ts';
import { findByWords } from '../finding/finding.ts';
import { findCandidates } from '../finding/match-store.ts';
import { findNames } from '../finding/result-store.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  site.setTime(null);
  await deleteComics(site);
});

async function titles(keyword: string, of: TestApp = site) {
  const { data } = await of.call(search, { keyword });
  const list = data?.list.map(({ title }) => title) ?? [];
  // The cards leave out hidden comics, the count does not.
  return data?.total === list.length ? list : ['hidden ones too'];
}

test('the index follows added, changed, offline and deleted comics on every node', async () => {
  const other = await startTestApp({ beside: site });
  try {
    const { comicId } = await addComic(site, { title: '小辣椒' });
    for (const node of [site, other]) await expect.poll(() => titles('xlj', node)).toEqual(['小辣椒']);
    await changeComic(site, comicId, { alias: ['胡椒'], genres: ['美食'] });
    await expect.poll(() => titles('hujiao 美食', other)).toEqual(['小辣椒']);
    await setOnline(site, comicId, false);
    await expect.poll(() => titles('小辣椒', other)).toEqual([]);
    await setOnline(site, comicId, true);
    await expect.poll(() => titles('小辣椒', other)).toEqual(['小辣椒']);
    await site.pool.query('delete from catalog.comic where id = $1', [comicId]);
    expect(await titles('小辣椒')).toEqual([]);
  } finally {
    await other.close();
  }
});

test('how many there are without a word follows the index, though it is kept for a moment', async () => {
  const total = async () => (await site.call(search, {})).data?.total ?? 0;
  const before = await total();
  const { comicId } = await addComic(site, { title: '又一部' });
  await site.caughtUp();
  await total();
  await site.app.runFrequentJobs();
  await site.caughtUp();
  expect(await total()).toBe(before + 1);
  await site.pool.query('delete from catalog.comic where id = $1', [comicId]);
});

test('a comic is found from the publication of its first chapter on', async () => {
  const at = new Date(Date.now() + 3_600_000);
  await addComic(site, { title: '明天', chapters: [{ publishedAt: at }] });
  expect(await titles('明天')).toEqual([]);
  site.setTime(at);
  await site.app.runFrequentJobs();
  await expect.poll(() => titles('明天')).toEqual(['明天']);
});

test('documents of an older version and missing ones are made again at the next start', async () => {
  const { comicId } = await addComic(site, { title: '小辣椒' });
  await addComic(site, { title: '萝卜头' });
  await expect.poll(() => titles('头')).toEqual(['萝卜头']);
  await site.pool.query(`update search.document set fingerprint = 'old', terms = '{}' where comic_id = $1`, [comicId]);
  await site.pool.query('delete from search.document where comic_id <> $1', [comicId]);
  expect(await titles('小辣椒')).toEqual([]);
  const next = await startTestApp({ beside: site });
  try {
    await expect.poll(() => titles('xlj', next)).toEqual(['小辣椒']);
    await expect.poll(() => titles('萝卜头', next)).toEqual(['萝卜头']);
  } finally {
    await next.close();
  }
});

/** 250 comics, all of them in the index. */
async function addHundreds() {
  await addNumbered(site, '第#部', 250);
  await expect
    .poll(async () => (await site.pool.query('select count(*) as count from search.document')).rows[0]?.count)
    .toBe(250);
}

test('the most read of hundreds of matches are found, in any tier, and the total is marked as capped', async () => {
  await addHundreds();
  const placed = `with placed as (select comic_id, row_number() over (order by views desc, comic_id desc) as place from search.document)
    update search.document d set tier = case when place <= $1 then 0 when place <= $2 then 1 else 2 end
    from placed where placed.comic_id = d.comic_id`;
  await site.pool.query('update search.document set views = comic_id * 7 % 250');
  const read = 'select comic_id as id from search.document order by views desc, comic_id desc limit 200';
  const readMost = (await site.pool.query<{ id: number }>(read)).rows.map(({ id }) => id);
  const given = { lookups: [['Fd'], ['Fd'], ['Fd']], query: { ageLimit: 16, most: 200, isCommon: true } } as const;
  for (const tiers of [
    [0, 0],
    [100, 160],
    [220, 220],
    [250, 250],
  ]) {
    await site.pool.query(placed, tiers);
    const found = await findCandidates(site.pool, 'd', given.lookups, given.query);
    expect(found.map(({ id }) => id)).toEqual(readMost);
    expect((await site.call(search, { keyword: 'd' })).data).toMatchObject({ total: 200, totalCapped: true });
  }
  for (const sort of [undefined, 'hot'] as const)
    expect((await site.call(search, { keyword: '第', sort })).data).toMatchObject({ total: 200, totalCapped: true });
  // Results without an order by views are all examined.
  const { data } = await site.call(search, { keyword: '第', sort: 'new' });
  expect([data?.total, data?.totalCapped]).toEqual([250, undefined]);
  await site.pool.query('update search.document set tier = 2');
  await site.sweep(new Date());
  expect((await site.pool.query('select distinct tier from search.document')).rows).toEqual([{ tier: 0 }]);
});

test('among hundreds of matches, comics with the word in their name come first, even if few people read them', async () => {
  await addHundreds();
  const { comicId } = await addComic(site, { title: '无名' });
  await changeComic(site, comicId, { alias: ['冷热血'] });
  await addComic(site, { title: '热血篮球' });
  const { comicId: byAuthor } = await addComic(site, { title: '有名' });
  await changeComic(site, byAuthor, { authors: ['热血'] });
  await addComic(site, { title: '热血' });
  await addComic(site, { title: '第' });
  await site.caughtUp();
  await site.app.runFrequentJobs();
  await site.pool.query(`update search.document set views = comic_id, tier = 0 where title like '第_%'`);
  const first = async (keyword: string) => {
    const { page, total } = await findByWords(site.pool, keyword, { ...WITHOUT_FILTERS, order: 'match', size: 5 });
    return [total, ...(await namesOf(page))];
  };
  const named = ['热血', '热血篮球', '无名', '有名'];
  expect(await first('热血')).toEqual([200, ...named, '第250部']);
  expect((await first('第')).slice(0, 3)).toEqual([200, '第', '第250部']);
  expect((await first('第 热血')).slice(0, 2)).toEqual([200, '第250部']);
  const { page } = await findByWords(site.pool, '热血', { ...WITHOUT_FILTERS, order: 'hot', size: 200 });
  const byViews = await namesOf(page);
  expect([byViews.length, byViews[0], byViews.filter((title) => named.includes(title))]).toEqual([200, '第250部', []]);
});

const WITHOUT_FILTERS = { genre: null, status: null, after: null, ageLimit: 16 };

/** The hundreds of other comics have no chapters, so they have no cards. */
async function namesOf(page: readonly { id: number }[]): Promise<string[]> {
  const ids = page.map(({ id }) => id);
  return (await findNames(site.pool, ids, 16)).map(({ title }) => title);
}

test('a catalogue of several rounds is followed to its end', async () => {
  await addHundreds();
  await site.pool.query(`update search.document set fingerprint = 'old'`);
  const next = await startTestApp({ beside: site });
  try {
    await expect
      .poll(async () => (await site.pool.query(`select from search.document where fingerprint = 'old'`)).rowCount)
      .toBe(0);
  } finally {
    await next.close();
  }
});

test('cached suggestions have a new comic as soon as it is in the index, before they would expire', async () => {
  site.setTime(new Date());
  const suggested = async () =>
    (await site.call(keyword, { prefix: '新芽' })).data?.suggestions.map(({ text }) => text);
  expect(await suggested()).toEqual([]);
  await addComic(site, { title: '新芽' });
  await expect.poll(suggested, { interval: 10 }).toEqual(['新芽']);
});

test('genres are found by the title that readers see', async () => {
  await addComic(site, { title: '甲', genres: ['Fantasy'] });
  await expect.poll(() => titles('甲')).toEqual(['甲']);
  expect(await titles('奇幻')).toEqual([]);
  await editPart(site, 'genres', [{ name: 'Fantasy', title: '奇幻', hidden: false }]);
  await expect.poll(() => titles('奇幻')).toEqual(['甲']);
  expect(await titles('qihuan')).toEqual(['甲']);
  expect(await titles('fanta')).toEqual(['甲']);
});

test('a genre that was translated is found by its English name too', async () => {
  await addComic(site, { title: '乙', genres: ['科幻'] });
  await expect.poll(() => titles('Science Fiction')).toEqual(['乙']);
  expect(await titles('科幻')).toEqual(['乙']);
});

test('the order of results follows the number of views within an hour', async () => {
  const { comicId } = await addComic(site, { title: '小甲' });
  await addComic(site, { title: '小乙' });
  await expect.poll(() => titles('小')).toEqual(['小乙', '小甲']);
  await addViews(site, comicId, 7);
  await site.sweep(new Date());
  expect(await titles('小')).toEqual(['小甲', '小乙']);
});
