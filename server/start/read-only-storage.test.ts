import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comicRead } from '#contract/calls/comic';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../testing/app/app-process.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import { lostOf, prepareWriting, startWriting } from '../../testing/drills/writing.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import { picture, writeCbz } from '../../testing/sources/comic-sources.ts';

const READ_ONLY_MS = 10_000;
const PICTURES = 100;
const isPossible = isDrill && process.getuid?.() === 0 && process.platform === 'linux';

/** Clean-up of the drill. */
const made = new AsyncDisposableStack();
let bench: Workbench;
let app: AppProcess;
let source: string;

const mountAs = (options: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=64m${options}`, 'tmpfs', bench.imageDir]);

beforeAll(async () => {
  if (!isPossible) return;
  await ensureBuilt();
  bench = await openWorkbench();
  made.defer(() => bench.close());
  mkdirSync(bench.imageDir, { recursive: true });
  mountAs('');
  made.defer(() => void execFileSync('umount', [bench.imageDir]));
  source = await writeCbz(bench.folder, '海上的岛 第01话.cbz', [await picture(1), await picture(2)]);
  app = await startAppProcess({ DATABASE_URL: addressOf(bench.connection), DATA_DIR: bench.folder });
  made.defer(() => app.stop());
}, 300_000);

afterAll(() => made.disposeAsync(), 300_000);

/** The number of a chapter's pictures that arrive completely. */
async function picturesOf(chapterId: number, token: string): Promise<number> {
  const { data } = await app.call(comicRead, { id: chapterId }, token);
  let whole = 0;
  for (let left = PICTURES; left > 0; left--) {
    const response = await fetch(`${app.url}${data?.pages[0]?.url}`, {
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    });
    if (response.ok && (await response.arrayBuffer()).byteLength > 2) whole++;
  }
  return whole;
}

test.runIf(isPossible)(
  'while the storage is read-only readers are served, an import is refused with the folder, and works again later',
  async () => {
    const parts = await prepareWriting(bench.pool, bench.imageDir);
    const [token = ''] = parts.tokens;
    const free = await addComic({ pool: bench.pool, imageDir: bench.imageDir });
    const chapterId = free.chapters[0]?.id ?? 0;
    const before = await bench.snapshot();
    const writing = startWriting(() => app, parts);
    await sleep(1_000);
    const from = performance.now();
    mountAs(',remount,ro');
    const [refused, whole] = await Promise.all([bench.run(source), picturesOf(chapterId, token), sleep(READ_ONLY_MS)]);
    const readiness = await (await fetch(`${app.url}/readyz`)).text();
    const during = await bench.snapshot();
    mountAs(',remount,rw');
    const until = performance.now();
    const taken = await bench.run(source);
    const written = await writing.stop();
    const lost = await lostOf(app, written, bench.pool);
    const faults = written.flatMap(({ fault }) => fault ?? []);
    const seconds = ((until - from) / 1000).toFixed(0);
    console.log(
      `store read-only for ${seconds} s: ${written.length} calls, ${lost.length} lost, ${faults.length} faults; ${readiness}`,
    );
    expect({ lost, faults, whole }).toEqual({ lost: [], faults: [], whole: PICTURES });
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`不能写入存放图片的目录 ${bench.imageDir}：它所在的盘是只读的，请重新挂载`),
    });
    expect(during).toEqual(before);
    expect(taken.code, taken.stderr).toBe(0);
  },
  300_000,
);
