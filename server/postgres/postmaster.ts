import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { quitOrphans } from './orphans.ts';
import { disownPidFile, isPostmasterOf, readPidFile } from './pid-file.ts';
import type { Programs } from './programs.ts';
import { clearSocketFolder, SOCKET_PORT } from './socket-folder.ts';
import { PrivatePostgresUnavailable } from './unavailable.ts';

const READY_WITHIN_MS = 10 * 60_000;
const STOPPED_WITHIN_MS = 60_000;
const ORPHANS_GONE_WITHIN_MS = 30_000;
const LARGEST_LOG_BYTES = 10_000_000;

/** A running PostgreSQL that accepts connections. */
export interface Postmaster {
  pid: number;
  socketDir: string;
}

export interface StartOptions {
  cluster: string;
  programs: Programs;
  account: Account;
  socketDir: string;
  logFile: string;
  fsync: boolean;
}

/** For a small server that shares its machine with the app. Given on the command line, so an old cluster gets them too. */
function settings(socketDir: string, fsync: boolean): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    max_connections: '100',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    random_page_cost: '1.1',
    jit: 'off',
    // A job that counts for seconds must leave the other cores to the queries of readers, which are short.
    max_parallel_workers_per_gather: '0',
    track_functions: 'none',
    log_checkpoints: 'off',
    timezone: 'UTC',
    cluster_name: 'manyu',
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
}

/** The process that serves this cluster. Waits for one that is starting or stopping. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const file = readPidFile(cluster);
    if (!file || !isPostmasterOf(file.pid, cluster)) return undefined;
    if (file.state === 'ready' && file.socketDir) return { pid: file.pid, socketDir: file.socketDir };
    if (Date.now() > until) throw new Error(`PostgreSQL (process ${file.pid}) is neither ready nor gone`);
    await sleep(20);
  }
}

/** Starts PostgreSQL in a session of its own, so that Ctrl-C in a terminal reaches the app alone. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  disownPidFile(options.cluster);
  rotate(options.logFile);
  const until = Date.now() + ORPHANS_GONE_WITHIN_MS;
  for (;;) {
    clearSocketFolder(options.socketDir);
    const logStart = sizeOf(options.logFile);
    const child = spawnPostgres(options);
    if (await becomesReady(child, options.cluster)) {
      return { pid: child.pid ?? 0, socketDir: options.socketDir };
    }
    const output = readFileSync(options.logFile).subarray(logStart).toString('utf8');
    const orphansRemain = output.includes('shared memory block') || output.includes('already exists');
    if (!orphansRemain || Date.now() > until)
      throw new PrivatePostgresUnavailable(`PostgreSQL 没有启动（${options.logFile}）：\n${lastLines(output)}`);
    quitOrphans(options.cluster);
    await sleep(100);
  }
}

/** Fast shutdown: open transactions are rolled back, everything is written. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const until = Date.now() + STOPPED_WITHIN_MS;
  if (isPostmasterOf(pid, cluster)) process.kill(pid, 'SIGINT');
  while (isPostmasterOf(pid, cluster)) {
    if (Date.now() > until) throw new Error(`PostgreSQL (process ${pid}) did not stop`);
    await sleep(20);
  }
}

function spawnPostgres({ cluster, programs, account, socketDir, logFile, fsync }: StartOptions): ChildProcess {
  const log = openSync(logFile, 'a', 0o640);
  try {
    if (account) chownSync(logFile, account.uid, account.gid);
    const given = Object.entries(settings(socketDir, fsync)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(programs.folder, 'bin/postgres'), ['-D', cluster, ...given], {
      ...account,
      cwd: '/',
      detached: true,
      env: postgresEnvironment(),
      stdio: ['ignore', log, log],
    });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Without the operator's environment: PGPORT, PGOPTIONS or a locale must not change how PostgreSQL starts. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: process.env.TZ ?? '' };
}

async function becomesReady(child: ChildProcess, cluster: string): Promise<boolean> {
  const until = Date.now() + READY_WITHIN_MS;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null && Date.now() < until) {
    const file = readPidFile(cluster);
    if (file?.pid === child.pid && file.state === 'ready') return true;
    await sleep(10);
  }
  return false;
}

function rotate(logFile: string): void {
  if (sizeOf(logFile) > LARGEST_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-15).join('\n');
}
