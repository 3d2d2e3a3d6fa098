import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userRegister } from '#contract/calls/session';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { isDrill } from '../testing/drill.ts';

const MEGABYTE = 1024 * 1024;
const SERVING_WITHIN_MS = 15_000;
const isPossible = isDrill && process.getuid?.() === 0 && process.platform === 'linux';

let folder: string;
let dataDir: string;
let app: AppProcess;

beforeAll(async () => {
  if (!isPossible) return;
  await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'manyu-full-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m', 'tmpfs', folder]);
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  app = await startAppProcess({ DATA_DIR: dataDir, DISK_LOW_MB: '20' });
}, 300_000);

afterAll(async () => {
  if (!isPossible) return;
  app.kill('SIGTERM');
  await app.ended;
  execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
}, 60_000);

const filler = () => join(folder, 'filler');
const hasReserve = async () => (await stat(join(dataDir, 'postgres-reserve')).catch(() => null)) !== null;
const readiness = async () => (await fetch(`${app.url}/readyz`)).text();

/** Takes every byte that is left. */
async function fillDisk(): Promise<void> {
  const file = await open(filler(), 'a');
  try {
    for (;;) await file.write(Buffer.alloc(MEGABYTE));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    await file.close();
  }
}

/** A write that the database has acknowledged. */
async function isServing(): Promise<boolean> {
  const { status } = await app.call(userRegister, { domain: 'test', platform: null }, '').catch(() => ({ status: 0 }));
  return status === 1;
}

test.skipIf(!isPossible)(
  'a disk that is full to the last byte costs seconds, the reserve serves readers, and all comes back with the room',
  async () => {
    await expect.poll(hasReserve, { timeout: 20_000 }).toBe(true);
    expect(await isServing()).toBe(true);
    await fillDisk();
    const full = performance.now();
    await expect.poll(hasReserve, { timeout: 20_000 }).toBe(false);
    while (!(await isServing())) await sleep(100);
    const servingAfterMs = performance.now() - full;
    console.log(`a full disk: writes are taken again after ${Math.round(servingAfterMs)} ms`);
    expect(servingAfterMs).toBeLessThan(SERVING_WITHIN_MS);
    const { bavail, bsize } = statfsSync(folder);
    console.log(`room that the reserve gave: ${Math.round((bavail * bsize) / MEGABYTE)} MB`);
    await rm(filler());
    await expect.poll(hasReserve, { timeout: 20_000 }).toBe(true);
    expect([await readiness(), await isServing()]).toEqual(['ready', true]);
  },
  120_000,
);
