import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { keyword, search } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { editPart, listRestricted } from '../../../../testing/factories/editorial.ts';
import { command } from '../../../operator/commands/search.ts';
import { hideWord, listHidden, listMissed, showWord } from '../search.ts';

const NOON = new Date('2026-11-22T04:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const day = (days: number) => new Date(NOON.getTime() + days * DAY_MS);
let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ now: NOON });
  await listRestricted(site);
  const chapters = [{ publishedAt: day(-1) }];
  await addComic(site, { title: '小辣椒', chapters });
  await addComic(site, { title: '萝卜头', chapters, ageRating: '16' });
  await addComic(site, { title: '深夜', chapters, ageRating: '18' });
  await site.caughtUp();
  await site.app.runFrequentJobs();
});
afterAll(() => site.close());
beforeEach(async () => {
  site.setTime(NOON);
  await site.pool.query('truncate search.asked, search.asked_word, search.hidden_word');
});

/** Searches from this number of addresses, and runs the job that counts them. */
async function searchFrom(addresses: number, words: string, more: InputOf<typeof search> = {}, net = '10.0.0') {
  for (let i = 1; i <= addresses; i++)
    await site.call(search, { keyword: words, ...more }, { remoteAddress: `${net}.${i}` });
  await site.app.runFrequentJobs();
}
/** Each call has a new time, so that no answer is cached. */
let moment = 0;
async function hot(audience: InputOf<typeof keyword> = {}, at = NOON) {
  site.setTime(new Date(at.getTime() + ++moment * 10_000));
  return (await site.call(keyword, audience)).data?.hot;
}
const missed = async (at = NOON) => {
  const words = await listMissed(site.pool, at.toISOString().slice(0, 10), 30, 10);
  return words.map(({ shown, askers }) => [shown, askers]);
};

test('a word that three addresses search for on one day is popular, ordered by number, and its weight decreases', async () => {
  await searchFrom(2, '深夜', { adult: true });
  expect(await hot()).toEqual([]);
  site.setTime(day(-1));
  await searchFrom(2, '小辣');
  site.setTime(NOON);
  await searchFrom(2, '小辣');
  expect(await hot()).toEqual([]);
  await searchFrom(4, '小辣椒');
  await searchFrom(3, '蘿蔔頭');
  expect(await hot()).toEqual(['小辣椒', '蘿蔔頭']);
  site.setTime(day(2));
  await searchFrom(3, '萝卜头');
  expect(await hot({}, day(2))).toEqual(['萝卜头', '小辣椒']);
  expect(await hot({}, day(15))).toEqual(['萝卜头']);
  expect(await hot({}, day(17))).toEqual([]);
});

test('an address counts once a day for a word, in any spelling', async () => {
  for (let i = 0; i < 5; i++) await searchFrom(1, i % 2 ? '小辣椒' : ' 小辣　椒 ');
  await searchFrom(1, '小辣椒', {}, '10.9.9');
  const { rows } = await site.pool.query('select word, askers from search.asked_word');
  expect(rows).toEqual([{ word: '小辣椒', askers: 2 }]);
  expect(await hot()).toEqual([]);
  for (let i = 1; i <= 3; i++) {
    await site.call(search, { keyword: '小辣椒' }, { remoteAddress: `2001:db8:1:2::${i}` });
    await site.app.runFrequentJobs();
  }
  const { rows: now } = await site.pool.query(`select askers from search.asked_word where word = '小辣椒'`);
  expect(now).toEqual([{ askers: 3 }]);
});

test('at most 20 words of an address count a day', async () => {
  for (let i = 0; i < 30; i++) await site.call(search, { keyword: `没有 ${i}` });
  await site.app.runFrequentJobs();
  await site.call(search, { keyword: '没有 99' });
  await site.app.runFrequentJobs();
  expect((await site.pool.query('select from search.asked')).rowCount).toBe(20);
});

test('further pages and filtered searches do not count', async () => {
  await searchFrom(3, '小辣椒', { genre: '奇幻' });
  await searchFrom(3, '小辣椒', { status: 'serial' });
  const { data } = await site.call(search, { keyword: '小', size: 1 });
  expect(data?.next).toBeNull();
  await site.app.runFrequentJobs();
  const { rows } = await site.pool.query<{ word: string }>('select word from search.asked_word');
  expect(rows.map(({ word }) => word)).toEqual(['小']);
});

