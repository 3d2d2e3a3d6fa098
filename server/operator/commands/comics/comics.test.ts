import { randomUUID } from 'node:crypto';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comicInfo, comicPay, comicRead } from '#contract/calls/comic';
import { shelf } from '#contract/calls/library';
import { feedbackSubmit } from '#contract/calls/support';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addChapter, addComic, changeComic } from '../../../../testing/factories/comics.ts';
import { newVisitor, signedIn } from '../../../../testing/factories/readers.ts';
import { giveTo } from '../../../../testing/factories/wallets.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';
import { runFeedback } from '../feedback/feedback.ts';
import { readFeedbackArgs } from '../feedback/feedback-args.ts';
import { runImport } from '../import/import.ts';
import { runComics } from './comics.ts';
import { readComicsArgs } from './comics-args.ts';

/** The header of the app's picture requests. */
const XHR = { 'x-requested-with': 'XMLHttpRequest' };
const DAY_MS = 24 * 3600 * 1000;

let site: TestApp;
/** Another node of the same site. */
let other: TestApp;
beforeAll(async () => {
  site = await startTestApp();
  other = await startTestApp({ beside: site });
});
afterAll(async () => {
  await other.close();
  await site.close();
});

let answer: boolean | null = null;
let days = 0;
const clock = () => new Date(Date.now() + days * DAY_MS);

async function comics(...argv: string[]): Promise<{ code: number; out: string }> {
  const written: string[] = [];
  const stdout = { write: (text: string) => void written.push(text) };
  const args = readComicsArgs(argv, { stdout, stderr: stdout, clock });
  if (typeof args === 'number') return { code: args, out: written.join('') };
  const { signal: stop } = new AbortController();
  const parts = { pool: site.pool, imageDir: site.imageDir, stop, clock, stdout, stderr: stdout };
  const code = await runComics(args, { ...parts, confirm: async () => answer });
  await site.caughtUp();
  return { code, out: written.join('') };
}

/** Runs a command that must succeed, and returns the numbers of its log entries. */
async function done(...argv: string[]): Promise<string> {
  const { code, out } = await comics(...argv, '--yes');
  expect(code, out).toBe(0);
  return /撤回：manyu comics undo (\S+)/.exec(out)?.[1] ?? '';
}

async function buyer(chapterId: number) {
  const reader = await signedIn(site);
  await giveTo(site, reader.id, { coins: 100 });
  const paid = await site.call(comicPay, { chapterIds: [chapterId], expect: 30, key: randomUUID() }, reader);
  expect(paid.status).toBe(1);
  return reader;
}

async function seenBy(token: string, comicId: number, node = site) {
  const { data, status } = await node.call(comicInfo, { id: comicId }, { token });
  return status === 1 ? data?.chapters.map(({ no }) => no) : null;
}

const readBy = async (token: string, id: number) => (await other.call(comicRead, { id }, { token })).status;
const stored = (key: string) =>
  access(join(site.imageDir, key)).then(
    () => true,
    () => false,
  );

