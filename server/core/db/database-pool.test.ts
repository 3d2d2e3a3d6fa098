import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/database/database.ts';
import { createLog } from '../log/log.ts';
import { openPool } from './db.ts';

test('while the database does not respond, few queries wait and the others fail at once; afterwards all succeed', async () => {
  await using made = new AsyncDisposableStack();
  const database = await createTestDatabase();
  made.defer(() => database.drop());
  const pool = openPool({ ...database.connection, connectionTimeoutMillis: 1_000 }, createLog('silent'), 2);
  made.defer(() => void pool.end());
  const ask = async () => (await pool.query<{ one: number }>('select 1 as one')).rows[0]?.one;
  // For waiting callers, a held connection and one whose statement does not end are the same.
  const held = [await pool.connect(), await pool.connect()];
  const first = await Promise.allSettled(Array.from({ length: 6 }, ask));
  expect(first.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));

  const outcomes: string[] = [];
  const waiting = Array.from({ length: 6 }, () =>
    ask().then(
      () => outcomes.push('served'),
      (error: Error) => outcomes.push(error.message),
    ),
  );
  await nextTurn();
  expect(outcomes).toEqual(Array(4).fill('the database does not answer'));
  for (const client of held) client.release();
  await Promise.all(waiting);
  expect(outcomes.slice(4)).toEqual(['served', 'served']);
  expect(await Promise.all(Array.from({ length: 6 }, ask))).toEqual(Array(6).fill(1));
});

test('a query that has waited too long does not make later ones fail', async () => {
  await using made = new AsyncDisposableStack();
  const database = await createTestDatabase();
  made.defer(() => database.drop());
  const pool = openPool({ ...database.connection, connectionTimeoutMillis: 3_000 }, createLog('silent'), 1);
  made.defer(() => void pool.end());
  // The only connection is passed on three times, and the last query waits too long. A busy test machine may be late by 750 ms.
  let held = await pool.connect();
  const others = Array.from({ length: 3 }, () => pool.connect());
  const late = pool.connect();
  const failed = expect(late).rejects.toThrow('timeout exceeded');
  for (const other of others) {
    await sleep(750);
    held.release();
    held = await other;
  }
  await failed;
  const next = Array.from({ length: 3 }, () => pool.query('select 1'));
  held.release();
  await Promise.all(next);
});

test('queries that wait while the process stands still are served afterwards', async () => {
  await using made = new AsyncDisposableStack();
  const database = await createTestDatabase();
  made.defer(() => database.drop());
  const pool = openPool({ ...database.connection, connectionTimeoutMillis: 500 }, createLog('silent'), 2);
  made.defer(() => void pool.end());
  await Promise.all([pool.query('select 1'), pool.query('select 1')]);
  const asked = Array.from({ length: 6 }, () => pool.query('select 1'));
  // As after a suspended machine: timers run before the answers of the database are read.
  await nextTurn();
  const until = performance.now() + 1_000;
  while (performance.now() < until);
  await Promise.all(asked);
});
