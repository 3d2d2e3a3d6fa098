import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { search } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { scratchRoot } from '../../../../testing/database/scratch.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';
import { runImport } from '../import/import.ts';
import { runComics } from './comics.ts';
import { readComicsArgs } from './comics-args.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => {
  site = await startTestApp();
  folder = await mkdtemp(join(scratchRoot(), 'titles-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const clock = () => new Date();

async function comics(...argv: string[]): Promise<{ code: number; out: string }> {
  const written: string[] = [];
  const stdout = { write: (text: string) => void written.push(text) };
  const args = readComicsArgs(argv, { stdout, stderr: stdout, clock });
  if (typeof args === 'number') return { code: args, out: written.join('') };
  const { signal: stop } = new AbortController();
  const parts = { pool: site.pool, imageDir: site.imageDir, stop, clock, stdout, stderr: stdout };
  const code = await runComics(args, { ...parts, confirm: async () => null });
  await site.caughtUp();
  return { code, out: written.join('') };
}

/** Runs a command that must succeed, and returns the number of its log entry. */
async function done(...argv: string[]): Promise<string> {
  const { code, out } = await comics(...argv, '--yes');
  expect(code, out).toBe(0);
  return /记录 (\d+)/.exec(out)?.[1] ?? '';
}

async function importAll(...paths: string[]): Promise<void> {
  const stdout = sink();
  await runImport(paths, { pool: site.pool, imageDir: site.imageDir, stdout, stderr: stdout, isTTY: false, clock });
  await site.caughtUp();
}

/** Writes a series folder: chapters with these numbers of pages, and sidecar files. */
async function series(name: string, chapters: readonly number[], files: Record<string, string | Buffer> = {}) {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  const page = await picture(name.length, 400, 600);
  for (const [index, pages] of chapters.entries())
    await writeCbz(
      path,
      `第${index + 1}话.cbz`,
      Array.from({ length: pages }, () => page),
    );
  for (const [file, content] of Object.entries(files)) await writeFile(join(path, file), content);
  return path;
}

const titlesIn = async () =>
  (
    await site.pool.query<{ title: string; chapters: number }>(
      `select title, (select count(*)::int from catalog.chapter c where c.comic_id = b.id) as chapters
     from catalog.comic b order by id`,
    )
  ).rows.map(({ title, chapters }) => `${title} ${chapters}`);
const coverOf = async (title: string) =>
  (await site.pool.query('select cover from catalog.comic where title = $1', [title])).rows[0]?.cover?.key ?? null;
const storedIn = async (key: string) => {
  const [kind = '', comic = '', name] = key.split('/');
  return (await readdir(join(site.imageDir, kind, comic))).includes(name ?? '');
};

test('a title set by a command keeps the old folder, with a sidecar and without, and can be undone', async () => {
  const plain = await series('无名之书', [1]);
  const sided = await series('边车之书', [1], { 'series.yaml': 'title: 边车之书\nalias: 小车\n' });
  await importAll(plain, sided);
  const undo = await done('edit', '无名之书', '--title', '有名之书', '--reason', '改名');
  await done('edit', '边车之书', '--title', '马车之书');
  expect(await titlesIn()).toEqual(['有名之书 1', '马车之书 1']);
  // Brings the search index up to date, which its timer does otherwise.
  await site.app.runFrequentJobs();
  expect((await site.call(search, { keyword: '无名之书' })).data?.list.map(({ title }) => title)).toEqual(['有名之书']);

  await series('无名之书', [1, 2]);
  await series('边车之书', [1, 2], { 'series.yaml': 'title: 第三个名字\ndescription: 新的\n' });
  await importAll(plain, sided);
  expect(await titlesIn()).toEqual(['有名之书 2', '马车之书 2']);
  expect((await comics('show', '马车之书')).out).toMatch(/简介：新的[\s\S]*手工定的，导入不改：标题\n/);
  expect((await comics('log', '有名之书')).out).toMatch(/别名 无 → 无名之书；标题 无名之书 → 有名之书 {2}因为：改名/);

  await done('undo', undo);
  expect(await titlesIn()).toEqual(['无名之书 2', '马车之书 2']);
  await importAll(plain, sided);
  expect(await titlesIn()).toEqual(['无名之书 2', '马车之书 2']);
});

test('the title of another comic is refused, and an old title that another comic takes finds that comic', async () => {
  const one = await series('甲书', [1]);
  const two = await series('乙书', [1]);
  await importAll(one, two);
  expect(await comics('edit', '甲书', '--title', ' 乙书 ', '--yes')).toMatchObject({
    code: 1,
    out: expect.stringContaining('没有改：另一部漫画叫这个名字。'),
  });
  await done('edit', '甲书', '--title', '丙书');
  await done('edit', '乙书', '--title', '甲书');
  await series('甲书', [1, 2]);
  await importAll(one);
  const titles = await titlesIn();
  expect(titles).toContain('丙书 1');
  expect(titles).toContain('甲书 2');
});

test('imports keep a cover set by a command, and undo restores the previous one', async () => {
  const path = await series('封面之书', [1], { 'cover.png': await picture(40, 600, 800) });
  await writeFile(join(folder, 'own.png'), await picture(41, 900, 1200));
  await importAll(path);
  const before = await coverOf('封面之书');
  const undo = await done('edit', '封面之书', '--cover', join(folder, 'own.png'), '--description', '换了封面');
  const own = await coverOf('封面之书');
  expect(own).not.toBe(before);
  await series('封面之书', [1, 2], { 'cover.png': await picture(42, 600, 800), 'series.yaml': 'status: complete\n' });
  await importAll(path);
  expect(await coverOf('封面之书')).toBe(own);
  expect([await storedIn(before), await storedIn(own)]).toEqual([true, true]);
  expect((await comics('log', '封面之书')).out).toMatch(
    /改资料 .*换封面；简介 无 → 换了封面|改资料 .*简介 无 → 换了封面；换封面/,
  );
  await done('undo', undo);
  expect(await coverOf('封面之书')).toBe(before);
  await done('edit', '封面之书', '--cover', join(folder, 'own.png'));
  // The former word for `clear-overrides`.
  await done('follow', '封面之书');
  await importAll(path);
  expect(await coverOf('封面之书')).not.toBe(own);
});

test('a file that is no picture is refused and changes nothing', async () => {
  const path = await series('无图之书', [1]);
  await importAll(path);
  await writeFile(join(folder, 'text.png'), 'no picture');
  await symlink('text.png', join(folder, 'link.png'));
  const before = await readdir(site.imageDir, { recursive: true });
  for (const [file, why] of [
    ['none.png', '没有 .* 这个文件'],
    ['.', '不是文件'],
    ['text.png', '不是可识别的图片'],
    ['link.png', '不是可识别的图片'],
  ] as const)
    expect(await comics('edit', '无图之书', '--cover', join(folder, file), '--yes')).toMatchObject({
      code: 1,
      out: expect.stringMatching(new RegExp(`没有改：.*${why}`)),
    });
  expect(await readdir(site.imageDir, { recursive: true })).toEqual(before);
  // Only the import of its chapter.
  expect((await comics('log', '无图之书')).out).toMatch(
    /^\d+ .* 导入 {2}《无图之书》 {2}新增的话 无 → 1；替换的话 无 → 0\n$/,
  );
  for (const words of ['edit 1 2 --cover a.png', 'price 1 --cover a.png'])
    expect((await comics(...words.split(' '))).code).toBe(2);
});
