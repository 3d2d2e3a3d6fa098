import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { tryLock, unlock } from './store-folder-store.ts';

/** Any number, the same in every process: one import at a time. */
const LOCK = 7_205_002;
const RETRY_MS = 200;

/**
 * Waits until no other import runs on this database; the result is a function that releases the lock. `onWait` is called when it
 * must wait, `onLost` when the connection that holds the lock is lost; `signal` ends the waiting.
 */
export async function holdImportLock(
  pool: Pool,
  onWait: () => void,
  onLost: (error: Error) => void,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const client = await pool.connect();
  client.on('error', onLost);
  try {
    for (let round = 0; !(await tryLock(client, LOCK)); round++) {
      if (round === 0) onWait();
      // Waiting inside the database could not be interrupted.
      await sleep(RETRY_MS, undefined, { signal });
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  return async () => {
    client.off('error', onLost);
    // Where the lock cannot be released, ending the connection releases it.
    const isUnlocked = await unlock(client, LOCK).then(
      () => true,
      () => false,
    );
    client.release(!isUnlocked);
  };
}
