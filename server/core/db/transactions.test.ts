import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { createLog } from '../log/log.ts';
import {
  allValues,
  firstValue,
  hasRow,
  isTaken,
  openPool,
  readWithin,
  row,
  rows,
  statement,
  tookTooLong,
  transaction,
  valueOr,
} from './db.ts';
import { whileLocked } from './lock.ts';

let database: TestDatabase;
let pool: pg.Pool;
let lines: { msg: string; reason?: string }[];

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('create table note (text text primary key)');
  await client.end();
});
afterAll(() => database.drop());
beforeEach(async () => {
  lines = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  pool = openPool(database.connection, log);
  await pool.query('delete from note');
});
afterEach(() => pool.end());

const ADD = statement<never, [text: string]>('test.add', 'insert into note values ($1)');
const ALL = statement<{ text: string }, []>('test.all', 'select text from note order by text');
const texts = async () => (await rows(pool, ALL)).map(({ text }) => text);
const conflict = (code: string) => `do $$ begin raise exception 'conflict' using errcode = '${code}'; end $$`;

test('counts and sums are numbers; the first of no rows is null', async () => {
  const COUNT = statement<{ count: number }, []>('test.count', 'select count(*) from note');
  expect(await row(pool, COUNT)).toEqual({ count: 0 });
  expect(await row(pool, ALL)).toBeNull();
});

const LIKE = 'select text from note where text like $1 order by text';
const firstLike = firstValue<{ text: string }, [like: string]>('test.first-like', LIKE);
const firstLikeOr = valueOr<{ text: string }, [like: string]>('test.first-like-or', LIKE, 'none');
const allLike = allValues<{ text: string }, [like: string]>('test.all-like', LIKE);
const hasLike = hasRow<{ text: string }, [like: string]>('test.has-like', LIKE);

test.each([
  ['a%', { first: 'a1', or: 'a1', all: ['a1', 'a2'], has: true }],
  ['b%', { first: null, or: 'none', all: [], has: false }],
])('the values of the only column, where text is like %s', async (like, expected) => {
  for (const text of ['a2', 'a1', 'c']) await rows(pool, ADD, [text]);
  expect({
    first: await firstLike(pool, like),
    or: await firstLikeOr(pool, like),
    all: await allLike(pool, like),
    has: await hasLike(pool, like),
  }).toEqual(expected);
});

test('a value that is a list stays one value', async () => {
  const listOf = allValues<{ texts: string[] }, []>('test.lists', `select array['a', 'b'] as texts`);
  expect(await listOf(pool)).toEqual([['a', 'b']]);
});

test('the first row is the first of them', async () => {
  await pool.query("insert into note values ('b'), ('a')");
  expect(await row(pool, ALL)).toEqual({ text: 'a' });
});

test('changes in a transaction are visible to others after the commit, and its result is returned', async () => {
  const result = await transaction(pool, async (tx) => {
    await row(tx, ADD, ['a']);
    expect(await texts()).toEqual([]);
    return 7;
  });
  // Its own connection, and the one of the query that looked at it.
  expect([pool.totalCount, pool.idleCount]).toEqual([2, 2]);
  expect([result, await texts()]).toEqual([7, ['a']]);
});

