import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { scratchRoot } from '../../testing/database/scratch.ts';
import { readPidFile } from './pid-file.ts';
import { openPrivatePostgres, type PrivatePostgres } from './private-postgres.ts';

const PROCESS = fileURLToPath(new URL('../../testing/database/postgres-process.ts', import.meta.url));
const BUSY_BACKENDS =
  "SELECT count(*) AS answer FROM pg_stat_activity WHERE query LIKE '%generate%' AND pid <> pg_backend_pid()";
const AS_ROOT = process.getuid?.() === 0;

// Every step is a process of its own, and many make a cluster: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Holds a data folder with a cluster that was stopped, for the tests that are not about making one. */
let prepared: string;
let folder: string;
let dataDir: string;
let opened: PrivatePostgres[];
let children: ChildProcess[];

function makeFolder(): string {
  const made = realpathSync(mkdtempSync(join(scratchRoot(), 'manyu 测试 ')));
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(made, 0o755);
  return made;
}

beforeAll(async () => {
  prepared = makeFolder();
  const log = { info() {}, warn() {} };
  await (await openPrivatePostgres({ dataDir: join(prepared, '数据'), as: 'app', log, fsync: false })).release();
});

afterAll(() => rmSync(prepared, { recursive: true, force: true, maxRetries: 5 }));

beforeEach(() => {
  folder = makeFolder();
  dataDir = join(folder, '数据');
  // A cluster belongs to the account that PostgreSQL runs under.
  execFileSync('cp', ['-a', join(prepared, '数据'), dataDir]);
  opened = [];
  children = [];
});

/** As on a machine where nothing was ever started. */
function removeCluster(): void {
  rmSync(dataDir, { recursive: true });
}

