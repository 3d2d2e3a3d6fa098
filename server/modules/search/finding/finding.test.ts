import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { comicByCode, keyword, search } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic, addViews, type ComicFixture, changeComic } from '../../../../testing/factories/comics.ts';
import { newAddress } from '../../../../testing/factories/readers.ts';

let site: TestApp;
const ids = new Map<string, number>();

type ComicOptions = ComicFixture & { alias?: string[]; authors?: string[]; views?: number };

async function add(title: string, { alias = [], authors = ['佚名'], views = 0, ...wish }: ComicOptions = {}) {
  const { comicId } = await addComic(site, { title, ...wish });
  await changeComic(site, comicId, { alias, authors });
  if (views > 0) await addViews(site, comicId, views);
  ids.set(title, comicId);
}

beforeAll(async () => {
  site = await startTestApp();
  await add('小辣椒与萝卜头', {
    alias: ['Pepper&Carrot', '胡椒與胡蘿蔔'],
    authors: ['大卫·雷沃'],
    genres: ['奇幻'],
    views: 5,
  });
  await add('小辣椒', { genres: ['日常'], views: 1 });
  await add('鳥の眼', { alias: ['奇幻集'], authors: ['Café Noir'], status: 'complete', views: 3 });
  await add('银行长官', { genres: ['奇幻', '职场'], status: 'complete', views: 2 });
  await add('绿野仙踪 2', { alias: ['旅人'], ageRating: '16', views: 9 });
  await add('绿夜', { ageRating: '18', views: 50 });
  await add('下架的小辣椒', { online: false });
  await add('没有出的小辣椒', { chapters: [{ publishedAt: new Date(Date.now() + 3_600_000) }] });
  await site.caughtUp();
  await site.app.runFrequentJobs();
  // Views are taken over now and then.
  await site.sweep(new Date());
});
afterAll(() => site.close());

/** From another address each time: one address may search sixty times a minute. */
const ask = (input: InputOf<typeof search>) => site.call(search, input, { remoteAddress: newAddress() });
const found = async (words: string, more: InputOf<typeof search> = {}) => {
  const { data } = await ask({ keyword: words, ...more });
  return data?.list.map(({ title }) => title);
};
const idOf = (title: string) => ids.get(title) ?? 0;

test.each([
  ['a part of the title', '萝卜'],
  ['traditional characters', '蘿蔔頭'],
  ['an alias', 'pepper'],
  ['a part of a Latin word', 'ARRO'],
  ['an alias, in simplified characters', '胡萝卜'],
  ['full-width letters', 'Ｐｅｐｐｅｒ'],
  ['an author', '雷沃'],
  ['an author without the dot', '大卫雷沃'],
  ['two words in any order', '萝卜 小辣'],
  ['words of different fields', '雷沃 奇幻 pepper'],
  ['pinyin', 'luobotou'],
  ['another reading of a character', 'luobutou'],
  ['pinyin whose last syllable is begun', 'yuluob'],
  ['initials', 'ljylb'],
  ['pinyin and characters', 'luobo 辣椒'],
  ['one wrong letter', 'luobotuu'],
  ['a missing letter', 'lobotou'],
  ['a letter too many', 'luobottou'],
  ['two letters swapped', 'lubootou'],
])('a comic is found by %s: %s', async (_, words) => {
  expect(await found(words)).toEqual(['小辣椒与萝卜头']);
});

test.each([
  ['hang', ['银行长官']],
  ['yinxingzhangguan', ['银行长官']],
  ['yhcg', ['银行长官']],
  ['lvyexianzong', ['绿野仙踪 2']],
  ['luye', ['绿野仙踪 2']],
  ['lur', ['绿野仙踪 2']],
  ['l', ['绿野仙踪 2']],
  ['yhzg', ['银行长官']],
  ['lvren', ['绿野仙踪 2']],
  ['鸟', ['鳥の眼']],
  ['の', ['鳥の眼']],
  ['cafe', ['鳥の眼']],
  ['2', ['绿野仙踪 2']],
  ['奇幻', ['鳥の眼', '小辣椒与萝卜头', '银行长官']],
  ['qihuan', ['鳥の眼', '小辣椒与萝卜头', '银行长官']],
  ['qih', ['鳥の眼', '小辣椒与萝卜头', '银行长官']],
  ['qh', ['鳥の眼', '小辣椒与萝卜头', '银行长官']],
  ['zc', ['银行长官']],
  ['qihuan zhichang', ['银行长官']],
  ['richang', ['小辣椒']],
])('%s finds %j', async (words, titles) => {
  expect(await found(words)).toEqual(titles);
});

