import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path, { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { theme } from '#contract/calls/listings';
import { banner, config } from '#contract/calls/site';
import { spoil } from '../../../testing/drills/backups.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { type EditorialBench, forget, openEditorialBench } from '../../../testing/factories/editorial-bench.ts';
import { picture } from '../../../testing/sources/comic-sources.ts';
import { openImageFolder } from '../../adapters/image-folder.ts';
import { brokenAmong } from '../../adapters/whole-picture.ts';

let bench: EditorialBench;
let folder: string;
const ids: Record<string, number> = {};
beforeAll(async () => {
  folder = path.join(tmpdir(), `manyu-editorial-${process.pid}-${Date.now()}`);
  bench = await openEditorialBench(folder);
  const createdAt = new Date('2026-01-01T00:00Z');
  for (const title of ['雨巷', '山海小店', '1984'])
    ids[title] = (await addComic(bench.site, { title, createdAt })).comicId;
  await bench.write('rain.png', await picture(1, 1600, 400));
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await forget(bench.site);
});

async function apply(text: string, ...more: string[]) {
  return bench.run('apply', await bench.write('site.yaml', text), ...more);
}
const storedFiles = async () =>
  (await readdir(bench.site.imageDir, { recursive: true })).filter((name) => /^(site|original).*\.bin$/.test(name));

const BANNER = `banners:
  - slot: 1
    title: 横幅
    picture: rain.png
    comic: 雨巷
`;

describe('a file that is right', () => {
  test('is applied, reported by section, and shown to readers within a moment', async () => {
    const done = await apply(
      `${BANNER}site: {name: 我的站}\nthemes: [{id: 4, title: 专题, comics: [1984, 山海小店], notes: {1984: 必读}}]\n`,
    );
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toMatch(
      /^网站\n {2}~ name\n横幅\n {2}\+ 位置 1 第 1 张 横幅\n专题\n {2}\+ 专题（4）\n已应用，记录 \d+。要撤回：manyu editorial undo \d+\n$/,
    );
    const shown = async () => (await bench.site.call(banner, { no: [1] })).data?.['1'];
    await expect
      .poll(shown)
      .toMatchObject([{ title: '横幅', link: `/comic/${ids.雨巷}`, image: { width: 1440, height: 360 } }]);
    expect((await shown())?.[0]?.image.variants?.map(({ width }) => width)).toEqual([480, 960, 1440]);
    expect((await bench.site.call(config, { platform: 'pc' })).data?.site.name).toBe('我的站');
    expect((await bench.site.call(theme, { id: 4 })).data?.list.map(({ title, note }) => [title, note])).toEqual([
      ['1984', '必读'],
      ['山海小店', undefined],
    ]);
  });

  test('keeps an address with half a character as one with an unknown character', async () => {
    const done = await apply('home: [{key: a, title: 甲, layout: row, show: hot, more: "/new\\ud83d"}]\n');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const { parts } = await bench.state();
    expect(parts.find(({ name }) => name === 'home')?.body).toMatchObject([{ more: '/new\ufffd' }]);
  });

  test('keeps the parts that it does not name, and removes the items that it does not list', async () => {
    await apply(`${BANNER}hot: [甲, 乙]\n`);
    const done = await apply('hot: [乙, 丙]\n');
    expect(done.stdout).toContain('热门搜索\n  + 丙\n  - 甲，现在显示着\n读者将看不到 1 样：热门搜索「甲」。\n已应用');
    expect((await apply('hot: [丙, 乙]\n')).stdout).toContain('热门搜索\n  ~ 顺序\n已应用');
    expect((await apply('hot:\nbanners: []\n')).stdout).toContain('横幅\n  - 位置 1 第 1 张 横幅，现在显示着\n');
    expect((await apply('hot: []\n')).stdout).toBe('没有变化。\n');
  });

  test('may write names of digits as they are, and codes that look like numbers', async () => {
    const code = '2e3456';
    await bench.site.pool.query('update catalog.comic set code = $1 where title = $2', [code, '雨巷']);
    const text = `hot: [007, 1.0]\nthemes: [{id: 1, title: 1984, comics: [${code}, 1984]}]\n`;
    expect(await apply(text)).toMatchObject({ code: 0, stderr: '' });
    const { parts } = await bench.state();
    expect(parts).toMatchObject([
      { body: ['007', '1.0'] },
      { body: [{ title: '1984', comics: [ids.雨巷, ids['1984']] }] },
    ]);
  });

  test('in a dry run reports the same and writes nothing, not even a picture', async () => {
    await apply('banners: []');
    const before = [await bench.state(), await storedFiles()];
    const done = await apply(BANNER, '--dry-run');
    expect(done.stdout).toBe('横幅\n  + 位置 1 第 1 张 横幅\n以上变化还没有写入（--dry-run）。\n');
    expect([await bench.state(), await storedFiles()]).toEqual(before);
  });

  test('keeps replaced pictures in the storage for 30 days', async () => {
    await apply(BANNER);
    expect(await storedFiles()).toHaveLength(4);
    await bench.write('other.png', await picture(2, 300, 100));
    await apply(BANNER.replace('rain.png', 'other.png'));
    await apply('hot: [甲]');
    expect(await storedFiles()).toHaveLength(6);
    bench.setTime(new Date(Date.now() + 31 * 24 * 3600 * 1000));
    await apply('hot: [乙]');
    bench.setTime(new Date());
    expect(await storedFiles()).toHaveLength(2);
  });

  test('is written again if it is damaged in the storage', async () => {
    await apply(BANNER);
    const [damaged = ''] = await storedFiles();
    await spoil(join(bench.site.imageDir, damaged));
    await apply(BANNER);
    expect(await brokenAmong(openImageFolder(bench.site.imageDir), await storedFiles())).toEqual([]);
  });

  test('removes the files of a killed run', async () => {
    const folder = join(bench.site.imageDir, 'site', 'f'.repeat(32));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${'e'.repeat(32)}.bin`), 'half');
    await apply('hot: [甲]');
    expect(await storedFiles()).toEqual([]);
  });

  test('applied by two at once is applied by one after the other, and no picture gets lost', async () => {
    await bench.write('second.png', await picture(7, 300, 100));
    const files = await Promise.all([
      bench.write('one.yaml', BANNER),
      bench.write('two.yaml', BANNER.replace('rain.png', 'second.png')),
    ]);
    const done = await Promise.all(files.map((file) => bench.run('apply', file)));
    expect(done).toMatchObject([{ code: 0 }, { code: 0 }]);
    const shown = (await bench.state()).parts[0].body[0].image;
    expect(await storedFiles()).toEqual(expect.arrayContaining([shown.key, shown.source]));
  });

  test('restores a picture that is missing in the storage', async () => {
    await apply(BANNER);
    const [lost = ''] = (await storedFiles()).filter((name) => name.startsWith('site'));
    await rm(join(bench.site.imageDir, lost));
    expect((await bench.run('apply', join(folder, 'site.yaml'))).code).toBe(0);
    expect(await storedFiles()).toContain(lost);
  });

  test('stores the sizes for readers in public, and the originals in private', async () => {
    await apply(BANNER);
    const get = (url: string) =>
      bench.site.http
        .inject({ url, headers: { 'x-requested-with': 'XMLHttpRequest' } })
        .then(({ statusCode }) => statusCode);
    const shown = async () => (await bench.site.call(banner, { no: [1] })).data?.['1']?.[0]?.image.url;
    // The app receives the change shortly after the command has ended.
    await expect.poll(shown).toBeTruthy();
    expect(await get((await shown()) ?? '')).toBe(200);
    const original = (await storedFiles()).find((name) => name.startsWith('original'));
    expect(await get(`/img/${original}`)).toBe(404);
  });
});

describe('the command', () => {
  test.each([
    [[], '请写 apply、export、log 或 undo'],
    [['apply'], '请写出要应用的文件'],
    [['improve'], '没有「improve」'],
    [['apply', 'a', 'b'], '没有看懂 apply 的写法'],
    [['undo', '--force'], '--force 不用于 undo'],
    [['export', '--dry-run'], '--dry-run 不用于 export'],
    [['apply', 'a', '--quick'], '没有 --quick'],
    [['apply', 'a', '--yes', '--dry-run'], '--dry-run 与 --yes'],
    [['undo', 'last'], 'undo 要写记录的编号'],
  ])('%j is wrong usage and says what to write', async (argv, message) => {
    const done = await bench.run(...argv);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain(message);
    expect(done.stderr).toContain('用法：');
  });

  test('export writes over nothing that somebody wrote by hand, unless forced to', async () => {
    const own = await bench.write('own.yaml', 'hot: [我写的]\n');
    expect(await bench.run('export', own)).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
    expect(await readFile(own, 'utf8')).toBe('hot: [我写的]\n');
    expect((await bench.run('export', own, '--force')).code).toBe(0);
    expect((await bench.run('export', own)).code).toBe(0);
    await writeFile(own, '');
    expect((await bench.run('export', own)).code).toBe(0);
  });
});