afterEach(async () => {
  for (const postgres of opened) await postgres.release();
  for (const child of children) await end(child, 'SIGTERM');
  const left = readPidFile(clusterOf());
  if (left) process.kill(left.pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** As root, the cluster is in another folder if its account can't reach the data folder. The note names the folder. */
function clusterOf(): string {
  const note = join(dataDir, 'postgres-control/place');
  return existsSync(note) ? (readFileSync(note, 'utf8').split('\n')[0] ?? '') : join(dataDir, 'postgres');
}

async function open(as: 'app' | 'command'): Promise<PrivatePostgres> {
  const log = { info() {}, warn() {} };
  const postgres = await openPrivatePostgres({ dataDir, as, log, fsync: false, spare: join(folder, 'spare') });
  opened.push(postgres);
  return postgres;
}

interface Answer {
  connection: PrivatePostgres['connection'];
  started: string;
  refusal?: string;
}

/** Another process that uses the same data folder until it is ended. */
async function openElsewhere(as: 'app' | 'command'): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = spawn(process.execPath, [PROCESS, dataDir, as], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, answer: JSON.parse(String(line)) as Answer };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function ask(connection: PrivatePostgres['connection'], sql: string): Promise<unknown> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

/** Whether a connection uses the address besides the listening socket. Only Linux can show this. */
function callersWaiting(socketDir: string): boolean {
  if (!existsSync('/proc/net/unix')) return true;
  return readFileSync('/proc/net/unix', 'utf8').split(socketDir).length > 2;
}

function postmasterPid(): number {
  return readPidFile(clusterOf())?.pid ?? 0;
}

test('a first start makes the database, in UTF-8 and with every write forced to disk', async () => {
  removeCluster();
  const log = { info() {}, warn() {} };
  const postgres = await openPrivatePostgres({ dataDir, as: 'app', log });
  opened.push(postgres);
  expect(postgres.started).toBe('fresh');
  expect(postgres.where).toBe(join(dataDir, 'postgres'));
  expect(await ask(postgres.connection, 'SELECT current_database() AS answer')).toBe('manyu');
  expect(await ask(postgres.connection, "SELECT current_setting('fsync') AS answer")).toBe('on');
  expect(await ask(postgres.connection, "SELECT upper('é漫') AS answer")).toBe('É漫');
  expect(await ask(postgres.connection, "SELECT current_setting('listen_addresses') AS answer")).toBe('');
  expect(statSync(postgres.connection.host).mode & 0o777).toBe(0o700);
});

test('the last user out stops PostgreSQL, and the next start finds what was written', async () => {
  const first = await open('app');
  await ask(first.connection, "CREATE TABLE kept AS SELECT '在' AS answer");
  await first.release();
  expect(postmasterPid()).toBe(0);
  expect(existsSync(first.connection.host)).toBe(false);

  const second = await open('app');
  expect(second.started).toBe('warm');
  expect(await ask(second.connection, 'SELECT answer FROM kept')).toBe('在');
});

test('a command joins the running app and leaves PostgreSQL running for it', async () => {
  const app = await open('app');
  const command = await openElsewhere('command');
  expect(command.answer).toMatchObject({ started: 'joined', connection: app.connection });
  await end(command.child, 'SIGTERM');
  expect(await ask(app.connection, 'SELECT 1 AS answer')).toBe(1);
});

test('a command that outlives the app stops PostgreSQL', async () => {
  const app = await openElsewhere('app');
  const command = await open('command');
  await end(app.child, 'SIGTERM');
  expect(await ask(command.connection, 'SELECT 1 AS answer')).toBe(1);
  await command.release();
  expect(postmasterPid()).toBe(0);
});

test('a second app on the same data folder is refused with a sentence that names the first', async () => {
  const { child } = await openElsewhere('app');
  await expect(open('app')).rejects.toThrow(`数据目录 ${dataDir} 正被另一个漫屿使用（进程 ${child.pid}）`);
  expect(postmasterPid()).not.toBe(0);
});

test('if two processes start for the first time at once, one makes the cluster and the other joins it', async () => {
  removeCluster();
  const both = await Promise.all([openElsewhere('command'), openElsewhere('app')]);
  expect(both.map(({ answer }) => answer.started).sort()).toEqual(['fresh', 'joined']);
  expect(both[0].answer.connection).toEqual(both[1].answer.connection);
});

test('after kill -9 of the app its PostgreSQL is adopted', async () => {
  const { child, answer } = await openElsewhere('app');
  const pid = postmasterPid();
  await end(child, 'SIGKILL');

  const next = await open('app');
  expect(next).toMatchObject({ started: 'joined', connection: answer.connection });
  expect(postmasterPid()).toBe(pid);
  await next.release();
  expect(postmasterPid()).toBe(0);
});

test('after kill -9 of PostgreSQL the app has it back at the same address within seconds', async () => {
  const app = await open('app');
  await ask(app.connection, 'CREATE TABLE kept AS SELECT 7 AS answer');
  const killed = postmasterPid();
  process.kill(killed, 'SIGKILL');

  await expect
    .poll(() => ask(app.connection, 'SELECT answer FROM kept').catch(() => 'not yet'), { timeout: 10_000 })
    .toBe(7);
  expect(postmasterPid()).not.toBe(killed);
});

test('a backend busy in a long statement does not keep a killed PostgreSQL from coming back', async () => {
  const app = await open('app');
  const busy = ask(
    app.connection,
    'SELECT count(*) AS answer FROM (SELECT generate_series(1, 1000000000)) AS numbers',
  ).catch(() => 'cut off');
  await expect.poll(() => ask(app.connection, BUSY_BACKENDS).then(String), { timeout: 30_000 }).toBe('1');
  process.kill(postmasterPid(), 'SIGKILL');
  await expect
    .poll(() => ask(app.connection, 'SELECT 1 AS answer').catch(() => 'not yet'), { timeout: 30_000 })
    .toBe(1);
  expect(await busy).toBe('cut off');
});

test('after kill -9 of both everything starts again', async () => {
  const { child } = await openElsewhere('app');
  process.kill(postmasterPid(), 'SIGKILL');
  await end(child, 'SIGKILL');
  const app = await open('app');
  expect(app.started).toBe('warm');
  expect(await ask(app.connection, 'SELECT 1 AS answer')).toBe(1);
});

test('a PostgreSQL that dies while somebody joins it is started again', async () => {
  const { child, answer } = await openElsewhere('app');
  await end(child, 'SIGKILL');
  // Stopped, it still has its name, its socket and a queue for callers: as one that is killed but not gone yet.
  process.kill(postmasterPid(), 'SIGSTOP');
  const joining = open('app');
  await expect.poll(() => callersWaiting(answer.connection.host), { timeout: 10_000 }).toBe(true);
  process.kill(postmasterPid(), 'SIGKILL');
  const app = await joining;
  expect(app.started).toBe('warm');
  expect(await ask(app.connection, 'SELECT 1 AS answer')).toBe(1);
});

test('a stale postmaster.pid with the number of another process does not prevent a start', async () => {
  await (await open('app')).release();
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  children.push(stranger);
  const stale = [stranger.pid, clusterOf(), 1, 5432, '/tmp/manyu-gone', '', '  1  1', 'ready', ''].join('\n');
  writeFileSync(join(clusterOf(), 'postmaster.pid'), stale);
  expect((await open('app')).started).toBe('warm');
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('an initdb that was killed in the middle is done again', async () => {
  removeCluster();
  mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '18\n');
  expect((await open('app')).started).toBe('fresh');
  expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
});

test('a socket that was deleted from the temp directory is created again', async () => {
  const app = await open('app');
  rmSync(app.connection.host, { recursive: true });
  await expect
    .poll(() => ask(app.connection, 'SELECT 1 AS answer').catch(() => 'not yet'), { timeout: 10_000 })
    .toBe(1);
});

test('a cluster of another PostgreSQL version is refused and not changed', async () => {
  await (await open('app')).release();
  writeFileSync(join(clusterOf(), 'PG_VERSION'), '17\n');
  await expect(open('app')).rejects.toThrow('是 PostgreSQL 17 的数据');
});

test.skipIf(!AS_ROOT)(
  'as root, a data folder only root can enter keeps its cluster elsewhere (needs root)',
  async () => {
    removeCluster();
    const spare = mkdtempSync(join(scratchRoot(), 'manyu-spare-'));
    chmodSync(spare, 0o755);
    chmodSync(folder, 0o700);
    try {
      const options = { dataDir, as: 'app', log: { info() {}, warn() {} }, fsync: false, spare } as const;
      const first = await openPrivatePostgres(options);
      expect(first.where.startsWith(spare)).toBe(true);
      await first.release();
      const second = await openPrivatePostgres(options);
      expect(second).toMatchObject({ started: 'warm', where: first.where });
      await second.release();

      rmSync(first.where, { recursive: true });
      await expect(openPrivatePostgres(options)).rejects.toThrow(`应在 ${first.where}，但那里没有`);
    } finally {
      rmSync(spare, { recursive: true, force: true });
    }
  },
);