test('a popular word is shown only to readers who may see one of its comics', async () => {
  await searchFrom(3, '深夜', { adult: true });
  await searchFrom(3, '萝卜头');
  await searchFrom(3, '小辣椒');
  expect(await hot({ adult: true })).toEqual(['小辣椒', '深夜', '萝卜头']);
  expect(await hot()).toEqual(['小辣椒', '萝卜头']);
  expect(await hot({ teen: true })).toEqual(['小辣椒']);
});

test('the editor’s words follow the popular ones, and hidden words are left out', async () => {
  await editPart(site, 'hot', ['萝卜头', '奇幻']);
  await searchFrom(3, '小辣椒');
  expect(await hot()).toEqual(['小辣椒', '萝卜头', '奇幻']);
  await hideWord(site.pool, '小辣椒', NOON);
  await hideWord(site.pool, '奇幻', NOON);
  expect(await hot()).toEqual(['萝卜头']);
  expect(await showWord(site.pool, '小辣椒')).toBe(true);
  expect(await showWord(site.pool, '小辣椒')).toBe(false);
  expect(await hot()).toEqual(['小辣椒', '萝卜头']);
  await editPart(site, 'hot', []);
});

test('a word that an older version has hidden in another spelling stays hidden', async () => {
  await editPart(site, 'hot', ['ワンピース']);
  await site.pool.query(`insert into search.hidden_word (word, hidden_at) values ('ワンピース', $1)`, [NOON]);
  const next = await startTestApp({ beside: site, now: NOON });
  try {
    await next.app.runFrequentJobs();
    expect(await listHidden(site.pool)).toEqual(['わんぴーす']);
    expect(await hot()).toEqual([]);
  } finally {
    await next.close();
    await editPart(site, 'hot', []);
  }
});

test('popular searches are suggested by their beginning, unless they are hidden or equal to a name', async () => {
  await searchFrom(3, '小辣椒');
  await searchFrom(3, '小辣椒 漫画');
  await searchFrom(3, '小辣');
  const suggested = async (prefix: string) =>
    (await site.call(keyword, { prefix })).data?.suggestions.map(({ text }) => text);
  expect(await suggested('小')).toEqual(['小辣椒', '小辣']);
  await hideWord(site.pool, '小辣', NOON);
  expect(await suggested('小辣')).toEqual(['小辣椒']);
  // Popular words are cached; hiding a word and new searches still have an effect at once.
  expect(await suggested('小 ')).toEqual(['小辣椒']);
  await searchFrom(3, '辣椒');
  expect(await suggested('辣')).toEqual(['小辣椒', '辣椒']);
});

test('words without results are stored anonymously until they have results', async () => {
  await searchFrom(2, '大白菜');
  await searchFrom(1, '萝卜头', { teen: true });
  await searchFrom(1, '深夜');
  expect(await missed()).toEqual([
    ['大白菜', 2],
    ['深夜', 1],
  ]);
  site.setTime(day(1));
  await addComic(site, { title: '大白菜', chapters: [{ publishedAt: NOON }] });
  await site.caughtUp();
  await site.app.runFrequentJobs();
  await searchFrom(1, '大白菜');
  expect(await missed(day(1))).toEqual([['深夜', 1]]);
  await site.pool.query(`delete from catalog.comic where title = '大白菜'`);
});

test('a long search is cut between two characters, and it and the others are counted', async () => {
  const words = '长'.repeat(29);
  await site.call(search, { keyword: '没有的' }, { remoteAddress: '10.0.9.1' });
  await searchFrom(2, `${words}😀！`);
  expect(await missed()).toEqual([
    [words, 2],
    ['没有的', 1],
  ]);
});

