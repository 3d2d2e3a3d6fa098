import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DATABASE_USER } from '../../server/postgres/cluster.ts';
import { readPidFile } from '../../server/postgres/pid-file.ts';
import { SOCKET_PORT } from '../../server/postgres/socket-folder.ts';
import { freePort } from './free-port.ts';
import { CORES, launch, ROOT, stop } from './processes.ts';

const STARTED_WITHIN_MS = 60_000;

/** The app as a process of its own, with its private PostgreSQL. */
export type RunningApp = {
  url: string;
  child: ChildProcess;
  pid: number;
  postmasterPid: number;
  connection: pg.PoolConfig;
  /** Milliseconds from the start of the process to its first answer. */
  startMs: number;
  stop(): Promise<void>;
};

type StartOptions = {
  dataDir: string;
  script: string;
  given?: string[];
  core?: number | null;
  env?: Record<string, string>;
  /** Files that the process loads first. */
  preloads?: readonly string[];
};

/** Starts the app on a free port and waits for its first answer. */
export async function startApp({
  dataDir,
  script,
  given = ['--no-demo', '--new-site'],
  core = CORES.app,
  env: more,
  preloads = [],
}: StartOptions): Promise<RunningApp> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _own, PUBLIC_URL: _site, METRICS_PORT: _metrics, ...inherited } = process.env;
  const env = { ...inherited, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...more };
  // Synthetic comics have no pictures, but the app needs the folder to start.
  mkdirSync(join(dataDir, 'store'), { recursive: true });
  const started = performance.now();
  const first = preloads.flatMap((file) => ['--import', join(ROOT, file)]);
  const child = launch(core, process.execPath, [...first, script, ...given], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await firstAnswer(child, `${url}/api/home`);
  const startMs = performance.now() - started;
  const postmaster = readPidFile(clusterOf(dataDir));
  return {
    url,
    child,
    pid: child.pid ?? 0,
    postmasterPid: postmaster?.pid ?? 0,
    connection: { host: postmaster?.socketDir, port: SOCKET_PORT, user: DATABASE_USER, database: 'manyu' },
    startMs,
    stop: () => stop(child),
  };
}

async function firstAnswer(child: ChildProcess, url: string): Promise<void> {
  const until = Date.now() + STARTED_WITHIN_MS;
  for (;;) {
    const status = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' } })
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    if (status === 200) return;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      await stop(child);
      throw new Error('The app did not start');
    }
    await sleep(5);
  }
}

/** As root, the cluster may be elsewhere; a file in the data folder contains its path. */
export function clusterOf(dataDir: string): string {
  const note = join(dataDir, 'postgres-control/place');
  return existsSync(note) ? (readFileSync(note, 'utf8').split('\n')[0] ?? '') : join(dataDir, 'postgres');
}
