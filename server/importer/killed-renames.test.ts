import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteComics } from '../../testing/factories/comics.ts';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../testing/sources/comic-sources.ts';

let bench: Workbench;
let seed = 0;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

const PROGRAM = new URL('../../testing/importing/import-in-child.ts', import.meta.url);
const KILL = new URL('../../testing/drills/kill-at.ts', import.meta.url);

async function killedImport(library: string, step: string): Promise<ChildProcess> {
  const argv = [PROGRAM.pathname, JSON.stringify(bench.connection), bench.imageDir, library].map(decodeURI);
  const env = { ...process.env, MANYU_KILL_AT: step };
  const child = spawn(process.execPath, ['--import', KILL.href, ...argv], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  return child;
}

async function chapters(): Promise<string[]> {
  const { rows } = await bench.pool.query(
    `select concat_ws(' ', b.id, b.title, c.id, no, source_name) as chapter
     from catalog.chapter c join catalog.comic b on b.id = comic_id order by no`,
  );
  return rows.map(({ chapter }) => chapter);
}

test.each([
  'after catalog.rename-comic of catalog.release-title-keys',
  'before commit of catalog.release-title-keys',
  'after commit of catalog.release-title-keys',
  'after catalog.release-chapter-numbers of catalog.release-chapter-numbers',
  'after commit of catalog.release-chapter-numbers',
])('an import killed %s is completed by the next one', async (step) => {
  seed += 10;
  await deleteComics(bench);
  await bench.run('--verify');
  const library = join(bench.folder, `killed-${seed}`);
  const old = join(library, '旧');
  for (const no of [1, 2]) await writeCbz(old, `第${no}话.cbz`, [await picture(seed + no)]);
  await bench.run(library);
  const [one, two] = (await chapters()).map((each) => each.split(' '));
  await rename(join(old, '第2话.cbz'), join(old, '第3话.cbz'));
  await rename(join(old, '第1话.cbz'), join(old, '第2话.cbz'));
  await writeCbz(old, '第1话.cbz', [await picture(seed + 5)]);
  await rename(old, join(library, '新'));
  expect(await killedImport(library, step)).toMatchObject({ signalCode: 'SIGKILL' });
  expect((await bench.run(library)).code).toBe(0);
  expect(await chapters()).toEqual([
    expect.stringMatching(`^${one?.[0]} 新 .* 1 新/第1话.cbz$`),
    `${one?.[0]} 新 ${one?.[2]} 2 新/第2话.cbz`,
    `${two?.[0]} 新 ${two?.[2]} 3 新/第3话.cbz`,
  ]);
  expect(JSON.parse((await bench.run('--verify', '--json')).stdout)).toMatchObject({
    removed: 0,
    mended: [],
    lost: [],
  });
  await rm(library, { recursive: true });
});
