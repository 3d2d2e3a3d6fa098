import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { openPool } from '../../../server/core/db/db.ts';
import { migrate } from '../../../server/core/db/migrate.ts';
import { createLog } from '../../../server/core/log/log.ts';
import { MIGRATIONS } from '../../../server/migrations.ts';
import { type ListingApp, openAppOn } from '../listing-app.ts';
import { fill, type Sizes, sizesOf } from './fill.ts';

/** The files that generate the rows. If one changes, the rows are generated again. */
const RECIPE = ['./fill.ts', './readers.ts', '../listings-catalogue.ts', '../comic-titles.ts'];

/** An app on a filled site with an adjustable clock. */
export type GrownSite = ListingApp & Sizes & { forward(ms: number): void; clock(): Date };
type Stamp = { recipe: string; filledAt: string };

/** Opens the site of this share: the stored one, or a new one. */
export async function openGrownSite(server: pg.PoolConfig, share: number, isFresh: boolean): Promise<GrownSite> {
  const sizes = sizesOf(share);
  const database = `scale_${sizes.comics}`;
  const connection = { ...server, database };
  const administrator = new pg.Pool({ ...server, max: 1 });
  const pool = openPool(connection, createLog('warn'));
  try {
    const kept = isFresh ? null : await stampOf(administrator, database);
    const filledAt = kept?.recipe === recipe() ? new Date(kept.filledAt) : null;
    if (!filledAt) {
      await administrator.query(`drop database if exists ${database} with (force)`);
      await administrator.query(`create database ${database}`);
    }
    await migrate(pool, MIGRATIONS);
    if (!filledAt) await fill(pool, sizes);
    const stamp = { recipe: recipe(), filledAt: (filledAt ?? new Date()).toISOString() };
    await administrator.query(`comment on database ${database} is ${pg.escapeLiteral(JSON.stringify(stamp))}`);
    return await serve(pool, connection, sizes, new Date(stamp.filledAt));
  } catch (error) {
    await pool.end();
    throw error;
  } finally {
    await administrator.end();
  }
}

/** The latest time that is stored in the site. */
const LEFT_AT = `
  select greatest($1::timestamptz, (select max(facts_from) from catalog.comic where isfinite(facts_from)),
    (select max(taken_at) from reading.ranking_snapshot)) as at`;

async function stampOf(administrator: pg.Pool, database: string): Promise<Stamp | null> {
  const { rows } = await administrator.query<{ stamp: string | null }>(
    `select shobj_description(oid, 'pg_database') as stamp from pg_database where datname = $1`,
    [database],
  );
  return rows[0]?.stamp ? JSON.parse(rows[0].stamp) : null;
}

function recipe(): string {
  const hash = createHash('sha256');
  for (const name of RECIPE) hash.update(readFileSync(new URL(name, import.meta.url)));
  return hash.digest('hex');
}

/**
 * Its clock continues at the last stored time, so that promotions are running, today has views, and no stored fact is in the
 * future.
 */
async function serve(pool: pg.Pool, connection: pg.PoolConfig, sizes: Sizes, filledAt: Date): Promise<GrownSite> {
  const { rows } = await pool.query<{ at: Date }>(LEFT_AT, [filledAt]);
  const leftMs = (rows[0]?.at ?? filledAt).getTime();
  const opened = Date.now();
  let forwardMs = 0;
  const clock = () => new Date(leftMs + Date.now() - opened + forwardMs);
  const app = await openAppOn({ pool, connection, clock });
  await pool.query('vacuum analyze');
  return {
    ...app,
    ...sizes,
    clock,
    forward(ms) {
      forwardMs += ms;
    },
  };
}
