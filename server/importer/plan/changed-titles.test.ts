import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteComics } from '../../../testing/factories/comics.ts';
import { openWorkbench, type Workbench } from '../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';
import type { Outcome } from '../source/outcome.ts';

let bench: Workbench;
let folder: string;
let run = 0;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  run++;
  folder = join(bench.folder, `titles-${run}`, '旧名');
  await deleteComics(bench);
  for (const no of [1, 2]) await writeCbz(folder, `第${no}话.cbz`, [await picture(run * 10 + no)]);
});

const sidecar = async (text: string) => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'series.yaml'), text);
};

async function imported(...more: string[]): Promise<Outcome[]> {
  return JSON.parse((await bench.run(folder, '--json', ...more)).stdout).sources;
}

async function comics(): Promise<{ code: string; title: string; alias: string[]; nos: number[] }[]> {
  const { rows } = await bench.pool.query(
    `select b.code, b.title, b.alias, array(select no from catalog.chapter where comic_id = b.id order by no) as nos
       from catalog.comic b order by b.title`,
  );
  return rows;
}

test('a title in the sidecar of imported chapters renames their comic, and the old title still finds it', async () => {
  await imported();
  const [before] = await comics();
  await sidecar('title: 新名');
  expect(await imported()).toMatchObject([
    { series: '新名', no: 1, result: 'updated', updated: ['书名'] },
    { series: '新名', no: 2, result: 'updated' },
  ]);
  expect(await comics()).toEqual([{ code: before?.code, title: '新名', alias: ['旧名'], nos: [1, 2] }]);
  expect((await imported()).map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
  await sidecar('title: 新名\nprice: 5');
  await imported();
  await sidecar('title: 又一名\nprice: 5');
  expect((await imported())[0]).toMatchObject({ updated: ['书名'] });
  expect(await comics()).toMatchObject([{ title: '又一名', alias: ['旧名', '新名'], nos: [1, 2] }]);
});

test('new and changed chapters under the new title go into the same comic', async () => {
  await imported();
  await sidecar('title: 新名');
  await writeCbz(folder, '第2话.cbz', [await picture(run * 10 + 7)]);
  await writeCbz(folder, '后记.cbz', [await picture(run * 10 + 8)]);
  const results = (await imported()).map(({ no, result }) => [no, result]);
  expect(results.sort()).toEqual([
    [1, 'updated'],
    [2, 'replaced'],
    [2.97, 'new'],
  ]);
  expect(await comics()).toMatchObject([{ title: '新名', nos: [1, 2, 2.97] }]);
});

test('a dry run reports the new title and changes nothing', async () => {
  await imported();
  await sidecar('title: 新名');
  const before = await bench.snapshot();
  expect((await imported('--dry-run'))[0]).toMatchObject({ series: '新名', result: 'updated', updated: ['书名'] });
  expect(await bench.snapshot()).toEqual(before);
});

test('an existing comic with the new title is not changed', async () => {
  await imported();
  await rm(folder, { recursive: true });
  await writeCbz(folder, '第9话.cbz', [await picture(run * 10 + 9)]);
  await imported('--series', '新名');
  for (const no of [1, 2]) await writeCbz(folder, `第${no}话.cbz`, [await picture(run * 10 + no)]);
  await sidecar('title: 新名');
  await imported();
  expect(await comics()).toMatchObject([
    { title: '新名', nos: [1, 2, 9] },
    { title: '旧名', nos: [1, 2] },
  ]);
});

test('an already applied title does not undo a later renaming', async () => {
  await sidecar('title: 新名');
  await imported();
  await bench.pool.query(`update catalog.comic set title = '改名', title_key = '改名'`);
  expect((await imported()).map(({ series, result }) => [series, result])).toEqual([
    ['改名', 'unchanged'],
    ['改名', 'unchanged'],
  ]);
  await writeCbz(folder, '第3话.cbz', [await picture(run * 10 + 3)]);
  await imported();
  expect(await comics()).toMatchObject([{ title: '改名', nos: [1, 2, 3] }]);
});

test('files under the old name go into the renamed comic, in the same import and later', async () => {
  await imported();
  await sidecar('title: 新名');
  const other = join(bench.folder, `titles-${run}`, 'more', '旧名');
  await writeCbz(other, '第3话.cbz', [await picture(run * 10 + 3)]);
  const both = JSON.parse((await bench.run(join(bench.folder, `titles-${run}`), '--json', '--dry-run')).stdout);
  expect(both.sources.map(({ series }: Outcome) => series)).toEqual(['新名', '新名', '新名']);
  await bench.run(join(bench.folder, `titles-${run}`));
  expect(await comics()).toMatchObject([{ title: '新名', nos: [1, 2, 3] }]);
  const later = join(bench.folder, `titles-${run}`, 'later');
  await writeCbz(later, '旧名 第4话.cbz', [await picture(run * 10 + 4)]);
  expect(JSON.parse((await bench.run(later, '--json', '--dry-run')).stdout).sources).toMatchObject([
    { series: '新名', no: 4, result: 'new' },
  ]);
  await bench.run(later);
  expect(await comics()).toMatchObject([{ title: '新名', nos: [1, 2, 3, 4] }]);
});

test('the old title stays an alias, together with the aliases of the file', async () => {
  await imported();
  await sidecar('title: 新名\nalias: 小名');
  await imported();
  expect(await comics()).toMatchObject([{ title: '新名', alias: ['小名', '旧名'] }]);
  await sidecar('title: 新名\nalias: [乳名, 旧名]');
  await imported();
  expect(await comics()).toMatchObject([{ title: '新名', alias: ['乳名', '旧名'] }]);
});

test('a title can be changed back', async () => {
  await imported();
  await sidecar('title: 新名');
  await imported();
  await sidecar('title: 旧名');
  expect(await imported('--dry-run')).toMatchObject([
    { series: '旧名', no: 1, result: 'updated', updated: ['书名'] },
    { series: '旧名', no: 2, result: 'updated' },
  ]);
  await imported();
  expect(await comics()).toMatchObject([{ title: '旧名', alias: ['新名'], nos: [1, 2] }]);
  expect((await imported()).map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
});

test('files under the old name go into the renamed comic, unless another comic has that name', async () => {
  await imported();
  await sidecar('title: 新名');
  await imported();
  await bench.pool.query(
    `insert into catalog.comic (title, title_key, code, store_key, created_at, updated_at)
     values ('旧名', '旧名', 'oldone', md5('oldone'), now(), now())`,
  );
  const later = join(bench.folder, `titles-${run}`, 'later', '旧名');
  await writeCbz(later, '第5话.cbz', [await picture(run * 10 + 5)]);
  await bench.run(later);
  expect(await comics()).toMatchObject([
    { title: '新名', nos: [1, 2] },
    { title: '旧名', nos: [5] },
  ]);
});
