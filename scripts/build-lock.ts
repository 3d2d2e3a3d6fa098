import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 200;
const UNSIGNED_MS = 5000;

/** Runs the work while no other process runs work under the same file; a lock left by a dead process is broken. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(file))) await wait(POLL_MS);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  if (await isLeft(file)) await rm(file, { force: true });
  return false;
}

/** Whether the process that took the lock is gone, be it before it wrote its number. */
async function isLeft(file: string): Promise<boolean> {
  try {
    const owner = Number(await readFile(file, 'utf8'));
    if (owner > 0) return !isAlive(owner);
    return Date.now() - (await stat(file)).mtimeMs > UNSIGNED_MS;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
