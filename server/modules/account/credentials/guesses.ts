import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Db } from '../../../core/db/db.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { KnownDevice } from '../session/known-devices.ts';
import { forgetGuesses, giveGuessBack, takeGuess } from './guess-store.ts';

/** Slows down guessing of one secret: five guesses have no delay, then the delay grows. Accounts are never locked. */
export type Guesses = {
  /** The key of a secret. Names are hashed, because readers sometimes type passwords into the name field. */
  keyOf(kind: 'login' | 'password' | 'teen', name: string): Buffer;
  /** A known device has its own count for its account, so that other people's guesses do not delay it. */
  keyOfDevice(device: KnownDevice): Buffer;
  /**
   * Counts a guess, then runs `check`; refuses the call during the delay. If `check` throws, for example because the hash
   * queue is full, the guess is uncounted.
   */
  attempt<Result>(key: Buffer, now: Date, check: () => Promise<Result>): Promise<Result>;
  /** Resets the count after a correct guess, in the transaction of the login if there is one. */
  forget(key: Buffer, db?: Db): Promise<void>;
};

export function createGuesses(pool: Pool, secret: Buffer): Guesses {
  const keyed = (text: string) => createHmac('sha256', secret).update(text).digest();
  return {
    keyOf: (kind, name) => keyed(`${kind}\n${name}`),
    keyOfDevice: ({ readerId, hash }) => keyed(`device\n${readerId}\n${hash.toString('hex')}`),
    async attempt(key, now, check) {
      const nextAt = await takeGuess(pool, key, now);
      if (nextAt) {
        const retryAfter = Math.max(1, Math.ceil((nextAt.getTime() - now.getTime()) / 1000));
        refuse('tooManyRequests', { retryAfter });
      }
      return check().catch(async (error) => {
        await giveGuessBack(pool, key, now);
        throw error;
      });
    },
    forget: (key, db = pool) => forgetGuesses(db, key),
  };
}
