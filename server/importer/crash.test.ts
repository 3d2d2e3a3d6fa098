import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { spoil } from '../../testing/drills/backups.ts';
import { howMany, seedOf } from '../../testing/drills/drill.ts';
import { deleteComics } from '../../testing/factories/comics.ts';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../testing/sources/comic-sources.ts';
import { keysOfCover, keysOfPage, storedComics } from '../modules/catalog/publishing/publishing.ts';

const ROUNDS = howMany({ test: 2, drill: 12 });
const CHAPTERS = 6;
/** Pages this wide take longer than starting and stopping the process. */
const WIDTH = howMany({ test: 350, drill: 700 });
const SMALL = 70;
const PROGRAM = new URL('../../testing/importing/import-in-child.ts', import.meta.url).pathname;

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

function start(...argv: string[]): { child: ChildProcess; ended: Promise<unknown> } {
  const child = spawn(
    process.execPath,
    [decodeURI(PROGRAM), JSON.stringify(bench.connection), bench.imageDir, ...argv],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return { child, ended: once(child, 'exit') };
}

async function writeSeries(title: string, seed: number, width = SMALL): Promise<string> {
  const folder = join(bench.folder, title);
  for (let no = 1; no <= CHAPTERS; no++) {
    const pages = await Promise.all([1, 2, 3].map((page) => picture(seed + no * 10 + page, width, (width * 10) / 7)));
    await writeCbz(folder, `${title} 第${no}话.cbz`, pages);
  }
  return folder;
}

/** Every picture that the catalogue names exists in the storage. */
async function expectWhole(): Promise<void> {
  for await (const { comic, chapters } of storedComics(bench.pool)) {
    const keys = comic.cover ? keysOfCover(comic.cover) : [];
    if (comic.cover) expect(keys).toContain(comic.cover.jpegKey);
    for (const chapter of chapters) {
      keys.push(
        ...chapter.pages.flatMap(keysOfPage),
        chapter.preview.key,
        ...(chapter.thumb ? [chapter.thumb.key] : []),
      );
    }
    for (const key of keys) expect((await stat(join(bench.imageDir, key))).size).toBeGreaterThan(2);
  }
}

async function expectNothingToRepair(): Promise<void> {
  const check = await bench.run('--verify', '--json');
  expect(JSON.parse(check.stdout)).toMatchObject({ removed: 0, mended: [], lost: [] });
  expect((await bench.snapshot()).intents).toEqual([]);
}

test('an import killed at any moment leaves the old state whole, and the next run completes it', async () => {
  const seed = seedOf('the moments');
  const random = randomFrom(seed);
  const folder = await writeSeries('断电', 0, WIDTH);
  const first = performance.now();
  await start(folder).ended;
  let took = performance.now() - first;
  let phases = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    // Odd rounds replace chapters and move them behind signed addresses; even rounds import all of them for the first time.
    await writeSeries('断电', round * 1000, WIDTH);
    if (round % 2 === 0) {
      await deleteComics(bench);
      await bench.run('--verify');
    }
    const began = performance.now();
    const { child, ended } = start(folder, '--price', String(round % 2), '--json');
    await Promise.race([ended, sleep(0.15 * took + random() * 0.85 * took)]);
    child.kill('SIGKILL');
    await ended;
    if (child.signalCode === 'SIGKILL') phases++;
    // The machine was busier in the first round: kill earlier in the next one.
    else took = performance.now() - began;
    await expectWhole();
    const next = await bench.run(folder);
    expect(next.code).toBe(0);
    await expectWhole();
    await expectNothingToRepair();
  }
  expect(phases).toBeGreaterThan(0);
}, 300_000);

/** An import that has published one series and waits in the next one until `release` is called. */
async function startHeldUp(title: string, seed: number) {
  const folders = [await writeSeries(`${title}A`, seed), await writeSeries(`${title}B`, seed + 100)];
  await bench.run(folders[1] ?? '');
  await writeSeries(`${title}B`, seed + 200);
  const holder = await bench.pool.connect();
  await holder.query('begin');
  await holder.query('select from catalog.comic where title = $1 for update', [`${title}B`]);
  const started = start(...folders);
  let text = '';
  started.child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  let isHeldUp = true;
  const release = async () => {
    if (!isHeldUp) return;
    isHeldUp = false;
    await holder.query('rollback');
    holder.release();
  };
  // Also after a failure: otherwise the process never ends.
  onTestFinished(release);
  await expect.poll(() => text, { timeout: 60_000 }).toContain(`《${title}A》第 6 话`);
  return { ...started, folders, release };
}

test('a stopped import says how to continue, leaves no partial chapter, and can be continued', async () => {
  const { child, ended, folders, release } = await startHeldUp('中断', 50_000);
  const text = collect(child);
  child.kill('SIGTERM');
  await release();
  await ended;
  expect(child.exitCode).toBe(130);
  expect(text()).toContain('再次运行同一命令即可继续');
  await expectWhole();
  await expectNothingToRepair();
  expect((await bench.run(...folders)).code).toBe(0);
  await expectNothingToRepair();
}, 120_000);

test('a second import waits for the first and says so', async () => {
  const second = await writeSeries('后到', 70_000);
  const { child, ended, release } = await startHeldUp('先来', 60_000);
  const waiting = bench.begin(second);
  await expect.poll(waiting.stderr).toContain('另一个导入正在进行');
  await release();
  await ended;
  expect((await waiting.ended).code).toBe(0);
  expect(child.exitCode).toBe(0);
  await expectNothingToRepair();
}, 120_000);

test('lost and damaged pages are reported with the archive to import again, which repairs them; covers and previews are remade', async () => {
  const folder = await writeSeries('丢失', 80_000);
  await bench.run(folder);
  for await (const { comic, chapters } of storedComics(bench.pool)) {
    if (comic.title !== '丢失') continue;
    await rm(join(bench.imageDir, chapters[1]?.pages[1]?.key ?? 'x'));
    await rm(join(bench.imageDir, comic.cover?.key ?? 'x'));
    for (const key of [chapters[2]?.pages[0]?.key, chapters[3]?.preview.key])
      await spoil(join(bench.imageDir, key ?? 'x'));
  }
  const check = await bench.run('--verify');
  expect(check.code).toBe(1);
  for (const no of [2, 3])
    expect(check.stdout).toMatch(
      new RegExp(`《丢失》第 ${no} 话有 1 个图片文件缺少或损坏，请重新导入「.*丢失 第${no}话.cbz」`),
    );
  expect(check.stdout).toContain('《丢失》第 4 话的缩略图已重新生成');
  expect(check.stdout).toContain('《丢失》的封面已重新生成');
  expect(JSON.parse((await bench.run(folder, '--json')).stdout)).toMatchObject({ unchanged: 4, replaced: 2 });
  await expectNothingToRepair();
  await expectWhole();
}, 120_000);

test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')(
  'a full disk refuses the chapter that does not fit, with nothing left of it (needs root for a small tmpfs)',
  async () => {
    const small = join(bench.folder, 'small');
    await mkdir(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', small]);
    try {
      const folder = await writeSeries('满盘', 90_000, 700);
      const done = await bench.runOn(join(small, 'store'), folder, '--json');
      expect(done.code).not.toBe(0);
      const { sources } = JSON.parse(done.stdout);
      expect(sources.map((source: { code: string | null }) => source.code)).toContain('disk_full');
      const check = await bench.runOn(join(small, 'store'), '--verify', '--json');
      expect(JSON.parse(check.stdout).removed).toBe(0);
    } finally {
      execFileSync('umount', [small]);
    }
  },
  120_000,
);

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

/** Random numbers from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