describe('offline', () => {
  test('asks first, and changes nothing without a clear yes', async () => {
    const { comicId, title } = await addComic(site);
    answer = false;
    const asked = await comics('offline', title);
    expect(asked).toEqual({ code: 1, out: expect.stringContaining('上架：是 → 否') });
    expect(asked.out).toContain('没有人买过');
    answer = null;
    expect((await comics('offline', title)).out).toContain('确认要写 --yes');
    expect(await seenBy(await newVisitor(site), comicId)).toEqual([1]);
    expect((await comics('log', title)).out).toBe('没有记录。\n');
  });

  test('hides a chapter on every node at once, except from readers who bought it, and can be undone', async () => {
    const { comicId, chapters } = await addComic(site, { chapters: [{}, { price: 30 }, {}] });
    const [, second] = chapters;
    const [reader, stranger] = [await buyer(second?.id ?? 0), await newVisitor(site)];
    expect(await seenBy(stranger, comicId, other)).toEqual([1, 2, 3]);
    const entries = await done('offline', String(comicId), '2-3', '--reason', '版权');
    for (const node of [site, other]) expect(await seenBy(stranger, comicId, node)).toEqual([1]);
    expect(await readBy(stranger, second?.id ?? 0)).not.toBe(1);
    const late = { chapterIds: [second?.id ?? 0], expect: 30, key: randomUUID() };
    expect((await site.call(comicPay, late, await signedIn(site))).message).toBe('章节不存在');
    expect(await seenBy(reader.token, comicId)).toEqual([1, 2]);
    expect(await readBy(reader.token, second?.id ?? 0)).toBe(1);
    const { out } = await comics('show', String(comicId), '2');
    expect(out).toMatch(/2 {2}第2话 +30\* .* 已下架 +1\n/);
    await done('undo', entries);
    expect(await seenBy(stranger, comicId, other)).toEqual([1, 2, 3]);
  });

  test('its free pages have no public address any more', async () => {
    const { comicId, chapters } = await addComic(site);
    const [key = ''] = chapters[0]?.keys ?? [];
    expect((await site.http.inject({ url: `/img/${key}`, headers: XHR })).statusCode).toBe(200);
    await done('offline', String(comicId));
    expect((await other.http.inject({ url: `/img/${key}`, headers: XHR })).statusCode).toBe(404);
    expect(await stored(key)).toBe(false);
    await done('online', String(comicId));
    expect(await readBy(await newVisitor(site), chapters[0]?.id ?? 0)).toBe(1);
  });

  test('a comic without an online chapter stays on the shelf of readers who own one', async () => {
    const { comicId, chapters } = await addComic(site, { chapters: [{ price: 30 }] });
    const reader = await buyer(chapters[0]?.id ?? 0);
    await done('offline', String(comicId), '1');
    expect(await seenBy(await newVisitor(site), comicId)).toBeNull();
    const { data } = await site.call(shelf, { size: 10 }, reader);
    expect(data?.list.map(({ comic }) => comic.id)).toEqual([comicId]);
  });

  test('a complaint is handled in two commands', async () => {
    const { comicId, title } = await addComic(site, { title: '被投诉的漫画' });
    const token = await newVisitor(site);
    const content = `《${title}》侵犯了我的权利，见 https://example.com/comic/${comicId}`;
    const { data } = await site.call(feedbackSubmit, { type: 5, content, contact: 'a@example.com' }, { token });
    const written: string[] = [];
    const stdout = { write: (text: string) => void written.push(text) };
    const args = readFeedbackArgs(['show', String(data?.id)], { stdout, stderr: stdout });
    if (typeof args === 'number') throw new Error(written.join(''));
    await runFeedback(args, { pool: site.pool, stdout, clock });
    const [, id, reason] = /下架：manyu comics offline (\d+) --reason "(.*)"/.exec(written.join('')) ?? [];
    await done('offline', id ?? '', '--reason', reason ?? '');
    expect(await seenBy(token, comicId)).toBeNull();
    expect((await comics('log', String(comicId))).out).toMatch(/下架 .*上架 是 → 否 .*因为：投诉 \d+\n/);
  });
});

describe('delete', () => {
  test('is undone for 30 days, not by online', async () => {
    const { comicId, title } = await addComic(site);
    const entry = await done('delete', title);
    expect((await comics('list', title)).out).toBe('没有这样的漫画。\n');
    expect((await comics('list', title, '--trash')).out).toMatch(new RegExp(`^${comicId} .* 删除\n$`));
    expect((await comics('online', title, '--yes')).out).toContain('它在回收站里');
    days = 31;
    expect((await comics('undo', entry, '--yes')).out).toContain('30 天以前');
    days = 0;
    await done('undo', entry);
    expect(await seenBy(await newVisitor(site), comicId)).toEqual([1]);
    expect((await comics('undo', entry, '--yes')).out).toContain('已经撤回过');
  });

  test('of some chapters is listed with --trash', async () => {
    const { comicId, title } = await addComic(site, { chapters: [{}, {}, {}, {}, {}] });
    const entries = await done('delete', title, '1-2,5');
    const { out } = await comics('list', title, '--trash');
    expect(out).toMatch(new RegExp(`^${comicId} .*上架\n  删除的话：1-2、5\n$`));
    await done('undo', entries);
    expect((await comics('list', title, '--trash')).out).toBe('没有这样的漫画。\n');
  });

  test('removes the pictures after 30 days, unless a reader owns them', async () => {
    const { comicId, chapters } = await addComic(site, { chapters: [{}, { price: 30 }] });
    const [free, sold] = chapters;
    const reader = await buyer(sold?.id ?? 0);
    await done('delete', String(comicId));
    expect((await comics('empty-trash')).out).toBe('没有要清的。\n');
    days = 31;
    expect((await comics('empty-trash', '--yes')).out).toContain('1 话有人买过，图片留着。\n清掉 1 话的图片');
    days = 0;
    const { rows } = await site.pool.query('select pages from catalog.chapter where id = $1', [free?.id]);
    expect(rows).toEqual([{ pages: [] }]);
    expect(await readBy(reader.token, sold?.id ?? 0)).toBe(1);
  });
});

test('imports don’t restore deleted chapters, and don’t undo changes by commands', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manyu-govern-'));
  const series = join(folder, '回不来的漫画');
  const page = await picture(1);
  const importAll = async () => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done() });
    const parts = { pool: site.pool, imageDir: site.imageDir, stdout, stderr: stdout, isTTY: false, clock };
    await runImport([folder, '--price', '9'], parts);
    await site.caughtUp();
  };
  await writeCbz(series, '第1话.cbz', [page]);
  await writeCbz(series, '第2话.cbz', [page, page]);
  await importAll();
  await done('price', '回不来的漫画', '--coins', '30');
  const chapter = await done('delete', '回不来的漫画', '1');
  await importAll();
  const { out } = await comics('show', '回不来的漫画');
  expect(out).toMatch(/价格：30 漫币\n[\s\S]* 1 .* 删除 .*\n +2 /);
  await done('delete', '回不来的漫画');
  await writeCbz(series, '第3话.cbz', [page, page, page]);
  await importAll();
  expect((await comics('list', '回不来的漫画')).out).toBe('没有这样的漫画。\n');
  expect((await comics('list', '回不来的漫画', '--trash')).out).toContain('  2 话  ');
  await done('undo', chapter);
  await rm(folder, { recursive: true });
});

