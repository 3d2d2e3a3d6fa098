import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemoState } from '../../../../demo/state.ts';
import { openWorkbench, type Workbench } from '../../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../../testing/sources/comic-sources.ts';
import { holdImportLock } from '../../../modules/catalog/publishing/publishing.ts';
import { findRefusedImport } from '../../../modules/operations/operations.ts';

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

test('a mistyped path is reported at once without an alert; a damaged file causes an alert', async () => {
  const typo = join(bench.folder, '没有这个文件夹');
  expect(await bench.run(typo)).toMatchObject({ code: 2, stdout: expect.stringContaining('找不到，请检查路径') });
  expect(await findRefusedImport(bench.pool)).toBeNull();
  const folder = join(bench.folder, '坏的');
  await mkdir(folder);
  await writeFile(join(folder, '某书 第1话.cbz'), 'no archive');
  expect((await bench.run(folder, typo)).code).toBe(2);
  const example = expect.stringContaining('某书 第1话.cbz：');
  expect(await findRefusedImport(bench.pool)).toMatchObject({ refused: 1, example });
});

test('an import that waits for the demo says so', async () => {
  const release = await holdImportLock(
    bench.pool,
    () => {},
    () => {},
    new AbortController().signal,
  );
  await writeDemoState(dirname(bench.imageDir), 'drawing');
  const folder = join(bench.folder, '好的');
  await writeCbz(folder, '某书 第2话.cbz', [await picture(1)]);
  const { stderr, ended } = bench.begin(folder);
  await expect.poll(stderr).toContain('正在画演示用的漫画，要一两分钟，等它结束后自动开始…');
  await release();
  expect(await ended).toMatchObject({ code: 0, stderr: expect.stringContaining('manyu demo remove') });
});

/** Escape sequences that write the clipboard and clear the screen, a line break, and a direction override. */
const HOSTILE = 'x\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009d52;c;x\u009c\r\n伪造的一行\u202e';
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]|^伪造/mu;

test('control characters in file names don’t reach the terminal', async () => {
  const folder = join(bench.folder, `书${HOSTILE}`);
  await writeCbz(folder, `${HOSTILE} 第1话.cbz`, [await picture(1)]);
  await writeCbz(folder, `又一份 第1话 ${HOSTILE}.cbz`, [await picture(2)]);
  await writeFile(join(folder, `坏的 ${HOSTILE}.cbz`), 'no archive');
  const nowhere = join(bench.folder, `没有 ${HOSTILE}`);
  const rans = [
    await bench.run(folder, nowhere, '--dry-run'),
    await bench.run(folder, nowhere),
    await bench.run(folder),
  ];
  for (const { stdout, stderr } of rans) {
    expect(stdout).toContain('被拒绝');
    expect(`${stdout}${stderr}`).not.toMatch(OBEYED);
  }
  expect((await findRefusedImport(bench.pool))?.example).not.toMatch(OBEYED);
});
