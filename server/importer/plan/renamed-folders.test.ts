import { cp, rename, rm, writeFile } from 'node:fs/promises';
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
  library = join(bench.folder, `folders-${++run}`);
  await deleteComics(bench);
  await write('旧书名', '第1话.cbz', 1);
  await write('旧书名', '第2话.cbz', 2);
  await imported('--price', '5');
});

const at = (name: string) => join(library, name);
const write = async (folder: string, name: string, seed: number) =>
  writeCbz(at(folder), name, [await picture(run * 100 + seed)]);

async function imported(...more: string[]): Promise<Outcome[]> {
  return JSON.parse((await bench.run(library, '--json', ...more)).stdout).sources;
}

/** Runs a dry run, which must write nothing, and then the import with the same result. */
async function importedAsPreviewed(): Promise<Outcome[]> {
  const before = await bench.snapshot();
  const preview = await imported('--dry-run');
  expect(await bench.snapshot()).toEqual(before);
  const done = await imported();
  const reportOf = ({ path, series, no, result, updated, warnings }: Outcome) => [
    path,
    series,
    no,
    result,
    updated,
    warnings,
  ];
  expect(preview.map(reportOf).sort()).toEqual(done.map(reportOf).sort());
  return done;
}

type Comic = { id: number; title: string; alias: string[]; former_keys: string[]; chapters: string[] };

async function comics(): Promise<Comic[]> {
  const { rows } = await bench.pool.query(
    `select b.id::int, title, alias, former_keys, array(select concat_ws(' ', id, no, source_name, price_coins)
       from catalog.chapter where comic_id = b.id order by no) as chapters
     from catalog.comic b order by b.id`,
  );
  return rows;
}

const warningsOf = (outcomes: Outcome[]) => outcomes.flatMap(({ warnings }) => warnings);

