import type { Pool, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openPool } from './core/db.ts';
import { migrate } from './core/migrate.ts';
import { openPrivatePostgres } from './postgres/private-postgres.ts';

/** The database of this process: the operator's own by DATABASE_URL, else the private one in the data folder. */
export type Database = {
  pool: Pool;
  connection: PoolConfig;
  /** Where the private one keeps its data; null for the operator's own. */
  where: string | null;
  close(): Promise<void>;
};

/** Opens the database and brings it to the newest version. */
export async function openDatabase(config: Config, as: 'app' | 'command', log: Logger): Promise<Database> {
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
    const applied = await migrate(pool);
    if (applied.length > 0) log.debug({ applied }, 'migrations applied');
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, connection, where, close };
}
