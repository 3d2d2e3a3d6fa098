import { readdir, readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

const FOLDER = new URL('../migrations/', import.meta.url);
/** Any number, the same in every process: only one of them migrates at a time. */
const LOCK = 7_205_001;

/** A newer program has migrated this database; this one would damage it. */
export class NewerDatabase extends Error {}

/**
 * Brings the database to the newest version: every `NNN-name.sql` not applied yet, in order, each in its own
 * transaction. Returns the names applied. Throws where an applied file is unknown here: the database is newer than the program.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists public.manyu_migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const known = await client.query<{ name: string }>('select name from public.manyu_migration');
    const applied = new Set(known.rows.map((row) => row.name));
    const foreign = [...applied].filter((name) => !names.includes(name));
    if (foreign.length > 0)
      throw new NewerDatabase(`The database is newer than this program (it has ${foreign.join(', ')}).`);
    const missing = names.filter((name) => !applied.has(name));
    for (const name of missing) {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into public.manyu_migration (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed`, { cause: error });
      }
    }
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}

/** Whether every migration of this program is applied; what /readyz asks. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'));
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from public.manyu_migration where name = any($1)',
    [names],
  );
  return rows[0]?.count === names.length;
}

/** What the database is served by, and in which encoding it keeps text. */
export async function serverOf(pool: Pool): Promise<{ major: number; encoding: string }> {
  const { rows } = await pool.query<{ major: number; encoding: string }>(
    "select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding",
  );
  return rows[0] ?? { major: 0, encoding: 'unknown' };
}
