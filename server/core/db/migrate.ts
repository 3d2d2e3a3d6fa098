import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import type { Tx } from './db.ts';

/** Any number, the same in every process: only one of them migrates at a time. */
const LOCK = 7_205_001;

/** Applied to every database made before the migrations were squashed to one file a module. */
const BEFORE_SQUASH = '001-account.sql';

/** The database was migrated by a newer program; this one would damage it. */
export class NewerDatabase extends Error {}

/** The database was made before the first release, with migrations that exist no more. */
export class UnreleasedDatabase extends Error {}

const LIST =
  'create table if not exists public.manyu_migration (name text primary key, applied_at timestamptz not null default now())';

type Migration = { name: string; url: URL };

/**
 * Brings the database to the newest version: every `NNN-name.sql` of the folders that is not applied yet, folder by folder,
 * each in its own transaction. Returns the names applied. Throws if the database has migrations that are unknown here.
 * `beforeUpgrade` is awaited before the first one of a database that has some already; if it throws, nothing is applied.
 */
export async function migrate(
  pool: Pool,
  folders: readonly URL[],
  beforeUpgrade: () => Promise<void> = async () => {},
): Promise<string[]> {
  const migrations = await listMigrations(folders);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(LIST);
    const { rows } = await client.query<{ name: string }>('select name from public.manyu_migration');
    const applied = new Set(rows.map((row) => row.name));
    refuseUnknown(applied, migrations);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    if (applied.size > 0 && missing.length > 0) await beforeUpgrade();
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

/** Whether no migration was ever applied: nothing of ours is in this database. */
export async function isUnused(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    "select to_regclass('public.manyu_migration') is not null as there",
  );
  if (!rows[0]?.there) return true;
  return (await pool.query('select from public.manyu_migration limit 1')).rowCount === 0;
}

/** Throws if a name is unknown: the database was migrated by a newer version of this program. */
export async function refuseNewer(folders: readonly URL[], names: readonly string[]): Promise<void> {
  refuseUnknown(new Set(names), await listMigrations(folders));
}

/**
 * Makes the structure of an older database, or of one as old as this program, in an empty one: in the transaction given,
 * the migrations of these names.
 */
export async function migrateAsBefore(tx: Tx, folders: readonly URL[], names: readonly string[]): Promise<void> {
  const migrations = await listMigrations(folders);
  const applied = new Set(names);
  await tx.query(LIST);
  for (const migration of migrations.filter(({ name }) => applied.has(name))) await run(tx, migration);
}

/** The modules' schemas: each is named like the folder that its migrations are in. */
export function schemasOf(folders: readonly URL[]): string[] {
  return folders.map((folder) => basename(dirname(fileURLToPath(folder))));
}

/** Whether every migration of this program is applied, for /readyz. */
export async function isMigrated(pool: Pool, folders: readonly URL[]): Promise<boolean> {
  const names = (await listMigrations(folders)).map(({ name }) => name);
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from public.manyu_migration where name = any($1)',
    [names],
  );
  return rows[0]?.count === names.length;
}

/** A migration is named by its module too, as `account/001-account.sql`. */
async function listMigrations(folders: readonly URL[]): Promise<Migration[]> {
  const lists = folders.map(async (folder) => {
    const module = basename(dirname(fileURLToPath(folder)));
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
    return files.map((file) => ({ name: `${module}/${file}`, url: new URL(file, folder) }));
  });
  return (await Promise.all(lists)).flat();
}

function refuseUnknown(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  if (applied.has(BEFORE_SQUASH))
    throw new UnreleasedDatabase('The database was made before the first release and cannot be migrated.');
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new NewerDatabase(`The database is newer than this program (it has ${unknown.join(', ')}).`);
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await run(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}

async function run(client: PoolClient, { name, url }: Migration): Promise<void> {
  await client.query(await readFile(url, 'utf8'));
  await client.query('insert into public.manyu_migration (name) values ($1)', [name]);
}

/** The major version of the database server, and the encoding of the database. */
export async function serverOf(pool: Pool): Promise<{ major: number; encoding: string }> {
  const { rows } = await pool.query<{ major: number; encoding: string }>(
    "select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding",
  );
  return rows[0] ?? { major: 0, encoding: 'unknown' };
}