test('the exact name comes first, then names that begin with it, regardless of views', async () => {
  expect(await found('小辣椒')).toEqual(['小辣椒', '小辣椒与萝卜头']);
  expect(await found('小辣')).toEqual(['小辣椒与萝卜头', '小辣椒']);
  expect(await found('xiaolajiao')).toEqual(['小辣椒', '小辣椒与萝卜头']);
  expect(await found('xlj')).toEqual(['小辣椒', '小辣椒与萝卜头']);
  expect(await found('xi')).toEqual(['小辣椒与萝卜头', '小辣椒', '绿野仙踪 2', '银行长官']);
});

test('a search must match a continuous part of one name, not parts of several', async () => {
  for (const words of ['卜头胡萝卜', '胡椒与萝卜头', '银行长银行', 'carrotpep', 'jiaoluo', 'xly'])
    expect(await found(words)).toEqual([]);
});

test('readers of each age see the comics for their age, and pages stay full', async () => {
  const titles = async (audience: InputOf<typeof search>) => [await found('绿', audience), await found('lv', audience)];
  expect(await titles({})).toEqual([['绿野仙踪 2'], ['绿野仙踪 2']]);
  expect(await titles({ adult: true })).toEqual([
    ['绿夜', '绿野仙踪 2'],
    ['绿夜', '绿野仙踪 2'],
  ]);
  expect(await titles({ adult: true, teen: true })).toEqual([[], []]);
  const { data } = await ask({ teen: true, size: 2, sort: 'hot' });
  expect(data?.list.map(({ title }) => title)).toEqual(['小辣椒与萝卜头', '鳥の眼']);
  expect(data?.total).toBe(4);
});

test('genre, status and order narrow and sort, with a word and without', async () => {
  expect(await found('奇幻', { genre: '职场' })).toEqual(['银行长官']);
  expect(await found('小', { genre: '职场' })).toEqual([]);
  const all = async (filter: InputOf<typeof search>) => (await ask(filter)).data?.list.map(({ title }) => title);
  expect(await all({ status: 'complete' })).toEqual(['鳥の眼', '银行长官']);
  expect(await all({ keyword: ' ', status: 'complete', sort: 'new' })).toEqual(['银行长官', '鳥の眼']);
  expect(await all({ status: 'serial', sort: 'update' })).toEqual(['绿野仙踪 2', '小辣椒', '小辣椒与萝卜头']);
  expect(await found('小辣椒', { sort: 'hot' })).toEqual(['小辣椒与萝卜头', '小辣椒']);
});

test.each([
  {},
  { sort: 'update' as const },
  { keyword: '小辣椒' },
  { keyword: '小辣' },
  { keyword: 'i', sort: 'new' as const },
])('the pages of %j have no repeats and no gaps', async (query) => {
  const whole = (await ask(query)).data;
  expect(whole).toMatchObject({ next: null, total: whole?.list.length });
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await ask({ ...query, size: 1, cursor });
    expect(data?.total).toBe(whole?.total);
    titles.push(...(data?.list.map(({ title }) => title) ?? []));
    cursor = data?.next ?? undefined;
  } while (cursor !== undefined);
  expect(titles).toEqual(whole?.list.map(({ title }) => title));
});

test.each(['%_\\\'"', '😀', '…', '\u0007', '的'.repeat(100), 'a'.repeat(100), 'x y z q w e r t', '\ud800'])(
  'a search for %j finds nothing, without an error',
  async (words) => {
    expect(await ask({ keyword: words })).toMatchObject({
      http: 200,
      code: 0,
      data: { list: [], total: 0 },
    });
    expect(await site.call(keyword, { prefix: words })).toMatchObject({
      http: 200,
      code: 0,
      data: { suggestions: [] },
    });
  },
);

test('a search longer than any name, or with a NUL, is refused', async () => {
  for (const call of [search, keyword])
    expect(await site.call(call, { keyword: 'a'.repeat(10_000), prefix: 'a'.repeat(10_000) })).toMatchObject({
      code: 1001,
    });
  expect(await ask({ keyword: '小\0' })).toMatchObject({ http: 400, code: 1000 });
});

test('a cursor of another search, or a forged one, is refused by name', async () => {
  const { data } = await ask({ keyword: '小辣椒', size: 1 });
  const others = [{ keyword: '小辣' }, { keyword: '小辣椒', teen: true }, { keyword: '小辣椒', sort: 'new' as const }];
  for (const other of others)
    expect(await ask({ ...other, cursor: data?.next ?? '' })).toMatchObject({ http: 400, code: 1001 });
  for (const cursor of ['x', 'W10', Buffer.from('[1,1e9,1,1]').toString('base64url')])
    expect(await ask({ cursor })).toMatchObject({ http: 400, code: 1001 });
});