test('if a step fails, the transaction is rolled back, the error is thrown and the connection is reused', async () => {
  const failed = transaction(pool, async (tx) => {
    await row(tx, ADD, ['a']);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  expect(await texts()).toEqual([]);
});

test.each(['40001', '40P01'])('after a conflict (%s) a transaction is retried, three tries in total', async (code) => {
  let tries = 0;
  const work = (failures: number) =>
    transaction(pool, async (tx) => {
      await row(tx, ADD, [`${failures} fail, try ${++tries}`]);
      if (tries <= failures) await tx.query(conflict(code));
    });
  await work(2);
  expect([tries, await texts()]).toEqual([3, ['2 fail, try 3']]);
  tries = 0;
  await expect(work(3)).rejects.toMatchObject({ code });
  expect([tries, await texts()]).toEqual([3, ['2 fail, try 3']]);
});

test('other errors are not retried', async () => {
  for (const fail of [
    (tx: pg.PoolClient) => tx.query(conflict('P0001')),
    () => Promise.reject(Object.assign(new Error('no database'), { code: '40001' })),
  ]) {
    let tries = 0;
    const work = transaction(pool, async (tx) => {
      tries++;
      await fail(tx);
    });
    await expect(work).rejects.toThrow();
    expect(tries).toBe(1);
  }
});

test('a connection that is lost in a transaction fails only that transaction and is not reused', async () => {
  const ended = Promise.withResolvers<void>();
  const lost = transaction(pool, async (tx) => {
    tx.once('end', ended.resolve);
    await tx.query('select pg_terminate_backend(pg_backend_pid())');
  });
  await expect(lost).rejects.toMatchObject({ code: '57P01' });
  await ended.promise;
  expect(pool.totalCount).toBe(0);
  expect(await texts()).toEqual([]);
});

test('a connection that is lost while a transaction waits for something else fails its next statement', async () => {
  const lost = transaction(pool, async (tx) => {
    const { rows: found } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => tx.once('end', () => resolve()));
    await pool.query('select pg_terminate_backend($1)', [found[0]?.pid]);
    await ended;
    await row(tx, ADD, ['a']);
  });
  await expect(lost).rejects.toThrow('not queryable');
  expect(await texts()).toEqual([]);
});

test('a lost idle connection is logged with the reason and replaced', async () => {
  const { rows: found } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const other = new pg.Client(database.connection);
  await other.connect();
  await other.query('select pg_terminate_backend($1)', [found[0]?.pid]);
  await expect.poll(() => lines).toMatchObject([{ msg: 'the database is away' }]);
  expect(lines[0]?.reason).toMatch(/terminat/);
  expect(await texts()).toEqual([]);
  await other.end();
});

test('isTaken is true only for a value that another row has', async () => {
  await row(pool, ADD, ['a']);
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  expect(isTaken(await errorOf(row(pool, ADD, ['a'])))).toBe(true);
  expect(isTaken(await errorOf(pool.query('insert into note values (null)')))).toBe(false);
  expect(isTaken(Object.assign(new Error('no database'), { code: '23505' }))).toBe(false);
});

test('a lock and its connection are released after success and after failure, and the connection is reused', async () => {
  for (const work of [async () => {}, () => Promise.reject(new Error('no'))]) {
    await whileLocked(pool, 'sweep', work).catch(() => {});
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  }
  let isDone = false;
  const other = openPool(database.connection, pino({ level: 'silent' }));
  await whileLocked(other, 'sweep', async () => {
    isDone = true;
  });
  await other.end();
  expect(isDone).toBe(true);
});

test('while a lock is held, others skip the work and release their connections', async () => {
  let isDone = false;
  await whileLocked(pool, 'sweep', async () => {
    await whileLocked(pool, 'sweep', async () => {
      isDone = true;
    });
    expect([pool.totalCount, pool.idleCount]).toEqual([2, 1]);
  });
  expect(isDone).toBe(false);
});

test('a read that takes too long is cancelled, writes are refused, and the connection is reused', async () => {
  const error: unknown = await readWithin(pool, 10, (db) => db.query('select pg_sleep(60)')).catch((thrown) => thrown);
  expect(tookTooLong(error)).toBe(true);
  const written: unknown = await readWithin(pool, 60_000, (db) => row(db, ADD, ['a'])).catch((thrown) => thrown);
  expect([tookTooLong(written), await texts()]).toEqual([false, []]);
  expect(await readWithin(pool, 60_000, (db) => row(db, ALL))).toBeNull();
  // Outside of it no statement is limited.
  const { rows: shown } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
  expect([shown[0]?.statement_timeout, pool.totalCount]).toEqual(['0', 1]);
});
