import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteComics } from '../../../testing/factories/comics.ts';
import { openWorkbench, type Workbench } from '../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';
import type { Outcome } from '../source/outcome.ts';

let bench: Workbench;
let library: string;
let folder: string;
let run = 0;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  library = join(bench.folder, `renamed-${++run}`);
  folder = join(library, '改名');
  await mkdir(folder, { recursive: true });
  await deleteComics(bench);
});

const cbz = async (name: string, seed: number, at = folder) => writeCbz(at, name, [await picture(run * 100 + seed)]);
const move = (from: string, to: string) => rename(join(folder, from), join(folder, to));

async function imported(...argv: string[]): Promise<Outcome[]> {
  const paths = argv.filter((each) => !each.startsWith('--')).length > 0 ? argv : [library, ...argv];
  return JSON.parse((await bench.run(...paths, '--json')).stdout).sources;
}

type Row = { id: number; no: number; name: string; title: string; deleted: boolean };

async function chapters(): Promise<Row[]> {
  const { rows } = await bench.pool.query(
    `select id::int, no, source_name as name, title, deleted_at is not null as deleted from catalog.chapter order by no`,
  );
  return rows;
}

/** Runs a dry run, which must write nothing, and then the import with the same result. */
async function importedAsPreviewed(): Promise<Outcome[]> {
  const before = await bench.snapshot();
  const preview = await imported('--dry-run');
  expect(await bench.snapshot()).toEqual(before);
  const done = await imported();
  const reportOf = ({ path, no, result, updated, reason, warnings }: Outcome) => [
    path,
    no,
    result,
    updated,
    reason,
    warnings,
  ];
  expect(preview.map(reportOf).sort()).toEqual(done.map(reportOf).sort());
  return done;
}

