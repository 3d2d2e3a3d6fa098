import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { isServerRunning } from '../core/changes/changes.ts';
import { isDatabaseAway, reasonOf } from '../core/db/database-away.ts';
import { openPool } from '../core/db/db.ts';
import { isUnused, migrate, schemasOf, serverOf } from '../core/db/migrate.ts';
import { BadConfig } from '../core/files/bad-config.ts';
import { MIGRATIONS } from '../migrations.ts';
import { backUpDatabase } from '../operator/backup/back-up.ts';
import { hasPrivatePostgres, openPrivatePostgres } from '../postgres/private-postgres.ts';
import type { Config } from './config.ts';
import { NoDatabase, refuseLostSite, removeNewSiteFile } from './lost-site.ts';

/** The database of this process: the operator's one by DATABASE_URL, otherwise the private one in the data folder. */
export type Database = {
  pool: Pool;
  connection: PoolConfig;
  /** The data folder of the private database; null for the operator's. */
  where: string | null;
  close(): Promise<void>;
};

/** How long to wait for an unavailable database, such as after a boot. `say` informs the operator. */
export type Patience = { ms: number; stop: AbortSignal; say(sentence: string): void };

/** `isNewSite`: the operator asks for a new site even if one exists. */
export type Opening = { patience?: Patience; isNewSite?: boolean };

/**
 * Opens the database and migrates it. Without `patience` an unavailable one is refused at once. Throws if a new site
 * would be made although another one may have been lost.
 */
export async function openDatabase(
  config: Config,
  as: 'app' | 'command',
  log: Logger,
  { patience, isNewSite = false }: Opening = {},
): Promise<Database> {
  if (!isThere(config)) await refuseLostSite(config, isNewSite);
  const database = await openDatabaseAsItIs(config, as, log, patience);
  try {
    if (await isUnused(database.pool)) await refuseLostSite(config, isNewSite);
    const applied = await migrate(database.pool, MIGRATIONS, async () => {
      if (as === 'command') await refuseUnderServer(database.pool);
      if (config.migrationBackup) await backUpBeforeUpgrade(database.pool, config.dataDir, log);
    });
    if (applied.length > 0) log.debug({ applied }, 'migrations applied');
    await removeNewSiteFile(config.dataDir);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Whether a database exists. Connects to the operator's; the private one would be made. */
function isThere({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== null || hasPrivatePostgres(dataDir);
}

/** Opens the database without migrating it. Never makes one. For commands that only read. */
export async function openDatabaseToLook(config: Config, as: 'app' | 'command', log: Logger): Promise<Database> {
  if (isThere(config)) return openDatabaseAsItIs(config, as, log);
  throw new NoDatabase(config.dataDir);
}

/**
 * A running server would go on with a structure that it does not know. A server that starts may upgrade under another one:
 * several nodes are restarted in turn.
 */
async function refuseUnderServer(pool: Pool): Promise<void> {
  if (!(await isServerRunning(pool))) return;
  throw new BadConfig(
    '旧版的漫屿正在用这个数据库，而这个命令是新版的，会升级数据库，所以没有运行。请先重新启动漫屿（它会升级数据库），再运行这个命令。',
  );
}

/** Backs up the database before an upgrade, for a rollback to the last release. */
async function backUpBeforeUpgrade(pool: Pool, dataDir: string, log: Logger): Promise<void> {
  const root = path.join(dataDir, 'before-upgrade');
  try {
    const folder = await backUpDatabase(root, { pool, schemas: schemasOf(MIGRATIONS), clock: () => new Date() });
    log.info({ folder }, 'the database was backed up before it is upgraded');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadConfig(
      `升级数据库之前的备份没有做成，所以没有升级（${why}）。请检查 ${root} 的空间与权限；不要这份备份就设 MIGRATION_BACKUP=off。`,
      { cause: error },
    );
  }
}

/** Opens the database without migrating it, even if it is empty or old. */
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

/** Checks the version and the encoding of the operator's database. */
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
