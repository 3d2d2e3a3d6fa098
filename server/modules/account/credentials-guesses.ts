import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import type { Db } from '../../core/db.ts';
import { Refusal } from '../../core/refusal.ts';
import { forgetGuesses, takeGuess } from './credentials-guess-store.ts';

/** Guesses at one secret: five are free, then each must wait longer. Never a lasting lock. */
export type Guesses = {
  /** What is guessed at, by its kind; kept hashed, for readers also type passwords where names go. */
  keyOf(kind: 'login' | 'password' | 'teen', name: string): Buffer;
  /** Counts a guess before it is looked at; refuses with 1003 while the next one has to wait. */
  take(key: Buffer, now: Date): Promise<void>;
  /** The guess was right; in the transaction of what it opened, where there is one. */
  forget(key: Buffer, db?: Db): Promise<void>;
};

export function createGuesses(pool: Pool, secret: Buffer): Guesses {
  return {
    keyOf: (kind, name) => createHmac('sha256', secret).update(`${kind}\n${name}`).digest(),
    async take(key, now) {
      const nextAt = await takeGuess(pool, key, now);
      if (!nextAt) return;
      const retryAfter = Math.max(1, Math.ceil((nextAt.getTime() - now.getTime()) / 1000));
      throw new Refusal(1003, { retryAfter });
    },
    forget: (key, db = pool) => forgetGuesses(db, key),
  };
}
