import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  library = join(bench.folder, `moved-${++run}`);
  folder = join(library, '塔');
  await deleteComics(bench);
  await write(folder, '第1话.cbz', 1);
  await write(folder, '第2话.cbz', 2);
});

const write = async (at: string, name: string, seed: number) => writeCbz(at, name, [await picture(run * 100 + seed)]);

async function imported(...argv: string[]): Promise<Outcome[]> {
  return JSON.parse((await bench.run(library, '--json', ...argv)).stdout).sources;
}

/** Runs a dry run, which must write nothing, and then the import with the same result. */
async function importedAsPreviewed(): Promise<Outcome[]> {
  const before = await bench.snapshot();
  const preview = await imported('--dry-run');
  expect(await bench.snapshot()).toEqual(before);
  const done = await imported();
  const reportOf = ({ path, no, result, updated, warnings }: Outcome) => [path, no, result, updated, warnings];
  expect(preview.map(reportOf).sort()).toEqual(done.map(reportOf).sort());
  return done;
}

async function moveLibrary(): Promise<void> {
  const elsewhere = `${library}-elsewhere`;
  await rename(library, elsewhere);
  library = elsewhere;
  folder = join(library, '塔');
}

type Row = { id: number; no: number; name: string; root: string };

async function chapters(): Promise<Row[]> {
  const { rows } = await bench.pool.query(
    `select id::int, no, source_name as name, source_root as root from catalog.chapter order by id`,
  );
  return rows;
}

test('a moved library is recognised', async () => {
  await imported();
  const before = await chapters();
  await moveLibrary();
  expect((await imported()).map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
  expect(await chapters()).toEqual(before.map((each) => ({ ...each, root: library })));
});

test('files and folders that are renamed in it keep their chapters and comics', async () => {
  await write(join(library, '已完结', '别的'), '第1话.cbz', 3);
  await imported();
  const before = await chapters();
  await moveLibrary();
  await rename(join(folder, '第2话.cbz'), join(folder, '第02话.cbz'));
  await rename(join(library, '已完结', '别的'), join(library, '已完结', '其他'));
  expect((await importedAsPreviewed()).map(({ result }) => result).sort()).toEqual(['unchanged', 'updated', 'updated']);
  const after = await chapters();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.map(({ name }) => name).sort()).toEqual(['其他/第1话.cbz', '塔/第02话.cbz', '塔/第1话.cbz']);
});

test('a file that was deleted from it before the next import counts as missing', async () => {
  await imported();
  await moveLibrary();
  await rm(join(folder, '第2话.cbz'));
  await imported();
  await write(folder, '第02话.cbz', 4);
  const outcome = (await importedAsPreviewed()).find(({ no }) => no === 2);
  expect(outcome).toMatchObject({ result: 'replaced', warnings: ['代替了「第2话.cbz」，那份文件已经不在'] });
});

test('a copy beside the original is not a moved library', async () => {
  await imported();
  const before = await chapters();
  const copy = `${library}-copy`;
  await cp(library, copy, { recursive: true });
  await rename(join(copy, '塔', '第2话.cbz'), join(copy, '塔', '第02话.cbz'));
  library = copy;
  await imported();
  expect(await chapters()).toEqual(before);
});

test('a folder that now contains other files is not taken for the library', async () => {
  await imported();
  const old = library;
  await moveLibrary();
  await mkdir(join(old, '别的'), { recursive: true });
  await imported();
  expect((await chapters()).map(({ root }) => root)).toEqual([library, library]);
});
