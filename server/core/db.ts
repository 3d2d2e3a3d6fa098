import pg from 'pg';
import type { Logger } from 'pino';

declare const inTransaction: unique symbol;

/** A connection inside a transaction, as only `transaction` hands one out: what must be done as a whole demands it. */
export type Tx = pg.PoolClient & { readonly [inTransaction]: true };

/** Where a statement can run: in a transaction, or by itself. */
export type Db = pg.Pool | pg.PoolClient;

// Ids, counts and sums are far below 2^53 here; a number is what the contract says.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A statement prepared once a connection under its name; `text` uses $1, $2 … */
export type Statement<Row, Params extends readonly unknown[] = readonly unknown[]> = {
  name: string;
  text: string;
  /** For the compiler alone. */
  types?: { row: Row; params: Params };
};

/** Left out where a statement has no parameters, or does not say of which types they are. */
type Values<Params extends readonly unknown[]> = readonly [] extends Params ? [values?: Params] : [values: Params];

/** Names a statement, the shape of its rows, and the types of its parameters in their order. */
export function statement<Row, Params extends readonly unknown[] = readonly unknown[]>(
  name: string,
  text: string,
): Statement<Row, Params> {
  return { name, text };
}

/** Runs a named statement and gives its rows. */
export async function rows<Row, Params extends readonly unknown[]>(
  db: Db,
  { name, text }: Statement<Row, Params>,
  ...[values]: Values<NoInfer<Params>>
): Promise<Row[]> {
  const result = await db.query<Row & pg.QueryResultRow>({ name, text, values: [...(values ?? [])] });
  return result.rows;
}

/** The first row, or null. */
export async function row<Row, Params extends readonly unknown[]>(
  db: Db,
  statement: Statement<Row, Params>,
  ...values: Values<NoInfer<Params>>
): Promise<Row | null> {
  return (await rows(db, statement, ...values))[0] ?? null;
}

/** What PostgreSQL ends one of two transactions with that stand in each other's way: serialization_failure, deadlock_detected. */
const LOST_TO_ANOTHER = ['40001', '40P01'];
const TRIES = 3;

/**
 * Runs `work` in one transaction; rolls back when it throws. What lost to another transaction is run again, so that `work`
 * changes nothing but the database, or what may be changed twice.
 */
export async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await once(pool, work);
    } catch (error) {
      const lost = error instanceof pg.DatabaseError && LOST_TO_ANOTHER.includes(error.code ?? '');
      if (!lost || left === 0) throw error;
    }
  }
}

async function once<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    // The one place that may say so: the transaction was begun above.
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

/** Opens the pool of an app or a command. A lost connection is logged and replaced, never thrown. */
export function openPool(connection: pg.PoolConfig, log: Logger, max = 10): pg.Pool {
  const pool = new pg.Pool({
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'manyu',
    ...connection,
  });
  pool.on('error', (error) => {
    // The error carries the whole client with it; the log needs what happened.
    if (!pool.ending) log.warn({ reason: error.message }, 'a database connection was lost');
  });
  return pool;
}

const UNIQUE_VIOLATION = '23505';

/** Whether a write failed because another row has that value already. */
export function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}
