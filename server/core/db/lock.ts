import type { Pool } from 'pg';
import { row, statement } from './db.ts';

const TAKE = statement<{ isTaken: boolean }, [name: string]>(
  'core.take-lock',
  'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"',
);
const GIVE_BACK = statement<never, [name: string]>(
  'core.give-lock-back',
  'select pg_advisory_unlock(hashtextextended($1, 0))',
);

/**
 * Runs `work` while holding the lock of this name; does nothing if another process holds it. The lock ends with its
 * connection, so a process that dies leaves none behind.
 */
export async function whileLocked(pool: Pool, name: string, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let mayHoldLock = true;
  try {
    const isOurs = (await row(client, TAKE, [name]))?.isTaken ?? false;
    try {
      if (isOurs) await work();
    } finally {
      if (isOurs) await row(client, GIVE_BACK, [name]);
      mayHoldLock = false;
    }
  } finally {
    // A connection that may still hold the lock is closed instead of used again.
    client.release(mayHoldLock);
  }
}
