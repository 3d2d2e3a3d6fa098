import { chownSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const BUSY = 5;

/** A held lock; the kernel releases it when the process dies, however it dies. */
export interface HeldLock {
  release(): void;
}

/**
 * A lock on a file, exclusive or shared, held by the kernel, so that no lock remains after a process is killed. Node has no
 * `flock`, but it contains SQLite, which locks its files on every platform: an empty SQLite file with an open transaction is the
 * lock. Returns undefined if another process holds it.
 */
export function tryLock(path: string, kind: 'exclusive' | 'shared', owner?: { uid: number; gid: number }) {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    if (owner) chownSync(path, owner.uid, owner.gid);
    // Nothing is ever written, and a journal could not be written on a full disk.
    file.exec('PRAGMA journal_mode = MEMORY');
    if (kind === 'exclusive') {
      file.exec('BEGIN EXCLUSIVE');
    } else {
      file.exec('BEGIN');
      file.prepare('SELECT count(*) FROM sqlite_schema').get();
    }
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined;
    throw error;
  }
  const held: HeldLock = {
    release() {
      if (file.isOpen) file.close();
    },
  };
  return held;
}

/** Waits until the lock is free; undefined after `waitMs`. */
export async function lock(
  path: string,
  kind: 'exclusive' | 'shared',
  waitMs: number,
  owner?: { uid: number; gid: number },
): Promise<HeldLock | undefined> {
  const until = Date.now() + waitMs;
  for (;;) {
    const held = tryLock(path, kind, owner);
    if (held || Date.now() > until) return held;
    await sleep(50);
  }
}
