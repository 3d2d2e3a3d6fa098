import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../testing/sources/comic-sources.ts';
import { declareFolders } from '../modules/catalog/publishing/publishing.ts';

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

test('an import removes the files of a killed one: complete pictures, half-written ones, and other files', async () => {
  const folder = join(bench.folder, '甲');
  await bench.run(await writeCbz(folder, '甲 第1话.cbz', [await picture(1), await picture(2)]));
  const before = await bench.snapshot();
  const live = before.files[0]?.split('/').slice(0, 2).join('/') ?? '';
  const lost = `open/${'c'.repeat(32)}`;
  await mkdir(join(bench.imageDir, lost), { recursive: true });
  for (const prefix of [live, lost]) {
    await writeFile(join(bench.imageDir, prefix, `${'d'.repeat(32)}.bin`), 'an unreferenced picture');
    await writeFile(join(bench.imageDir, prefix, `.${'e'.repeat(32)}.0a1b2c3d.tmp`), 'half');
    await writeFile(join(bench.imageDir, prefix, `${'f'.repeat(32)}.bin`), '');
  }
  await declareFolders(bench.pool, [live, lost], new Date());
  await bench.run(folder);
  expect(await bench.snapshot()).toEqual(before);
  expect(await readdir(join(bench.imageDir, 'open'))).not.toContain('c'.repeat(32));
});
