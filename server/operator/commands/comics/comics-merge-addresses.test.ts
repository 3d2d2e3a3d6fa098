import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { comicCommands } from '../../../../testing/factories/comic-commands.ts';
import { addComic } from '../../../../testing/factories/comics.ts';

let siteFolder: string;
let site: TestApp;
/** Another node of the same site. */
let other: TestApp;
beforeAll(async () => {
  siteFolder = await mkdtemp(join(tmpdir(), 'manyu-merge-'));
  await writeFile(join(siteFolder, 'index.html'), '<!doctype html><head><title>漫屿</title></head><body></body>');
  site = await startTestApp();
  other = await startTestApp({ beside: site, siteFolder });
});
afterAll(async () => {
  await other.close();
  await site.close();
  await rm(siteFolder, { recursive: true });
});

let days = 0;
const { type, done } = comicCommands(() => site, { clock: () => new Date(Date.now() + days * 24 * 3600 * 1000) });

type Fixture = Awaited<ReturnType<typeof addComic>>;
let from: Fixture;
let into: Fixture;
const chapterOf = ({ chapters }: Fixture, no: number) => chapters[no - 1]?.id ?? 0;
const merge = () => done('merge', String(from.comicId), String(into.comicId));

beforeEach(async () => {
  days = 0;
  from = await addComic(site, { chapters: [{}, {}, {}, {}] });
  into = await addComic(site, { chapters: [{}, {}, {}] });
});

test('a merge redirects the old addresses until it is undone', async () => {
  const urls = [`/comic/${from.comicId}`, `/chapter/${chapterOf(from, 2)}?u=1`, `/comic/${from.comicId}/rss.xml`];
  const answers = async () => {
    const found = await Promise.all(urls.map((url) => other.http.inject({ url })));
    return found.map(({ statusCode, headers }) => [statusCode, headers.location]);
  };
  const before = await answers();
  const entry = await merge();
  await other.caughtUp();
  expect(await answers()).toEqual([
    [301, `/comic/${into.comicId}`],
    [301, `/chapter/${chapterOf(into, 2)}?u=1`],
    [200, undefined],
  ]);
  expect((await other.http.inject({ url: '/sitemap/comics-0.xml' })).body).not.toContain(`/comic/${from.comicId}<`);
  await done('undo', entry);
  await other.caughtUp();
  expect(await answers()).toEqual(before);
});

test.each([
  ['itself', () => [from.title, String(from.comicId)], '两个名字是同一部漫画'],
  ['a comic that is not there', () => [from.title, '没有的漫画'], '没有「没有的漫画」这部漫画'],
  ['one from which nothing is known', () => ['999999', into.title], '没有「999999」这部漫画'],
])('a merge with %s is refused', async (_what, words, sentence) => {
  const { code, out } = await type('merge', ...words(), '--yes');
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(sentence) });
});

test('a merged comic can’t be changed or merged again', async () => {
  await merge();
  const id = String(from.comicId);
  for (const args of [
    ['merge', id, into.title],
    ['merge', into.title, id],
    ['offline', id],
    ['price', id, '--coins', '3'],
  ])
    expect((await type(...args, '--yes')).out).toContain('已经并入另一部');
  expect((await type('merge', from.title, into.title, '--yes')).out).toContain('两个名字是同一部漫画');
  expect((await type('show', id)).out).toContain(`已并入 ${into.comicId}`);
  // The old title is an alias of the other comic now, which alone is listed.
  expect((await type('list', from.title)).out).toMatch(new RegExp(`^${into.comicId} [^\\n]*\\n$`));
  expect((await type('log', into.title)).out).toContain(`${from.comicId} 并入，移来 1 话，两边都有的 3 话只留一份`);
});

test('a deleted comic can’t be merged', async () => {
  await done('delete', from.title);
  expect((await type('merge', from.title, into.title, '--yes')).out).toContain('回收站');
});

test('a merge can be undone for 30 days', async () => {
  const entry = await merge();
  days = 31;
  expect((await type('undo', entry, '--yes')).out).toContain('30 天以前');
  days = 29;
  const undone = await done('undo', entry);
  expect((await type('undo', undone, '--yes')).out).toContain('要再合并，用 manyu comics merge');
  await merge();
});

test('an undo is refused if the title or a number is used by another comic since', async () => {
  const entry = await merge();
  await site.pool.query(
    `insert into catalog.comic (title, title_key, code, store_key, created_at, updated_at)
     values ($1, $1, 'taken', md5('taken'), now(), now())`,
    [from.title],
  );
  expect((await type('undo', entry, '--yes')).out).toContain('另一部漫画叫这个名字');
  await site.pool.query(`delete from catalog.comic where code = 'taken'`);
  await done('delete', into.title, '3');
  await done('move', into.title, '3', '8');
  await done('move', into.title, '4', '3');
  expect((await type('undo', entry, '--yes')).out).toContain('这个话数已经有一话了');
});
