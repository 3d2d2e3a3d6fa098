import { execFileSync } from 'node:child_process';
import { chmodSync, statfsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userRegister } from '#contract/calls/session';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, startAppProcess } from '../../testing/app/app-process.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import { expectOnlyThen, lostOf, prepareWriting, startWriting } from '../../testing/drills/writing.ts';
import { openPool } from '../core/db/db.ts';
import { openPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts';

const MEGABYTE = 1024 * 1024;
const SERVING_WITHIN_MS = 15_000;
const AFTER_MS = 10_000;
const isPossible = isDrill && process.getuid?.() === 0 && process.platform === 'linux';

/** The resources of the drill. They are released at the end in any case. */
const made = new AsyncDisposableStack();
let folder: string;
let dataDir: string;
let app: AppProcess;
let postgres: PrivatePostgres;
let pool: Pool;

beforeAll(async () => {
  if (!isPossible) return;
  await ensureBuilt();
  folder = scratchFolder(made, 'manyu-full-disk');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m', 'tmpfs', folder]);
  made.defer(() => void execFileSync('umount', [folder]));
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  app = await startAppProcess({ DATA_DIR: dataDir, DISK_LOW_MB: '20' });
  made.defer(() => app.stop());
  postgres = await openPrivatePostgres({ dataDir, as: 'command', log: { info() {}, warn() {} } });
  made.defer(() => postgres.release());
  pool = openPool(postgres.connection, pino({ level: 'silent' }));
  made.defer(() => pool.end());
}, 300_000);

afterAll(() => made.disposeAsync(), 300_000);

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
  'a completely full disk costs seconds, the reserve serves readers, and everything recovers when there is space',
  async () => {
    await expect.poll(hasReserve, { timeout: 20_000 }).toBe(true);
    expect(await isServing()).toBe(true);
    const writing = startWriting(() => app, await prepareWriting(pool, join(dataDir, 'store')));
    await sleep(1_000);
    const from = performance.now();
    await fillDisk();
    const full = performance.now();
    await expect.poll(hasReserve, { timeout: 20_000 }).toBe(false);
    while (!(await isServing())) await sleep(100);
    const servingAfterMs = performance.now() - full;
    console.log(`a full disk: writes are taken again after ${Math.round(servingAfterMs)} ms`);
    expect(servingAfterMs).toBeLessThan(SERVING_WITHIN_MS);
    const { bavail, bsize } = statfsSync(folder);
    console.log(`room that the reserve gave: ${Math.round((bavail * bsize) / MEGABYTE)} MB`);
    const outage = { from, until: performance.now() };
    await sleep(AFTER_MS);
    const written = await writing.stop();
    await rm(filler());
    await expect.poll(hasReserve, { timeout: 20_000 }).toBe(true);
    expect([await readiness(), await isServing()]).toEqual(['ready', true]);
    expectOnlyThen('disk full', written, await lostOf(app, written, pool), outage);
  },
  120_000,
);
