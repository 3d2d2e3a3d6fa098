import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';
import type { Outcome } from '../source/outcome.ts';

let bench: Workbench;
let folder: string;
let title: string;
let run = 0;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  title = `书${'甲乙丙丁'[run]}`;
  folder = join(bench.folder, `loose-${++run}`, title);
  await mkdir(folder, { recursive: true });
});

async function write(name: string, content: Buffer | string): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), content);
}

/** The dry run must report the same as the import. */
async function imported(): Promise<[number | null, string[]][]> {
  const runImport = async (...more: string[]) =>
    (JSON.parse((await bench.run(folder, '--json', ...more)).stdout).sources as Outcome[]).map(
      ({ no, warnings }): [number | null, string[]] => [no, warnings],
    );
  const preview = await runImport('--dry-run');
  const done = await runImport();
  expect(done).toEqual(preview);
  return done;
}

const coverOf = async () =>
  (await bench.pool.query(`select cover_source from catalog.comic where title = $1`, [title])).rows[0].cover_source;

test('a picture beside archives is the cover if series.yaml names it, and not a chapter', async () => {
  for (const no of [1, 2]) await writeCbz(folder, `第${no}话.cbz`, [await picture(run * 10 + no)]);
  await imported();
  const before = await coverOf();
  await write('新封面.jpg', await picture(99, 400, 600));
  await write('series.yaml', 'cover: 新封面.jpg');
  expect(await imported()).toEqual([
    [1, []],
    [2, []],
  ]);
  expect(await coverOf()).not.toEqual(before);
});

test('other pictures beside archives are left out, with one warning', async () => {
  await writeCbz(folder, '第1话.cbz', [await picture(run * 10 + 1)]);
  await writeCbz(folder, '第2话.cbz', [await picture(run * 10 + 2)]);
  await write('草稿 1.jpg', await picture(98));
  expect(await imported()).toEqual([
    [1, [expect.stringMatching(/^旁边的图片「草稿 1.jpg」没有采用：.*series.yaml 的 cover/)]],
    [2, []],
  ]);
  await write('草稿 2.jpg', await picture(97));
  await write('cover.jpg', await picture(96));
  expect((await imported())[0]?.[1]).toEqual([expect.stringContaining('「草稿 1.jpg」等 2 张')]);
});

test('a picture beside chapter folders is not a chapter either if series.yaml names it', async () => {
  for (const no of [1, 2]) await write(`第${no}话/1.png`, await picture(run * 10 + no));
  await write('新封面.jpg', await picture(95, 400, 600));
  await write('series.yaml', 'cover: 新封面.jpg');
  expect(await imported()).toEqual([
    [1, []],
    [2, []],
  ]);
});

test('a folder of pictures whose first page is its cover stays a chapter', async () => {
  for (const no of [1, 2]) await write(`${no}.png`, await picture(run * 10 + no));
  await write('series.yaml', 'cover: 1.png');
  expect(await imported()).toEqual([[1, []]]);
});