describe('known content under a new name', () => {
  test('keeps its chapter, which records the new name', async () => {
    await cbz('第1话.cbz', 1);
    await imported();
    const [before] = await chapters();
    await move('第1话.cbz', '第01话 相遇.cbz');
    expect(await importedAsPreviewed()).toMatchObject([{ no: 1, result: 'updated', updated: ['文件名'] }]);
    expect(await chapters()).toEqual([{ ...before, name: '改名/第01话 相遇.cbz', title: '相遇' }]);
    expect(await imported()).toMatchObject([{ result: 'unchanged' }]);
    await cbz('第01话 相遇.cbz', 2);
    expect(await importedAsPreviewed()).toMatchObject([{ no: 1, result: 'replaced' }]);
    expect(await chapters()).toMatchObject([{ id: before?.id, name: '改名/第01话 相遇.cbz' }]);
  });

  test('takes the number of its new name', async () => {
    await cbz('第1话.cbz', 1);
    await cbz('第2话.cbz', 2);
    await imported();
    const [, before] = await chapters();
    await move('第2话.cbz', '第20话.cbz');
    const [, outcome] = await importedAsPreviewed();
    expect(outcome).toMatchObject({
      no: 20,
      result: 'updated',
      updated: ['话数'],
      warnings: ['原来是第 2 话「第2话.cbz」'],
    });
    expect(await chapters()).toMatchObject([{ no: 1 }, { id: before?.id, no: 20, name: '改名/第20话.cbz' }]);
    expect((await imported()).map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
  });

  test('keeps the number that an operator has set', async () => {
    await cbz('第2话.cbz', 2);
    await imported();
    await bench.pool.query(`update catalog.chapter set no = 7, set_by_hand = '{no}'`);
    await move('第2话.cbz', '第20话.cbz');
    expect(await importedAsPreviewed()).toMatchObject([{ no: 7, updated: ['文件名'] }]);
    expect(await chapters()).toMatchObject([{ no: 7, name: '改名/第20话.cbz' }]);
  });

  test('stays deleted', async () => {
    await cbz('第1话.cbz', 1);
    await imported();
    await bench.pool.query('update catalog.chapter set deleted_at = now(), online = false');
    await move('第1话.cbz', '第9话.cbz');
    await importedAsPreviewed();
    expect(await chapters()).toMatchObject([{ no: 9, deleted: true, name: '改名/第9话.cbz' }]);
  });

  test('is a copy if the old file still exists: it is reported, and the chapter keeps its file', async () => {
    await cbz('第1话.cbz', 1);
    await imported();
    await cbz('第01话.cbz', 1);
    await cbz('第5话.cbz', 1);
    const outcomes = await importedAsPreviewed();
    expect(outcomes.find(({ no }) => no === 5)).toMatchObject({ result: 'new', warnings: ['内容与第 1 话相同'] });
    expect(await chapters()).toMatchObject([
      { no: 1, name: '改名/第1话.cbz' },
      { no: 5, name: '改名/第5话.cbz' },
    ]);
    // The command names only the new file, so the importer looks for the old one on the disk.
    await imported(join(folder, '第01话.cbz'));
    expect(await chapters()).toMatchObject([{ name: '改名/第1话.cbz' }, { no: 5 }]);
  });

  test('under two new names uses the first of them, and the other one is reported', async () => {
    await cbz('第1话.cbz', 1);
    await imported();
    await move('第1话.cbz', '第01话.cbz');
    await cbz('第1话 全.cbz', 1);
    const results = (await importedAsPreviewed()).map(({ result, reason }) => [result, reason !== null]);
    expect(results.sort()).toEqual([
      ['refused', true],
      ['updated', false],
    ]);
    const [only, ...more] = await chapters();
    expect(more).toEqual([]);
    await imported();
    expect(await chapters()).toEqual([only]);
  });

  test('is recognised if two files have swapped their names: each chapter follows its content', async () => {
    await cbz('第1话.cbz', 1);
    await cbz('第2话.cbz', 2);
    await imported();
    const [one, two] = await chapters();
    await move('第1话.cbz', 'x');
    await move('第2话.cbz', '第1话.cbz');
    await move('x', '第2话.cbz');
    expect((await importedAsPreviewed()).map(({ no, updated }) => [no, updated])).toEqual([
      [1, ['话数']],
      [2, ['话数']],
    ]);
    expect(await chapters()).toMatchObject([
      { id: two?.id, no: 1, name: '改名/第1话.cbz' },
      { id: one?.id, no: 2, name: '改名/第2话.cbz' },
    ]);
  });

  test('gets the next number when a chapter is inserted before it', async () => {
    await cbz('第1话.cbz', 1);
    await cbz('第2话.cbz', 2);
    await imported();
    const [one, two] = await chapters();
    await move('第2话.cbz', '第3话.cbz');
    await move('第1话.cbz', '第2话.cbz');
    await cbz('第1话.cbz', 3);
    await importedAsPreviewed();
    expect(await chapters()).toMatchObject([{ no: 1 }, { id: one?.id, no: 2 }, { id: two?.id, no: 3 }]);
  });
});

describe('a chapter whose file is missing', () => {
  test('is replaced by another file with its number', async () => {
    await cbz('第1话.cbr.cbz', 1);
    await cbz('Ch.10.cbz', 2);
    await imported();
    const before = await chapters();
    await rm(join(folder, 'Ch.10.cbz'));
    await cbz('Ch.10v2.cbz', 3);
    const outcome = (await importedAsPreviewed()).find(({ no }) => no === 10);
    expect(outcome).toMatchObject({ result: 'replaced', warnings: ['代替了「Ch.10.cbz」，那份文件已经不在'] });
    expect(await chapters()).toMatchObject([before[0], { id: before[1]?.id, name: '改名/Ch.10v2.cbz' }]);
  });

  test('is not replaced while its file exists', async () => {
    await cbz('第1话.cbz', 1);
    await imported();
    await cbz('Ch.1.cbz', 2);
    expect((await imported(join(folder, 'Ch.1.cbz')))[0]).toMatchObject({
      result: 'refused',
      code: 'conflict',
    });
  });

  test.each([
    ['does not exist', async (at: string) => rm(at, { recursive: true })],
    [
      'is empty, as a mount point without its disk',
      async (at: string) => {
        await rm(at, { recursive: true });
        await mkdir(at);
      },
    ],
  ])('is not replaced if its folder %s', async (_, lose) => {
    await cbz('第1话.cbz', 1);
    await imported();
    const other = join(bench.folder, `other-${run}`, '改名');
    await cbz('Ch.1.cbz', 2, other);
    await lose(library);
    expect((await imported(other))[0]).toMatchObject({ result: 'refused', code: 'conflict' });
  });

  test('is found on the disk if its name is not UTF-8', async () => {
    await mkdir(folder, { recursive: true });
    const gbk = Buffer.concat([
      Buffer.from(`${folder}/`),
      Buffer.from([0xb5, 0xda, 0x31, 0xbb, 0xb0]),
      Buffer.from('.cbz'),
    ]);
    await rename(await cbz('x.cbz', 1), gbk);
    await imported();
    expect(await chapters()).toMatchObject([{ name: '改名/第1话.cbz' }]);
    await cbz('第01话.cbz', 2);
    expect((await imported(join(folder, '第01话.cbz')))[0]).toMatchObject({ result: 'refused', code: 'conflict' });
  });
});

test('the folder of a source is recorded by the next import', async () => {
  await cbz('第1话.cbz', 1);
  await imported();
  await bench.pool.query('update catalog.chapter set source_root = null');
  await imported();
  const { rows } = await bench.pool.query('select source_root from catalog.chapter');
  expect(rows).toEqual([{ source_root: library }]);
});

test('a folder of pictures that is renamed is the same chapter', async () => {
  await mkdir(join(folder, '第1话'));
  await writeFile(join(folder, '第1话', '001.png'), await picture(run * 100 + 1));
  await imported();
  const [before] = await chapters();
  await move('第1话', '第3话');
  await importedAsPreviewed();
  expect(await chapters()).toEqual([{ ...before, no: 3, name: '改名/第3话' }]);
});
