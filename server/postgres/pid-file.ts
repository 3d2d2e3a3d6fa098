import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Larger than any process id of a kernel. */
const NOBODYS_PID = 999_999_999;

/** The content of postmaster.pid. PostgreSQL writes it line by line, so the later fields may still be missing. */
export interface PidFile {
  pid: number;
  socketDir: string | undefined;
  state: string | undefined;
}

export function readPidFile(cluster: string): PidFile | undefined {
  let text: string;
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[4]?.trim() || undefined, state: lines[7]?.trim() || undefined };
}

/** Whether this process is the PostgreSQL of this cluster, and not another process that was given its old number. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(` -D ${cluster} `);
}

/** Whether there is any process of this number. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The command line of a process, with a space after each word; empty if it has ended or is a zombie. */
function commandOf(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).replace(/\n$/, ' ');
  } catch {
    return '';
  }
}

/**
 * PostgreSQL refuses to start while the number in postmaster.pid belongs to any process. The number is replaced. The file is kept,
 * because PostgreSQL sees by its last line whether orphaned backends still use the shared memory.
 */
export function disownPidFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  if (!existsSync(path)) return;
  const [, ...rest] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [NOBODYS_PID, ...rest].join('\n'));
}
