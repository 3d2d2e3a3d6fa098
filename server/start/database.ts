import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway, reasonOf } from '../core/database-away.ts';
import { openPool } from '../core/db.ts';
import { migrate, serverOf } from '../core/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { openPrivatePostgres } from '../postgres/private-postgres.ts';
import { BadConfig, type Config } from './config.ts';

/** The database of this process: the operator's own by DATABASE_URL, else the private one in the data folder. */
export type Database = {
  pool: Pool;
  connection: PoolConfig;
  /** The data folder of the private one; null for the operator's own. */
  where: string | null;
  close(): Promise<void>;
};

/** How long to wait for a database that is not there yet, as after a machine has started; `say` tells the operator. */
export type Patience = { ms: number; stop: AbortSignal; say(sentence: string): void };

/** Opens the database and brings it to the newest version. Without patience one that is away is refused at once. */
export async function openDatabase(
  config: Config,
  as: 'app' | 'command',
  log: Logger,
  patience?: Patience,
): Promise<Database> {
  const database = await openDatabaseAsItIs(config, as, log, patience);
  try {
    const applied = await migrate(database.pool, MIGRATIONS);
    if (applied.length > 0) log.debug({ applied }, 'migrations applied');
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Opens the database and leaves it as it is, be it empty or old. */
export async function openDatabaseAsItIs(
  config: Config,
  as: 'app' | 'command',
  log: Logger,
  patience?: Patience,
): Promise<Database> {
  const opened = config.databaseUrl
    ? { connection: { connectionString: config.databaseUrl }, where: null, release: async () => {} }
    : await openPrivatePostgres({ dataDir: config.dataDir, as, log });
  const { connection, where } = opened;
  const pool = openPool(connection, log);
  const close = async () => {
    await pool.end();
    await opened.release();
  };
  try {
    if (config.databaseUrl) await checkServer(pool, patience);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, connection, where, close };
}

const OLDEST_POSTGRES = 14;

/** Checks the version and the encoding of the operator's own database before using it. */
async function checkServer(pool: Pool, patience?: Patience): Promise<void> {
  const { major, encoding } = await answerOf(pool, patience).catch((error: Error & { code?: string }) => {
    const why = reasonOf(error) || error.code;
    throw new BadConfig(`用 DATABASE_URL 连不上数据库（${why}）。请检查其中的地址、库名、用户名与密码。`);
  });
  if (major < OLDEST_POSTGRES)
    throw new BadConfig(`DATABASE_URL 是 PostgreSQL ${major}：请换 ${OLDEST_POSTGRES} 或更新的版本。`);
  if (encoding !== 'UTF8') throw new BadConfig(`DATABASE_URL 的库的编码是 ${encoding}：请另建一个 UTF-8 的库。`);
}

const RETRY_MS = 500;

async function answerOf(pool: Pool, patience?: Patience): ReturnType<typeof serverOf> {
  const end = performance.now() + (patience?.ms ?? 0);
  for (let tries = 1; ; tries++) {
    try {
      return await serverOf(pool);
    } catch (error) {
      const isWorthWaiting = isDatabaseAway(error) && performance.now() + RETRY_MS < end;
      if (!isWorthWaiting || !(error instanceof Error) || patience?.stop.aborted) throw error;
      if (tries === 1)
        patience?.say(`数据库还没有应答（${reasonOf(error)}），最多等 ${Math.round(patience.ms / 1000)} 秒……`);
      await pause(RETRY_MS, undefined, { signal: patience?.stop }).catch(() => {});
    }
  }
}
