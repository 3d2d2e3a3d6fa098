import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureBuilt } from '../../../scripts/build.ts';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../../testing/app/app-process.ts';
import { scratchFolder } from '../../../testing/database/scratch.ts';
import { isDrill } from '../../../testing/drills/drill.ts';
import { createUploadWalk, NoAnswer } from '../../../testing/drills/upload-walk.ts';
import { firstOwner } from '../../../testing/factories/staff.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 300_000 });

/** Every process of the app loads it, also the one that imports. */
const PRELOAD = new URL('../../../testing/drills/kill-at.ts', import.meta.url).href;

const WALKED_WITHIN_MS = 900_000;

/** In the server while it receives, in the server when the import is confirmed, and in the process that imports. */
const FEW_MOMENTS = [
  'before uploads.note-received of uploads.lock-file',
  'after uploads.begin-import of uploads.lock',
  'before commit of catalog.lock-comic',
];

/** A kill in each step of an upload. After the third one in an import it would end with a reason instead. */
const MOMENTS = [
  // The upload is registered, and the answer is lost.
  'after commit of uploads.add',
  // A chunk is on the disk, but not counted.
  'before uploads.note-received of uploads.lock-file',
  // The dry run is asked for.
  'before commit of uploads.lock',
  // The dry run is made, but its plan is not stored.
  'before uploads.settle',
  // The tree is corrected, and the answer is lost.
  'after commit of uploads.lock',
  // The import is confirmed, but not committed.
  'after uploads.begin-import of uploads.lock',
  // The pages of a chapter are converted.
  'before catalog.lock-comic of catalog.lock-comic',
  // The chapter is published, but not committed.
  'before commit of catalog.lock-comic',
  // A change is undone, but not committed.
  'before commit of audit.entry',
];

const made = new AsyncDisposableStack();
let folder: string;
let site: TestApp;
let cookie: string;
let killList: string;
let steps: string;
let app: AppProcess | null = null;
let seeds = 0;

/** The statements of the steps, and the commits. */
const OF_UPLOADS =
  /^after .* of (uploads|catalog|audit)\.|^after uploads\.(settle|take-due|note-progress)|^after catalog\.(declare|remove)-intents/;

beforeAll(async () => {
  await ensureBuilt();
  folder = scratchFolder(made, 'manyu-upload-killed');
  site = await startTestApp({ timers: false });
  made.defer(() => site.close());
  cookie = (await firstOwner(site, new Date())).cookie;
  killList = path.join(folder, 'kills');
  steps = path.join(folder, 'steps');
  made.defer(async () => {
    app?.kill('SIGKILL');
    await app?.ended;
  });
});
afterAll(() => made.disposeAsync());

/** Starts the app, also after it was killed while it started. */
async function start(): Promise<AppProcess> {
  const env = {
    DATABASE_URL: addressOf(site.database.connection),
    DATA_DIR: path.join(folder, 'data'),
    NODE_OPTIONS: `--import ${PRELOAD}`,
    MANYU_KILLS: killList,
    MANYU_STEPS: steps,
  };
  app = await startAppProcess(env).catch(() => startAppProcess(env));
  return app;
}

async function archives(): Promise<Record<string, Buffer>> {
  const make = async (name: string) =>
    readFileSync(await writeCbz(folder, name, [await picture(seeds++), await picture(seeds++)]));
  return { '夜航/第1话.cbz': await make('a.cbz'), '夜航/广告.cbz': await make('b.cbz') };
}

const killsLeft = () => readFileSync(killList, 'utf8').split('\n').filter(Boolean);

/** Walks through an upload from its first file to an undo, and starts the app again whenever it was killed. */
async function walk(series: string): Promise<void> {
  let running = app ?? (await start());
  const upload = createUploadWalk({ pool: site.pool, cookie }, series, await archives());
  const isEnded = () => Promise.race([running.ended.then(() => true), sleep(2_000).then(() => false)]);
  const lastsUntil = performance.now() + WALKED_WITHIN_MS;
  while (!upload.isOver()) {
    if (performance.now() > lastsUntil) throw new Error(`the step ${upload.step()} does not end`);
    try {
      await upload.next(running.url);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (!(await isEnded())) throw error;
      running = await start();
      await upload.expectNothingLost(running.url).catch((fault) => {
        if (!(fault instanceof NoAnswer)) throw fault;
      });
    }
  }
  await upload.expectComplete();
  const uploads = path.join(folder, 'data', 'uploads');
  await expect.poll(() => existsSync(path.join(uploads, upload.id())), { timeout: 30_000 }).toBe(false);
}

test('a kill in each step of an upload loses nothing that was confirmed', async () => {
  writeFileSync(killList, (isDrill ? MOMENTS : FEW_MOMENTS).join('\n'));
  await walk('夜航');
  expect(killsLeft()).toEqual([]);
});

test.runIf(isDrill)('a kill after each statement of an upload loses nothing that was confirmed', async () => {
  writeFileSync(steps, '');
  writeFileSync(killList, '');
  await walk('没有中断');
  const seen = readFileSync(steps, 'utf8')
    .split('\n')
    .filter((step) => OF_UPLOADS.test(step));
  let left = [...new Set(seen)];
  for (let round = 1; left.length > 0; round++) {
    writeFileSync(killList, left.join('\n'));
    await walk(`中断 ${round}`);
    const after = killsLeft();
    console.log(JSON.stringify({ round, killed: left.length - after.length, left: after.length }));
    // The next walk goes on with a step that this one had passed; a step that no walk reaches any more is left out.
    left = after.length < left.length ? after : after.slice(1);
  }
});
