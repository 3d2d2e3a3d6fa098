import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { howMany } from '../../testing/drills/drill.ts';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import { writeManyArchives } from '../../testing/sources/many-archives.ts';

const ARCHIVES = Number(process.env.MANYU_TEST_ARCHIVES ?? howMany({ test: 60, drill: 2_000 }));
const PROGRAM = fileURLToPath(new URL('../../testing/importing/import-in-child.ts', import.meta.url));

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
});
afterAll(() => bench.close());

/** Runs the import in a separate process. Returns its output, peak memory and number of opened archives. */
async function run(...argv: string[]) {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [PROGRAM, JSON.stringify(bench.connection), bench.imageDir, ...argv, '--json'],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let text = '';
  const used = { peakBytes: 0, openedArchives: Number.NaN };
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.on('message', (message) => {
    Object.assign(used, message);
  });
  const ended = once(child, 'close');
  return {
    child,
    async result() {
      await ended;
      const seconds = (performance.now() - started) / 1000;
      const { peakBytes, openedArchives } = used;
      const document = text === '' ? undefined : JSON.parse(text);
      return { document, seconds, openedArchives, peakMb: peakBytes / 1024 / 1024 };
    },
  };
}

const imported = async () =>
  Number((await bench.pool.query('select count(*) as count from catalog.chapter')).rows[0].count);

test(`${ARCHIVES} archives come in within 512 MB, a stopped run goes on, and a second run reads nothing`, async () => {
  const folder = join(bench.folder, 'many');
  await writeManyArchives(folder, ARCHIVES);
  const first = await run(folder);
  while ((await imported()) < ARCHIVES / 10) await sleep(100);
  first.child.kill('SIGTERM');
  await first.result();
  const before = await imported();
  expect(before).toBeLessThan(ARCHIVES);

  const rest = await (await run(folder)).result();
  expect(rest.document).toMatchObject({ new: ARCHIVES - before, unchanged: before, refused: 0 });
  expect(rest.openedArchives).toBeGreaterThanOrEqual(ARCHIVES - before);
  expect(rest.peakMb).toBeGreaterThan(0);
  expect(rest.peakMb).toBeLessThan(512);

  const again = await (await run(folder)).result();
  expect(again.document).toMatchObject({ new: 0, unchanged: ARCHIVES });
  expect(again.openedArchives).toBe(0);
  expect(again.peakMb).toBeLessThan(512);
  console.log(
    `${ARCHIVES} archives: ${rest.seconds.toFixed(1)} s and ${rest.peakMb.toFixed(0)} MB; again ${again.seconds.toFixed(1)} s and ${again.peakMb.toFixed(0)} MB`,
  );
}, 1_200_000);
