import type { Pool, PoolConfig } from 'pg';
import type { Logger } from 'pino';
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

/** Opens the database and brings it to the newest version. */
export async function openDatabase(config: Config, as: 'app' | 'command', log: Logger): Promise<Database> {
  const database = await openDatabaseAsItIs(config, as, log);
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
export async function openDatabaseAsItIs(config: Config, as: 'app' | 'command', log: Logger): Promise<Database> {
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
    if (config.databaseUrl) await checkServer(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, connection, where, close };
}

const OLDEST_POSTGRES = 14;

/** Checks the version and the encoding of the operator's own database before using it. */
async function checkServer(pool: Pool): Promise<void> {
  const { major, encoding } = await serverOf(pool).catch((error: Error & { code?: string }) => {
    const why = error.message || error.code;
    throw new BadConfig(`用 DATABASE_URL 连不上数据库（${why}）。请检查其中的地址、库名、用户名与密码。`);
  });
  if (major < OLDEST_POSTGRES)
    throw new BadConfig(`DATABASE_URL 是 PostgreSQL ${major}：请换 ${OLDEST_POSTGRES} 或更新的版本。`);
  if (encoding !== 'UTF8') throw new BadConfig(`DATABASE_URL 的库的编码是 ${encoding}：请另建一个 UTF-8 的库。`);
}
