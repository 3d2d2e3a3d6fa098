import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { postgresEnvironment } from './postmaster.ts';
import type { Programs } from './programs.ts';
import { PrivatePostgresUnavailable } from './unavailable.ts';

/** The superuser of the cluster; only the user who may open the socket can connect as it. */
export const DATABASE_USER = 'manyu';

export function clusterExists(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

/**
 * Creates the cluster if there is none, and returns whether it did. It is created under another name and renamed when
 * complete, so that the remains of a killed start are never used as a database.
 */
export async function createCluster(
  cluster: string,
  programs: Programs,
  account: Account,
  fsync: boolean,
): Promise<boolean> {
  if (clusterExists(cluster)) {
    refuseOtherVersion(cluster, programs);
    return false;
  }
  const growing = `${cluster}.new`;
  rmSync(growing, { recursive: true, force: true });
  mkdirSync(growing, { mode: 0o700 });
  if (account) chownSync(growing, account.uid, account.gid);
  await runInitdb(growing, programs, account, fsync);
  renameSync(growing, cluster);
  return true;
}

function refuseOtherVersion(cluster: string, programs: Programs): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === programs.major) return;
  throw new PrivatePostgresUnavailable(
    `${cluster} 是 PostgreSQL ${version} 的数据，而此版漫屿自带的是 PostgreSQL ${programs.major}：请用原来的版本备份，再恢复到新的数据目录。`,
  );
}

async function runInitdb(folder: string, programs: Programs, account: Account, fsync: boolean): Promise<void> {
  const given = [
    ['--pgdata', folder],
    ['--username', DATABASE_USER],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--text-search-config', 'simple'],
    ['--auth', 'trust'],
    ['--no-instructions'],
    fsync ? [] : ['--no-sync'],
  ].flat();
  const initdb = spawn(join(programs.folder, 'bin/initdb'), given, {
    ...account,
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [initdb.stdout, initdb.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    initdb.on('error', reject);
    initdb.on('close', resolve);
  });
  if (code !== 0) throw new PrivatePostgresUnavailable(`无法建立数据库 ${folder}：\n${output.trim()}`);
}
