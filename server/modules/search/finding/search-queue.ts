import type { Pool } from 'pg';
import { type Db, readWithin, tookTooLong } from '../../../core/db/db.ts';
import { createFairQueue } from '../../../core/limits/fair-queue.ts';
import { Refusal } from '../../../core/refusal/refusal.ts';

/** Runs searches in a queue that is fair to each address. Refuses one if too many wait or the database takes too long. */
export type SearchQueue = <T>(address: string, search: (db: Db) => Promise<T>) => Promise<T>;

/** Each uses one connection of the pool. The others are left for other calls. */
const AT_ONCE = 3;
const MOST_WAITING = 200;
/** A statement of a search takes some milliseconds. */
const STATEMENT_MS = 5_000;
const RETRY_AFTER_SECONDS = 3;

export function createSearchQueue(pool: Pool): SearchQueue {
  const queue = createFairQueue({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING });
  return async (address, search) => {
    try {
      return await queue.run({ urgent: false, address }, () => readWithin(pool, STATEMENT_MS, search));
    } catch (error) {
      if (tookTooLong(error)) throw new Refusal('tooManyRequests', { retryAfter: RETRY_AFTER_SECONDS });
      throw error;
    }
  };
}