test('a comic is renamed with its folder, keeps chapters and prices, and its old title still finds it', async () => {
  const [before] = await comics();
  await rename(at('旧书名'), at('新书名'));
  const outcomes = await importedAsPreviewed();
  expect(outcomes).toMatchObject([
    { series: '新书名', no: 1, result: 'updated', updated: ['书名', '文件名'] },
    { series: '新书名', no: 2, result: 'updated', updated: ['书名', '文件名'] },
  ]);
  expect(warningsOf(outcomes)).toEqual(['《旧书名》的文件现在属于《新书名》：内容相同，原来的文件已经不在']);
  const after = {
    id: before?.id,
    title: '新书名',
    alias: ['旧书名'],
    former_keys: ['旧书名'],
    chapters: before?.chapters.map((each) => each.replace('旧书名', '新书名')),
  };
  expect(await comics()).toEqual([after]);
  expect((await imported()).map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
  // New files under the old title still belong to it.
  await write('旧书名', '第3话.cbz', 3);
  expect((await imported()).at(-1)).toMatchObject({ series: '新书名', no: 3, result: 'new' });
});

test('a comic is renamed with its folder also if a chapter is replaced and one added at the same time', async () => {
  const [before] = await comics();
  await rename(at('旧书名'), at('新书名'));
  await write('新书名', '第2话.cbz', 7);
  await write('新书名', '第3话.cbz', 8);
  expect((await importedAsPreviewed()).map(({ no, result }) => [no, result])).toEqual([
    [1, 'updated'],
    [2, 'replaced'],
    [3, 'new'],
  ]);
  expect(await comics()).toMatchObject([{ id: before?.id, title: '新书名', chapters: { length: 3 } }]);
});

test('a title set by an operator stays, and the new folder belongs to that comic', async () => {
  await bench.pool.query(
    `update catalog.comic set title = '好名', title_key = '好名', set_by_hand = '{title}', former_keys = '{旧书名}'`,
  );
  await rename(at('旧书名'), at('新书名'));
  expect(await importedAsPreviewed()).toMatchObject([{ series: '好名', updated: ['文件名'] }, {}]);
  expect(await comics()).toMatchObject([{ title: '好名', former_keys: ['旧书名', '新书名'], chapters: { length: 2 } }]);
  await write('新书名', '第3话.cbz', 3);
  expect((await imported()).at(-1)).toMatchObject({ series: '好名', no: 3, result: 'new' });
});

test('a deleted comic is renamed and stays deleted', async () => {
  await bench.pool.query('update catalog.comic set deleted_at = now(), online = false');
  await rename(at('旧书名'), at('新书名'));
  await importedAsPreviewed();
  const { rows } = await bench.pool.query('select title, online from catalog.comic');
  expect(rows).toEqual([{ title: '新书名', online: false }]);
});

test('a copied folder is a separate comic, and both titles are reported', async () => {
  await cp(at('旧书名'), at('新书名'), { recursive: true });
  const outcomes = await importedAsPreviewed();
  expect(warningsOf(outcomes)).toEqual(['内容与《旧书名》第 1 话相同', '内容与《旧书名》第 2 话相同']);
  expect(await comics()).toMatchObject([{ title: '旧书名' }, { title: '新书名' }]);
});

test('a folder renamed to another comic’s title goes into that comic, and both titles are reported', async () => {
  await write('新书名', '第9话.cbz', 9);
  await imported();
  await rename(join(at('旧书名'), '第1话.cbz'), join(at('新书名'), '第1话.cbz'));
  await rm(at('旧书名'), { recursive: true });
  expect(warningsOf(await importedAsPreviewed())).toEqual(['内容与《旧书名》第 1 话相同']);
  expect(await comics()).toMatchObject([
    { title: '旧书名', chapters: { length: 2 } },
    { title: '新书名', chapters: { length: 2 } },
  ]);
});

test('moving one of several chapters to another folder does not rename the comic', async () => {
  await write('旧书名', '第3话.cbz', 3);
  await imported();
  await rename(at('旧书名'), at('gone'));
  await write('选集', '第1话.cbz', 1);
  await rm(at('gone'), { recursive: true });
  expect(warningsOf(await importedAsPreviewed())).toEqual(['内容与《旧书名》第 1 话相同']);
  expect(await comics()).toMatchObject([{ title: '旧书名', chapters: { length: 3 } }, { title: '选集' }]);
});

test('two folders that swap their names swap the titles of their comics', async () => {
  await write('另一部', '第1话.cbz', 11);
  await imported();
  const [one, two] = await comics();
  await rename(at('旧书名'), at('x'));
  await rename(at('另一部'), at('旧书名'));
  await rename(at('x'), at('另一部'));
  await importedAsPreviewed();
  expect(await comics()).toMatchObject([
    { id: one?.id, title: '另一部', chapters: { length: 2 } },
    { id: two?.id, title: '旧书名', chapters: { length: 1 } },
  ]);
  expect((await imported()).map(({ result }) => result)).toEqual(['unchanged', 'unchanged', 'unchanged']);
});

test('a folder with a title in its series.yaml may have any name', async () => {
  await writeFile(join(at('旧书名'), 'series.yaml'), 'title: 书');
  await imported();
  await rename(at('旧书名'), at('随便'));
  expect(await importedAsPreviewed()).toMatchObject([{ series: '书', updated: ['文件名'] }, {}]);
  expect(await comics()).toMatchObject([{ title: '书' }]);
});

test('a folder that gets its first name back renames the comic back', async () => {
  const [before] = await comics();
  await rename(at('旧书名'), at('新书名'));
  await imported();
  await rename(at('新书名'), at('旧书名'));
  expect(await importedAsPreviewed()).toMatchObject([{ series: '旧书名', updated: ['书名', '文件名'] }, {}]);
  expect(await comics()).toEqual([{ ...before, alias: ['新书名'], former_keys: ['新书名'] }]);
});

test('a title follows its folder to upper case', async () => {
  await rename(at('旧书名'), at('abc'));
  await imported();
  await rename(at('abc'), at('ABC'));
  expect(await importedAsPreviewed()).toMatchObject([{ series: 'ABC', updated: ['书名', '文件名'] }, {}]);
  expect(await comics()).toMatchObject([{ title: 'ABC', alias: ['旧书名', 'abc'], former_keys: ['旧书名'] }]);
  expect((await imported()).map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
});

test('a title set by an operator stays if a file of the folder is renamed', async () => {
  await bench.pool.query(
    `update catalog.comic set title = '好名', title_key = '好名', set_by_hand = '{title}', former_keys = '{旧书名}'`,
  );
  await rm(join(at('旧书名'), '第2话.cbz'));
  await bench.pool.query('delete from catalog.chapter where no = 2');
  await rename(join(at('旧书名'), '第1话.cbz'), join(at('旧书名'), '第01话.cbz'));
  const outcomes = await importedAsPreviewed();
  expect(outcomes).toMatchObject([{ series: '好名', no: 1, updated: ['文件名'] }]);
  expect(warningsOf(outcomes)).toEqual([]);
  expect(await comics()).toMatchObject([{ title: '好名', former_keys: ['旧书名'] }]);
});

test('two comics with a common chapter each follow their own folder', async () => {
  await cp(join(at('旧书名'), '第1话.cbz'), join(at('乙书'), '第1话.cbz'));
  await write('乙书', '第2话.cbz', 5);
  await imported();
  const before = await comics();
  await rename(at('旧书名'), at('新书名'));
  await rename(at('乙书'), at('丙书'));
  const outcomes = await importedAsPreviewed();
  expect(outcomes.map(({ series, result }) => [series, result])).toEqual([
    ['丙书', 'updated'],
    ['丙书', 'updated'],
    ['新书名', 'updated'],
    ['新书名', 'updated'],
  ]);
  expect((await comics()).map(({ id, title }) => [id, title])).toEqual([
    [before[0]?.id, '新书名'],
    [before[1]?.id, '丙书'],
  ]);
});
