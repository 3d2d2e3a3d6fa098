import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Db } from '../../core/db.ts';
import { refuse } from '../../core/refusal.ts';
import type { KnownDevice } from './credentials-devices.ts';
import { forgetGuesses, giveGuessBack, takeGuess } from './credentials-guess-store.ts';

/** Guesses at one secret: five are free, then each must wait longer. Never a lasting lock. */
export type Guesses = {
  /** What is guessed at, by its kind; kept hashed, for readers also type passwords where names go. */
  keyOf(kind: 'login' | 'password' | 'teen', name: string): Buffer;
  /** What a known device guesses of its account, apart from what strangers guess. */
  keyOfDevice(device: KnownDevice): Buffer;
  /**
   * Counts a guess before `check` looks at it; refuses the call while the next one has to wait. One that was not looked at
   * after all, as where too much is hashed already, is given back.
   */
  attempt<Result>(key: Buffer, now: Date, check: () => Promise<Result>): Promise<Result>;
  /** The guess was right; in the transaction of what it opened, where there is one. */
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
