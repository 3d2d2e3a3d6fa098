import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../testing/sources/comic-sources.ts';
import { discover } from './discover/discover.ts';
import { readOptions } from './options.ts';
import { importSources, withImportLock } from './run.ts';

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

test('a background run makes and publishes one chapter after the other', async () => {
  const folder = join(bench.folder, '乙');
  for (let no = 1; no <= 5; no++) await writeCbz(folder, `乙 第${no}话.cbz`, [await picture(no)]);
  const { pool, imageDir } = bench;
  const { stdout, stderr } = process;
  const clock = () => new Date();
  const options = readOptions([folder], clock());
  if (!options) throw new Error('no options');
  const context = { pool, imageDir, clock, stdout, stderr, isTTY: false, isUnhurried: true };
  const done: string[] = [];
  const progress = { onPage: () => done.push('page'), onChapter: () => done.push('chapter') };
  const { signal } = new AbortController();
  await withImportLock(
    context,
    () => undefined,
    signal,
    () => importSources(discover([folder]), options, context, signal, () => progress),
  );
  expect(done).toEqual(Array.from({ length: 5 }, () => ['page', 'chapter']).flat());
});
