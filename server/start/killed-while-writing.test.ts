import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, startAppProcess } from '../../testing/app/app-process.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import { freePort } from '../../testing/drills/proxies.ts';
import { expectOnlyThen, lostOf, prepareWriting, startWriting } from '../../testing/drills/writing.ts';
import { openPool } from '../core/db/db.ts';
import { migrate } from '../core/db/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { readPidFile } from '../postgres/pid-file.ts';
import { openPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts';

const BEFORE_MS = 3_000;
const AFTER_MS = 20_000;
/** As the unit in deploy/ has it. */
const RESTART_AFTER_MS = 3_000;

/** The resources of the drill. They are released at the end in any case. */
const made = new AsyncDisposableStack();
let root: string;
let postgres: PrivatePostgres;
let pool: Pool;
let app: AppProcess;
let starting: Promise<AppProcess>;
let env: Record<string, string>;

beforeAll(async () => {
  if (!isDrill) return;
  await ensureBuilt();
  root = scratchFolder(made, 'manyu-killed-while-writing');
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(root, 0o755);
  postgres = await openPrivatePostgres({ dataDir: root, as: 'command', log: { info() {}, warn() {} } });
  made.defer(() => postgres.release());
  pool = openPool(postgres.connection, pino({ level: 'silent' }));
  made.defer(() => pool.end());
  await migrate(pool, MIGRATIONS);
  env = { DATA_DIR: root, PORT: String(await freePort()) };
  starting = startAppProcess(env);
  app = await starting;
  made.defer(() => app.stop());
}, 300_000);

afterAll(() => made.disposeAsync(), 300_000);

/** Like a crash: it is started again after a while. The duration of the start is not tested here. */
async function killApp(): Promise<void> {
  app.kill('SIGKILL');
  await app.ended;
  await sleep(RESTART_AFTER_MS);
  starting = startAppProcess(env);
}

/** Only the app starts it again. */
async function killPostmaster(): Promise<void> {
  const found = readPidFile(postgres.where);
  if (!found) throw new Error('no PostgreSQL runs');
  process.kill(found.pid, 'SIGKILL');
}

/** PostgreSQL ends all others and recovers, because the dead one may have damaged the shared memory. */
async function killBackend(): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'manyu' and pid <> pg_backend_pid() order by pid limit 1",
  );
  if (!rows[0]) throw new Error('the app has no connection');
  process.kill(rows[0].pid, 'SIGKILL');
}

for (const [what, kill] of [
  ['the app', killApp],
  ['PostgreSQL', killPostmaster],
  ['one backend of PostgreSQL', killBackend],
] as const)
  test.runIf(isDrill)(
    `no confirmed write is lost when ${what} is killed`,
    async () => {
      const parts = await prepareWriting(pool, join(root, 'store'));
      const writing = startWriting(() => app, parts);
      await sleep(BEFORE_MS);
      const from = performance.now();
      await kill();
      const outage = { from, until: performance.now() };
      app = await starting;
      await sleep(AFTER_MS);
      const written = await writing.stop();
      expectOnlyThen(`${what} killed`, written, await lostOf(app, written, pool), outage);
    },
    300_000,
  );