test('a search without results shows comics that sound similar or share characters', async () => {
  const near = async (words: string) => (await ask({ keyword: words })).data?.near.map(({ text }) => text);
  expect(await near('小辣淑')).toEqual(['小辣椒与萝卜头', '小辣椒']);
  expect(await near('晓拉交')).toEqual(expect.arrayContaining(['小辣椒与萝卜头', '小辣椒']));
  expect(await near('银杏长冠')).toEqual(['银行长官']);
  expect(await near('绿叶')).toEqual(['绿野仙踪 2']);
  expect(await near('pepper 不存在')).toEqual(['小辣椒与萝卜头']);
  expect((await ask({ keyword: '小辣椒' })).data?.near).toEqual([]);
});

test('suggestions appear while typing, with the matched part', async () => {
  const suggested = async (prefix: string, teen = false) => {
    const { data } = await site.call(keyword, { prefix, teen });
    expect(data?.hot).toEqual([]);
    return data?.suggestions.map(({ text, comicId, mark }) => [
      text,
      comicId,
      mark && text.slice(mark.start, mark.end),
    ]);
  };
  const pepper = idOf('小辣椒与萝卜头');
  expect(await suggested('蘿')).toEqual([['小辣椒与萝卜头', pepper, '萝']]);
  expect(await suggested('luob')).toEqual([['小辣椒与萝卜头', pepper, '萝卜']]);
  expect(await suggested('pc')).toEqual([['Pepper&Carrot', pepper, 'Pepper&Carrot']]);
  expect(await suggested('CARR')).toEqual([['Pepper&Carrot', pepper, 'Carr']]);
  expect(await suggested('卫雷')).toEqual([['大卫·雷沃', undefined, '卫·雷']]);
  expect(await suggested('xlj')).toEqual([
    ['小辣椒', idOf('小辣椒'), '小辣椒'],
    ['小辣椒与萝卜头', pepper, '小辣椒'],
  ]);
  expect(await suggested('绿')).toEqual([['绿野仙踪 2', idOf('绿野仙踪 2'), '绿']]);
  expect(await suggested('绿', true)).toEqual([]);
  // With a wrong character, names that sound alike or share a pair of characters.
  expect(await suggested('萝卜投')).toEqual([['小辣椒与萝卜头', pepper, undefined]]);
  expect(await suggested('绿叶仙踪', true)).toEqual([]);
});

test('a comic is found by its code, in any case', async () => {
  const { rows } = await site.pool.query<{ code: string; title: string }>('select code, title from catalog.comic');
  const codeOf = (title: string) => rows.find((comic) => comic.title === title)?.code ?? '';
  const code = codeOf('小辣椒');
  expect(await found(code.toUpperCase())).toEqual(['小辣椒']);
  expect((await site.call(comicByCode, { code: ` ${code.toUpperCase()}` })).data).toEqual({ id: idOf('小辣椒') });
  for (const unknown of ['nope', codeOf('下架的小辣椒')])
    expect(await site.call(comicByCode, { code: unknown })).toMatchObject({ status: 0, code: 3001 });
});

test('a search counts as many searches as it has words', async () => {
  const remoteAddress = newAddress();
  const codes: number[] = [];
  for (let asked = 0; asked < 13; asked++)
    codes.push((await site.call(search, { keyword: 'a bo ci du e fa ge hu ji ka' }, { remoteAddress })).code);
  expect(codes).toEqual([...Array(12).fill(0), 1003]);
});

test('searches that the database does not answer leave connections for all other calls', async () => {
  const holder = await site.pool.connect();
  await holder.query('begin; lock search.document');
  const searches = Array.from({ length: 20 }, () => ask({ keyword: 'xiao la jiao' }));
  const waiting = `select count(*)::int from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%search.document%'`;
  const countWaiting = async () => (await site.pool.query<{ count: number }>(waiting)).rows[0]?.count;
  await expect.poll(countWaiting, { timeout: 20_000 }).toBe(3);
  expect(await site.call(comicByCode, { code: 'nope' }, { remoteAddress: newAddress() })).toMatchObject({ code: 3001 });
  await holder.query('rollback');
  holder.release();
  for (const { code } of await Promise.all(searches)) expect([0, 1003]).toContain(code);
});

test('only some of hundreds of concurrent suggestions for one address are made, and other addresses do not wait', async () => {
  const typed = Array.from({ length: 250 }, (_, index) => `小${index}`);
  const remoteAddress = '10.9.9.9';
  const codes = await Promise.all(
    typed.map(async (prefix) => (await site.call(keyword, { prefix }, { remoteAddress })).code),
  );
  expect([codes.filter((code) => code === 0).length, codes.filter((code) => code === 1003).length]).toEqual([200, 50]);
  expect(await site.call(keyword, { prefix: '萝' }, { remoteAddress: '10.9.9.10' })).toMatchObject({ code: 0 });
});
