import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../../../testing/importing/import-workbench.ts';
import { makeRar5, makeTar, packWith7z } from '../../../../testing/sources/archives.ts';
import { picture } from '../../../../testing/sources/comic-sources.ts';
import { makePdf } from '../../../../testing/sources/pdf.ts';
import { makeZip } from '../../../../testing/sources/zip.ts';

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const leftBehind = async () => {
  const scratch = join(dirname(bench.imageDir), 'import-tmp');
  return existsSync(scratch) ? readdir(scratch) : [];
};

test('a RAR, a 7z, a tar, a zip and a PDF are imported alike, and the unpacked files are removed', async () => {
  const members = await Promise.all(
    [1, 2, 3].map(async (no) => ({ name: `${no}.png${no === 2 ? '!w200' : ''}`, bytes: await picture(no) })),
  );
  const scans = await Promise.all(
    members.map(async ({ bytes }) => {
      const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      return { picture: { bytes: data, width: info.width, height: info.height } };
    }),
  );
  const archives = [
    makeRar5(members),
    await packWith7z(members, '-t7z'),
    makeTar(members),
    makeZip(members),
    makePdf(scans.map((scan) => ({ ...scan, width: scan.picture.width, height: scan.picture.height }))),
  ];
  const folder = join(bench.folder, '书名');
  await mkdir(folder);
  for (const [index, bytes] of archives.entries()) await writeFile(join(folder, `第${index + 1}话.cbz`), bytes);

  expect((await bench.run(folder)).code).toBe(0);
  const { rows } = await bench.pool.query('select pages from catalog.chapter order by no');
  const stored = rows.map(({ pages }) => pages.map(({ key }: { key: string }) => key.split('/').at(-1)));
  // The name of a stored page is made from its content.
  expect(stored[0]).toHaveLength(3);
  expect(stored).toEqual(archives.map(() => stored[0]));
  expect(await leftBehind()).toEqual([]);
});

test('unpacked files of a killed import are removed by the next one', async () => {
  const left = join(dirname(bench.imageDir), 'import-tmp', 'pages-killed');
  await mkdir(left, { recursive: true });
  await writeFile(join(left, '0'), 'half a page');
  const path = join(bench.folder, '某篇 第1话.cbr');
  await writeFile(path, makeRar5([{ name: '1.png', bytes: await picture(9) }]));
  expect((await bench.run(path)).code).toBe(0);
  expect(await leftBehind()).toEqual([]);
});

test('a RAR whose unpacking is refused leaves no files', async () => {
  const before = await bench.snapshot();
  const path = join(bench.folder, '坏 第1话.cbr');
  const sound = makeRar5([{ name: '1.png', bytes: await picture(10) }]);
  await writeFile(path, sound.subarray(0, sound.length - 60));
  expect((await bench.run(path)).code).toBe(2);
  expect(await bench.snapshot()).toEqual(before);
  expect(await leftBehind()).toEqual([]);
});
