import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPidFile } from './pid-file.ts';
import { openPrivatePostgres, type PrivatePostgres } from './private-postgres.ts';

const PROCESS = new URL('../testing/postgres-process.ts', import.meta.url).pathname;
const AS_ROOT = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
let opened: PrivatePostgres[];
let children: ChildProcess[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'manyu 测试 ')));
  // mkdtemp makes it private to root, which the unprivileged account of PostgreSQL could not enter.
  if (AS_ROOT) statSync(folder).mode;
  dataDir = join(folder, '数据');
  opened = [];
  children = [];
});

afterEach(async () => {
  for (const postgres of opened) await postgres.release();
  for (const child of children) await end(child, 'SIGTERM');
  const left = readPidFile(clusterOf());
  if (left) process.kill(left.pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** As root the cluster is elsewhere when the account can't reach the data folder; the note tells. */
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

async function isRunning(): Promise<boolean> {
  await sleep(50);
  return readPidFile(clusterOf()) !== undefined;
}
