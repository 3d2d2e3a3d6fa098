import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteComics } from '../../../testing/factories/comics.ts';
import { openWorkbench, type Workbench } from '../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';
import type { Outcome } from '../source/outcome.ts';

let bench: Workbench;
let library: string;
let run = 0;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  library = join(bench.folder, `names-${++run}`);
  await mkdir(library);
  await deleteComics(bench);
});

const write = async (folder: string, name: string, seed = 1) =>
  writeCbz(join(library, folder), name, [await picture(run * 100 + seed)]);

async function imported(...paths: string[]): Promise<Outcome[]> {
  return JSON.parse((await bench.run(...(paths.length > 0 ? paths : [library]), '--json')).stdout).sources;
}

/** Titles with the numbers of their chapters. */
async function comics(): Promise<[string, number[]][]> {
  const { rows } = await bench.pool.query(
    'select b.title, array_agg(no order by no) as nos from catalog.comic b join catalog.chapter c on c.comic_id = b.id group by b.id order by b.id',
  );
  return rows.map(({ title, nos }) => [title, nos]);
}

/** Importing again changes nothing: every file is recognised. */
async function expectUnchanged(): Promise<void> {
  expect(new Set((await imported()).map(({ result }) => result))).toEqual(new Set(['unchanged']));
}

test('names of the maximum length are imported, and shortened when they are printed', async () => {
  const title = '长'.repeat(85);
  await write(title, `第1话 ${'名'.repeat(80)}.cbz`);
  await write('字母', `${'a'.repeat(250)}.cbz`, 2);
  expect((await imported()).map(({ result }) => result)).toEqual(['new', 'new']);
  expect((await comics()).map(([, nos]) => nos)).toEqual([[1], [1]]);
  await expectUnchanged();
  const { stdout } = await bench.run(library, '--dry-run');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(700);
});

test.each([
  ['dots behind it', '书名...', '第1话...cbz', '书名...'],
  ['blanks behind it', '书名 ', '第1话 .cbz', '书名'],
  ['marks that turn the direction of writing', '\u202e书名\u202c', '\u200f第1话\u200e.cbz', '书名'],
])('a name with %s has the same number as without', async (_, folder, name, title) => {
  await write(folder, name);
  await imported();
  expect(await comics()).toEqual([[title, [1]]]);
  await expectUnchanged();
});

test.each([
  ['brackets', '【】', '[][].cbz'],
  ['emoji', '🍜🐉', '🎉.cbz'],
  ['dots', '….', '‥.cbz'],
])('a folder and a file whose names contain only %s are a comic with one chapter', async (_, folder, name) => {
  await write(folder, name);
  expect(await imported()).toMatchObject([{ result: 'new', no: 1 }]);
  expect((await comics()).map(([title, nos]) => [title.trim() !== '', nos])).toEqual([[true, [1]]]);
  await expectUnchanged();
});

test('chapters in two nested folders are imported once, in any order of the folders', async () => {
  await write('书库/甲', '第1话.cbz', 1);
  await write('书库/已完结/乙', '第1话.cbz', 2);
  const [outer, inner] = [join(library, '书库'), join(library, '书库/已完结')];
  expect((await imported(outer, inner)).map(({ result }) => result)).toEqual(['new', 'new']);
  expect((await imported(inner, outer)).map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
  expect((await imported(inner, outer, `${inner}/`, inner)).map(({ result }) => result)).toEqual([
    'unchanged',
    'unchanged',
  ]);
  expect(await comics()).toHaveLength(2);
});

test('circular links are reported, and the search ends', async () => {
  await write('书', '第1话.cbz');
  await symlink(library, join(library, '书', '回到开头'));
  await symlink('自己', join(library, '书', '自己'));
  const outcomes = await imported();
  expect(outcomes.map(({ result }) => result).sort()).toEqual(['new', 'refused']);
  expect(outcomes.find(({ result }) => result === 'refused')?.reason).toContain('是链接');
});

test('a file keeps its chapter if only the case or the Unicode composition of its name changes', async () => {
  const old = await write('书', 'Café 1.CBZ');
  await imported();
  await rename(old, join(library, '书', 'Cafe\u0301 1.cbz'));
  expect(await imported()).toMatchObject([{ no: 1, result: 'updated', updated: ['文件名'] }]);
  await expectUnchanged();
});
