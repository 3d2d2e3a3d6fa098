import pg from 'pg';
import type { Logger } from 'pino';
import { DatabasePool } from './database-pool.ts';

declare const inTransaction: unique symbol;

/** A connection inside a transaction, which only `transaction` provides: functions that must run in one require it. */
export type Tx = pg.PoolClient & { readonly [inTransaction]: true };

/** Where a statement can run: in a transaction or on its own. */
export type Db = pg.Pool | pg.PoolClient;

// Ids, counts and sums are far below 2^53 here; the contract has numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A statement that each connection prepares once under its name; `text` uses $1, $2 … */
export type Statement<Row, Params extends readonly unknown[]> = {
  name: string;
  text: string;
  /** Only for the compiler. */
  types?: { row: Row; params: Params };
};

/** The values to run a statement with; a statement without parameters needs none. */
type Values<Params extends readonly unknown[]> = Params extends readonly [] ? [values?: Params] : [values: Params];

/** `never` unless the parameters are a tuple, as they are not in a call without type arguments: the compiler refuses it. */
type NameOf<Params extends readonly unknown[]> = number extends Params['length'] ? never : string;

const declared = new Map<string, string>();

/**
 * Declares a statement with its name, the type of its rows (`never`: none), and the types of its parameters in order. Under
 * one name a connection can prepare one text only, so another one is refused here.
 */
export function statement<Row, Params extends readonly unknown[]>(
  name: NameOf<Params>,
  text: string,
): Statement<Row, Params> {
  if ((declared.get(name) ?? text) !== text) throw new Error(`two statements are named ${name}`);
  declared.set(name, text);
  return { name, text };
}

/** The text of every statement declared so far, by its name. */
export function declaredStatements(): ReadonlyMap<string, string> {
  return declared;
}

/** Runs a statement and returns its rows. */
export async function rows<Row, Params extends readonly unknown[]>(
  db: Db,
  { name, text }: Statement<Row, Params>,
  ...[values]: Values<NoInfer<Params>>
): Promise<Row[]> {
  const result = await db.query<Row & pg.QueryResultRow>({ name, text, values: [...(values ?? [])] });
  return result.rows;
}

type Run<Connection, Params extends readonly unknown[], Result> = (
  db: Connection,
  ...values: Params
) => Promise<Result>;

/** Declares a statement, and returns the function that runs it and returns its rows. `Tx`: it must run in a transaction. */
export function allRows<Row, Params extends readonly unknown[], Connection extends Db = Db>(
  name: NameOf<Params>,
  text: string,
): Run<Connection, Params, Row[]> {
  statement<Row, Params>(name, text);
  // Like any function it may be called with more arguments than it takes.
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, no]) => Number(no)));
  return async (db, ...values) => {
    const result = await db.query<Row & pg.QueryResultRow>({ name, text, values: values.slice(0, count) });
    return result.rows;
  };
}

/** The same for the first row; null if there are no rows. */
export function firstRow<Row, Params extends readonly unknown[], Connection extends Db = Db>(
  name: NameOf<Params>,
  text: string,
): Run<Connection, Params, Row | null> {
  const run = allRows<Row, Params>(name, text);
  return async (db, ...values) => (await run(db, ...values))[0] ?? null;
}

/** The same for a statement whose result has one column: its value in the first row; null if there are no rows. */
export function firstValue<Row extends object, Params extends readonly unknown[], Connection extends Db = Db>(
  name: NameOf<Params>,
  text: string,
): Run<Connection, Params, Row[keyof Row] | null> {
  const run = allValues<Row, Params>(name, text);
  return async (db, ...values) => (await run(db, ...values))[0] ?? null;
}

/** The same with a value for no rows. */
export function valueOr<Row extends object, Params extends readonly unknown[], Connection extends Db = Db>(
  name: NameOf<Params>,
  text: string,
  fallback: NoInfer<Row[keyof Row]>,
): Run<Connection, Params, Row[keyof Row]> {
  const run = firstValue<Row, Params>(name, text);
  return async (db, ...values) => (await run(db, ...values)) ?? fallback;
}

/** The same for the values of all rows. */
export function allValues<Row extends object, Params extends readonly unknown[], Connection extends Db = Db>(
  name: NameOf<Params>,
  text: string,
): Run<Connection, Params, Row[keyof Row][]> {
  const run = allRows<Row, Params>(name, text);
  return async (db, ...values) => (await run(db, ...values)).flatMap((row): Row[keyof Row][] => Object.values(row));
}

/** The same; whether there are rows. */
export function hasRow<Row, Params extends readonly unknown[], Connection extends Db = Db>(
  name: NameOf<Params>,
  text: string,
): Run<Connection, Params, boolean> {
  const run = allRows<Row, Params>(name, text);
  return async (db, ...values) => (await run(db, ...values)).length > 0;
}

/** The same for a statement without result rows. */
export function execute<Params extends readonly unknown[], Connection extends Db = Db>(
  name: NameOf<Params>,
  text: string,
): Run<Connection, Params, void> {
  const run = allRows<never, Params>(name, text);
  return async (db, ...values) => void (await run(db, ...values));
}

/**
 * Runs a statement without a name, which PostgreSQL plans for these values; a named statement may get a generic plan. Name
 * the type of its rows in the call.
 */
export async function planned<Row extends object>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.query<Row>(text, [...values])).rows;
}

/** The first row, or null. */
export async function row<Row, Params extends readonly unknown[]>(
  db: Db,
  statement: Statement<Row, Params>,
  ...values: Values<NoInfer<Params>>
): Promise<Row | null> {
  return (await rows(db, statement, ...values))[0] ?? null;
}

/**
 * The errors with which PostgreSQL ends one of two conflicting transactions: serialization_failure, deadlock_detected.
 */
const CONFLICTS = ['40001', '40P01'];
const TRIES = 3;

/**
 * Runs `work` in one transaction; rolls back when it throws. After a conflict with another transaction `work` is run again,
 * so it must have no other effects, or only those that may happen twice.
 */
export async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await once(pool, work);
    } catch (error) {
      if (!isConflict(error) || left === 0) throw error;
    }
  }
}

/** Whether PostgreSQL has ended a transaction, or a statement outside of one, because of another one: it can be run again. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONFLICTS.includes(error.code ?? '');
}

async function once<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    // The only place that may cast to Tx: the transaction was begun above.
    const result = await work(client as Tx);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Reads on one connection, where a statement that takes longer than this is ended; `tookTooLong` knows its error.
 */
export async function readWithin<T>(pool: pg.Pool, statementMs: number, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query(`begin read only; set local statement_timeout = ${statementMs}`);
    return await work(client);
  } finally {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    client.release(isBroken);
  }
}

/** query_canceled */
const TOO_LONG = '57014';

/** Whether a statement took longer than it was allowed to. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === TOO_LONG;
}

/** Opens the pool of an app or a command. A lost connection is logged and replaced, never thrown. */
export function openPool(connection: pg.PoolConfig, log: Logger, max = 10): pg.Pool {
  const pool = new DatabasePool({
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'manyu',
    ...connection,
  });
  // The pool does not listen to the errors of a connection in use, and an error without a listener would end the process. The
  // user of the connection gets the error from its statement.
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'a database connection was lost');
  });
  return pool;
}

const UNIQUE_VIOLATION = '23505';

/** Whether a write failed because another row has that value already. */
export function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}
