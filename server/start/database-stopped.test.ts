import { chmodSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../testing/app/app-process.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import { expectOnlyThen, lostOf, prepareWriting, startWriting } from '../../testing/drills/writing.ts';
import { openPool } from '../core/db/db.ts';
import { migrate } from '../core/db/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { readPidFile } from '../postgres/pid-file.ts';
import { openPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts';

const BEFORE_MS = 3_000;
const AFTER_MS = 20_000;
const isPossible = isDrill && process.platform === 'linux';

/** The resources of the drill. They are released at the end in any case. */
const made = new AsyncDisposableStack();
let root: string;
let postgres: PrivatePostgres;
let pool: Pool;
let app: AppProcess;

/** Always at the same address, as an operator's own is: each start makes another folder for its socket. */
async function start(): Promise<PrivatePostgres> {
  const started = await openPrivatePostgres({
    dataDir: join(root, 'database'),
    as: 'command',
    log: { info() {}, warn() {} },
  });
  rmSync(join(root, 'socket'), { force: true });
  symlinkSync(started.connection.host, join(root, 'socket'));
  return started;
}

beforeAll(async () => {
  if (!isPossible) return;
  await ensureBuilt();
  root = scratchFolder(made, 'manyu-database-stopped');
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(root, 0o755);
  postgres = await start();
  made.defer(() => postgres.release());
  const connection = { ...postgres.connection, host: join(root, 'socket') };
  pool = openPool(connection, pino({ level: 'silent' }));
  made.defer(() => pool.end());
  await migrate(pool, MIGRATIONS);
  // Like the operator's own database: only the operator starts it again.
  app = await startAppProcess({ DATABASE_URL: addressOf(connection), DATA_DIR: join(root, 'data') });
  made.defer(() => app.stop());
}, 300_000);

afterAll(() => made.disposeAsync(), 300_000);

function postmaster(): number {
  const found = readPidFile(postgres.where);
  if (!found) throw new Error('no PostgreSQL runs');
  return found.pid;
}

/** The postmaster and its children: each backend is a group of its own. */
function processesOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    try {
      return new RegExp(`^PPid:\\s${pid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}

async function freeze(forMs: number): Promise<void> {
  const frozen = processesOf(postmaster());
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  await sleep(forMs);
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
}

/** As `pg_ctl stop -m fast`, and a start after a while. */
async function stopAndStart(forMs: number): Promise<void> {
  process.kill(postmaster(), 'SIGINT');
  await expect.poll(() => readPidFile(postgres.where), { timeout: 60_000 }).toBeUndefined();
  await sleep(forMs);
  await postgres.release();
  postgres = await start();
}

for (const [what, stop, seconds] of [
  ['frozen', freeze, 5],
  ['frozen', freeze, 60],
  ['stopped', stopAndStart, 5],
  ['stopped', stopAndStart, 60],
] as const)
  test.runIf(isPossible)(
    `no confirmed write is lost when the database is ${what} for ${seconds} s`,
    async () => {
      const parts = await prepareWriting(pool, join(root, 'data', 'store'));
      const writing = startWriting(() => app, parts);
      await sleep(BEFORE_MS);
      const from = performance.now();
      await stop(seconds * 1000);
      const outage = { from, until: performance.now() };
      await sleep(AFTER_MS);
      const written = await writing.stop();
      expectOnlyThen(`database ${what} for ${seconds} s`, written, await lostOf(app, written, pool), outage);
    },
    300_000,
  );
