import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/database/database.ts';
import { openPool } from '../../../core/db/db.ts';
import { createLog } from '../../../core/log/log.ts';
import { takeGuess } from './guess-store.ts';

const DAY_MS = 24 * 3600 * 1000;

test('a delay from a time when the clock was a day ahead ends when the clock is right again', async () => {
  await using made = new AsyncDisposableStack();
  const database = await createTestDatabase();
  made.defer(() => database.drop());
  const pool = openPool(database.connection, createLog('silent'));
  made.defer(() => pool.end());
  const key = Buffer.from('somebody');
  const now = new Date();
  const ahead = new Date(now.getTime() + DAY_MS);
  let wait: Date | null = null;
  for (let guess = 0; guess < 6; guess++) wait = await takeGuess(pool, key, ahead);
  expect(wait?.getTime()).toBeGreaterThan(ahead.getTime());
  expect(await takeGuess(pool, key, now)).toBeNull();
  // From here on the clock is right.
  expect((await takeGuess(pool, key, now))?.getTime()).toBeLessThan(now.getTime() + DAY_MS);
});