describe('a change by a command', () => {
  test('a new price is effective at once, imports keep it until its override is cleared', async () => {
    const { comicId, chapters } = await addComic(site, { chapters: [{}, {}] });
    const token = await newVisitor(site);
    await done('price', String(comicId), '--coins', '30', '--free-first', '1');
    expect(await readBy(token, chapters[0]?.id ?? 0)).toBe(1);
    expect(await readBy(token, chapters[1]?.id ?? 0)).not.toBe(1);
    await changeComic(site, comicId, { priceCoins: 5, freeFirst: 0, genres: ['校园'] });
    const { out } = await comics('show', String(comicId));
    expect(out).toContain('价格：30 漫币，前 1 话免费\n');
    expect(out).toContain('题材：校园');
    expect(out).toContain('手工定的，导入不改：免费的前几话、价格\n');
    await done('clear-overrides', String(comicId));
    expect((await comics('log', String(comicId))).out).toContain('改由文件决定');
    await changeComic(site, comicId, { priceCoins: 0 });
    await site.caughtUp();
    expect(await readBy(token, chapters[1]?.id ?? 0)).toBe(1);
  });

  test('an undo undoes one change, and no later one', async () => {
    const { comicId } = await addComic(site);
    const price = await done('price', String(comicId), '--coins', '30');
    const facts = await done('edit', String(comicId), '--description', '新的简介', '--status', '完结');
    const again = await done('price', String(comicId), '--coins', '40');
    expect((await comics('undo', price, '--yes')).out).toContain('之后又改过同一处');
    await done('undo', again);
    await done('undo', price);
    const { out } = await comics('show', String(comicId));
    expect(out).toContain('价格：免费\n状态：完结');
    expect(out).toContain('手工定的，导入不改：简介、状态\n');
    await done('undo', facts);
    expect((await comics('show', String(comicId))).out).not.toContain('手工定的，导入不改');
  });

  test('a chapter gets its own title, time, price and number', async () => {
    const { comicId, chapters } = await addComic(site, { chapters: [{}, {}] });
    const comic = String(comicId);
    await done('edit', comic, '2', '--title', '重逢');
    await done('price', comic, '2', '--coins', '20');
    await done('publish-at', comic, '1', '2030-01-01T08:00');
    await done('move', comic, '2', '7.5');
    expect((await comics('move', comic, '7.5', '1', '--yes')).out).toContain('这个话数已经有一话了');
    expect((await comics('show', comic)).out).toMatch(/1 {2}第1话 .* 2030-01-01 08:00 [\s\S]*7.5 {2}重逢 +20\* /);
    const token = await newVisitor(site);
    expect(await seenBy(token, comicId)).toEqual([7.5]);
    expect(await readBy(token, chapters[1]?.id ?? 0)).not.toBe(1);
    await addChapter(site, comicId, { no: 7.5, title: '文件里的标题', price: 50 });
    expect((await comics('show', comic, '7.5')).out).toMatch(/7.5 {2}重逢 +20\* /);
  });

  test('the log is never changed', async () => {
    const { comicId } = await addComic(site);
    await done('offline', String(comicId));
    for (const change of ['update audit.entry set actor = $$x$$', 'delete from audit.entry', 'truncate audit.entry'])
      await expect(site.pool.query(change)).rejects.toThrow('append-only');
  });
});

test.each([
  ['undelete', '没有「undelete」这个命令。'],
  ['offline', '没有看懂 offline 的写法。'],
  ['offline 1 --coins 3', '--coins 不用于 offline。'],
  ['edit 1', '要写改什么。'],
  ['edit 1 3 --authors 甲', '--authors 是整部漫画的，不要写话。'],
  ['edit 1 --status 断更', '--status 只能是 serial（连载中）或 complete（已完结）。'],
  ['price 1 --coins 很贵', '--coins 要写一个不小于 0 的整数。'],
  ['price 1 2 --free-at 明天', '--free-at 要写时间，例如 2026-05-01T20:00。'],
  ['offline 1 三', '话要写成 3、1-8 或 1,5-7。'],
  ['offline 1 8-3', '话要写成 3、1-8 或 1,5-7。'],
  ['publish-at 1 2 明天', '发布时间要写 now、2026-12-01 或 2026-12-01T20:00。'],
  ['move 1 2-3 9', 'move 要写一话，和它新的话数。'],
  ['list --offline --trash', '--offline 与 --trash 只写一个。'],
])('a wrong %s is answered with a sentence', async (line, sentence) => {
  const { code, out } = await comics(...line.split(' '));
  expect({ code, first: out.split('\n')[0] }).toEqual({ code: 2, first: sentence });
});