test('the addresses of searches are deleted at the end of the day, words after a month', async () => {
  await site.pool.query('delete from search.day_salt where day <> $1', ['2026-11-22']);
  await searchFrom(3, '小辣椒');
  await searchFrom(3, '大白菜');
  await site.sweep(NOON);
  const kept = async () =>
    Promise.all(
      ['asked', 'day_salt', 'asked_word'].map(
        async (table) => (await site.pool.query(`select from search.${table}`)).rowCount,
      ),
    );
  expect(await kept()).toEqual([6, 1, 2]);
  await site.sweep(day(1));
  expect(await kept()).toEqual([0, 0, 2]);
  await site.sweep(day(30));
  expect(await kept()).toEqual([0, 0, 2]);
  await site.sweep(day(31));
  expect(await kept()).toEqual([0, 0, 0]);
});

test('the last searches are counted when the app stops', async () => {
  const other = await startTestApp({ beside: site, now: NOON });
  await other.call(search, { keyword: '小辣椒' });
  await other.close();
  expect((await site.pool.query('select from search.asked')).rowCount).toBe(1);
});

/** Runs a command of the operator; returns its exit code and output. */
async function operate(...argv: string[]) {
  let written = '';
  const out = Object.assign(new PassThrough(), { isTTY: false });
  out.on('data', (text) => {
    written += text;
  });
  const context = { stdout: out, stderr: out, isTTY: false, clock: () => NOON };
  const args = command.readArgs(argv, context);
  const { pool, imageDir } = site;
  const { signal: stop } = new AbortController();
  const all = { ...context, pool, imageDir, stop, confirm: async () => null };
  const code = typeof args === 'number' ? args : await command.run(args, all);
  return [code, written] as const;
}

test('an operator sees words without results and popular words, and hides a word in all spellings', async () => {
  expect(await operate('misses')).toEqual([0, '30 天里没有搜不到的词。\n']);
  await searchFrom(2, '大白菜');
  await searchFrom(3, '萝卜头');
  expect((await operate('misses', '--days', '7'))[1]).toContain('2 次  2026-11-22  大白菜\n');
  expect(await operate('hot')).toEqual([0, '     3.0  萝卜头\n']);
  expect(await operate('hide', '蘿蔔頭')).toEqual([0, '藏起了「萝卜头」，其他写法（繁体、全角、片假名）也在内。\n']);
  expect((await operate('hot'))[1]).toContain('藏起的：萝卜头\n');
  expect(await hot()).toEqual([]);
  expect((await operate('show', '萝卜头'))[0]).toBe(0);
  expect((await operate('show', '萝卜头'))[0]).toBe(1);
});

test.each([
  ['misses', '--days', '31'],
  ['misses', 'x'],
  ['hide'],
  ['hide', '！'],
  ['hot', '--days', '3'],
  ['nonsense'],
])('the command line %s %s prints the usage', async (...argv) => {
  const [code, written] = await operate(...argv);
  expect([code, written]).toEqual([2, expect.stringContaining('用法：manyu search ')]);
});

test.each<[string, (host: number) => string]>([
  ['an IPv6 /48', (host) => `2001:db9:7:${host.toString(16)}::1`],
  ['an IPv4 /24', (host) => `198.51.100.${host}`],
])('the addresses of %s count as at most ten for a word, and as the words of ten addresses', async (_, addressOf) => {
  for (let host = 1; host <= 24; host++)
    await site.call(search, { keyword: '小辣椒' }, { remoteAddress: addressOf(host) });
  await site.app.runFrequentJobs();
  for (let host = 25; host <= 30; host++)
    await site.call(search, { keyword: '小辣椒' }, { remoteAddress: addressOf(host) });
  for (let host = 1; host <= 11; host++)
    await site.call(search, { keyword: '萝卜头' }, { remoteAddress: addressOf(host) });
  await site.app.runFrequentJobs();
  const askers = async () => {
    const { rows } = await site.pool.query('select word, askers from search.asked_word order by askers desc, word');
    return rows;
  };
  expect(await askers()).toEqual([
    { word: '小辣椒', askers: 10 },
    { word: '萝卜头', askers: 10 },
  ]);
  for (let host = 31; host <= 45; host++)
    for (let word = 0; word < 15; word++)
      await site.call(
        search,
        { keyword: `many${String.fromCharCode(97 + host - 31, 97 + word)}` },
        { remoteAddress: addressOf(host) },
      );
  await site.app.runFrequentJobs();
  const all = await askers();
  expect(all.filter(({ word }) => word.startsWith('many'))).toHaveLength(180);
});
