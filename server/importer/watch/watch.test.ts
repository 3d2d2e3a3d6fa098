import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';
import { readImportArgs } from '../../operator/commands/import/import.ts';
import { watchFolders } from './watch.ts';
import { inWords } from './watch-report.ts';

const PACE = { settle: 200, patience: 2_500, look: 50, poll: 100, anyway: 60_000, retry: 100 };

let bench: Workbench;
let folder: string;
let run = 0;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  folder = join(bench.folder, `watched-${++run}`);
  await mkdir(folder);
});

function start(more: string[] = [], pace = PACE) {
  const stop = new AbortController();
  let text = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const clock = () => new Date();
  const options = readImportArgs(['--watch', folder, ...more], { stdout: out, stderr: out, clock });
  if (typeof options === 'number') throw new Error(text);
  const context = { pool: bench.pool, imageDir: bench.imageDir, stdout: out, stderr: out, isTTY: false, clock };
  const ended = watchFolders(options, context, stop.signal, inWords(context), pace);
  return {
    text: () => text,
    says: (words: string) => expect.poll(() => text).toContain(words),
    async stop() {
      stop.abort();
      return ended;
    },
  };
}

async function chapters(title: string): Promise<number[]> {
  const { rows } = await bench.pool.query(
    'select c.no from catalog.chapter c join catalog.comic b on b.id = c.comic_id where b.title = $1 order by no',
    [title],
  );
  return rows.map(({ no }) => no);
}

describe.each([
  ['notified by the system', []],
  ['by looking now and then', ['--poll']],
])('a watched folder, %s', (how, args) => {
  test('imports existing and new files, and deleted files change nothing', async () => {
    const title = `守候${how.length}`;
    await writeCbz(folder, `${title} 第1话.cbz`, [await picture(1)]);
    const watch = start(args);
    await watch.says(`新增 《${title}》第 1 话`);
    await writeCbz(join(folder, '新的'), `${title} 第2话.cbz`, [await picture(2)]);
    await watch.says(`新增 《${title}》第 2 话`);
    await rm(join(folder, '新的'), { recursive: true });
    await writeCbz(folder, `${title} 第3话.cbz`, [await picture(3)]);
    await watch.says(`新增 《${title}》第 3 话`);
    await watch.stop();
    expect(await chapters(title)).toEqual([1, 2, 3]);
    expect(watch.text()).not.toContain('没有变化');
  });
});

test.each([
  ['notified by the system', []],
  ['by looking now and then', ['--poll']],
])('a folder that disappears and comes back, %s, is watched again', async (_how, args) => {
  const title = `归来${++run}`;
  const watch = start(args);
  await watch.says('正在监视');
  await rename(folder, `${folder}-away`);
  await watch.says('不见了');
  await mkdir(folder);
  await writeCbz(folder, `${title} 第1话.cbz`, [await picture(run)]);
  await watch.says(`新增 《${title}》第 1 话`);
  expect(watch.text().split('不见了')).toHaveLength(2);
  expect(watch.text()).not.toContain('被拒绝');
  await watch.stop();
});

test('an archive that is still being copied is imported when it is complete', async () => {
  const whole = await readFile(await writeCbz(bench.folder, '原件.cbz', [await picture(1, 600, 900)]));
  // A long patience: on a busy machine the copy of this test takes longer.
  const watch = start([], { ...PACE, patience: 60_000 });
  const path = join(folder, '慢慢来 第1话.cbz');
  const step = Math.ceil(whole.length / 4);
  for (let at = 0; at < whole.length; at += step) {
    await appendFile(path, whole.subarray(at, at + step));
    // Longer than `settle`.
    await new Promise((resolve) => setTimeout(resolve, 2 * PACE.settle));
    if (at + step < whole.length) expect(await chapters('慢慢来')).toEqual([]);
  }
  await watch.says('新增 《慢慢来》第 1 话');
  expect(watch.text()).not.toContain('被拒绝');
  await watch.stop();
});

test('a broken archive is reported once for each version', async () => {
  const path = join(folder, '坏的 第1话.cbz');
  await writeFile(
    path,
    (await readFile(await writeCbz(bench.folder, '原件.cbz', [await picture(1)]))).subarray(0, 300),
  );
  const watch = start();
  await watch.says('被拒绝');
  await writeCbz(folder, '好的 第1话.cbz', [await picture(5)]);
  await watch.says('新增 《好的》第 1 话');
  expect(watch.text().split('被拒绝')).toHaveLength(2);
  await writeCbz(folder, '坏的 第1话.cbz', [await picture(1)]);
  await watch.says('新增 《坏的》第 1 话');
  await watch.stop();
});

test('a sidecar that is written later is applied', async () => {
  await writeCbz(folder, '后话 第1话.cbz', [await picture(1)]);
  const watch = start();
  await watch.says('新增 《后话》第 1 话');
  await writeFile(join(folder, 'series.yaml'), 'price: 20\nauthors: 某人\n');
  await watch.says('已更新价格、资料 《后话》第 1 话');
  await watch.stop();
});

test('a renamed file and a renamed folder keep their chapter and comic', async () => {
  await writeCbz(join(folder, '守旧'), '第1话.cbz', [await picture(1)]);
  const watch = start();
  await watch.says('新增 《守旧》第 1 话');
  await rename(join(folder, '守旧', '第1话.cbz'), join(folder, '守旧', '第4话.cbz'));
  await watch.says('已更新话数 《守旧》第 4 话');
  await rename(join(folder, '守旧'), join(folder, '守新'));
  await watch.says('已更新书名、文件名 《守新》第 4 话');
  await writeCbz(join(folder, '守新'), 'Ch.4 v2.cbz', [await picture(2)]);
  await watch.says('被拒绝 《守新》第 4 话');
  await rm(join(folder, '守新', '第4话.cbz'));
  await rename(join(folder, '守新', 'Ch.4 v2.cbz'), join(folder, '守新', 'Ch.4 v3.cbz'));
  await watch.says('已替换 《守新》第 4 话');
  await watch.stop();
  expect(await chapters('守新')).toEqual([4]);
  expect(await chapters('守旧')).toEqual([]);
});

test('--watch refuses a file, and --dry-run', async () => {
  const file = await writeCbz(folder, '一.cbz', [await picture(1)]);
  expect(await bench.run('--watch', file)).toMatchObject({ code: 2, stderr: expect.stringContaining('不是文件夹') });
  expect((await bench.run('--watch', '--dry-run', folder)).stderr).toContain('--watch 不能与 --dry-run 同用');
  expect((await bench.run('--poll', folder)).stderr).toContain('--poll 要与 --watch 同用');
});
