import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../testing/sources/comic-sources.ts';

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

async function importOnce(seed: number, price: number) {
  const folder = join(bench.folder, '甲');
  await writeCbz(folder, '甲 第1话.cbz', [await picture(seed), await picture(seed + 1)]);
  expect((await bench.run(folder, '--price', String(price))).code).toBe(0);
  const { chapters, files } = await bench.snapshot();
  const kinds = new Set(files.map((file) => file.split('/')[0]).filter((kind) => kind !== 'comic'));
  return { guarded: chapters.map((chapter) => chapter.guarded), kinds: [...kinds] };
}

test('pages that once had a price keep signed addresses when the chapter becomes free and its archive is replaced', async () => {
  expect(await importOnce(1, 0)).toEqual({ guarded: [false], kinds: ['open'] });
  expect(await importOnce(10, 5)).toEqual({ guarded: [true], kinds: ['guarded'] });
  expect(await importOnce(20, 0)).toEqual({ guarded: [true], kinds: ['guarded'] });
});
