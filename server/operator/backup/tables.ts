import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg, { type PoolClient } from 'pg';
import { from, to } from 'pg-copy-streams';
import { allRows, allValues, execute, firstValue, row, rows, statement, type Tx } from '../../core/db/db.ts';
import { BackupRefused } from './refused.ts';

export type Table = {
  schema: string;
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** The tables of its foreign keys, as `schema.name`. */
  refersTo: string[];
};
export type Sequence = { name: string; last: number | null };

const SET_SEQUENCE = statement<never, [name: string, last: number]>(
  'backup.set-sequence',
  'select setval($1::regclass, $2)',
);
const SITE = statement<{ id: string }, []>('backup.site', 'select id from public.manyu_site');

/** The format of dates and other values depends on settings of the server, which may differ at the restore. */
const SPELLING = `set local client_encoding to 'UTF8'; set local datestyle to 'ISO, YMD'; set local intervalstyle to 'iso_8601';
  set local timezone to 'UTC'; set local extra_float_digits to 1; set local bytea_output to 'hex'`;

/** The tables of these schemas, and those in `public` that belong to no extension. */
export const listTables = allRows<Table, [schemas: readonly string[]]>(
  'backup.tables',
  `select n.nspname as schema, c.relname as name,
     array(select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by a.attnum) as columns,
     array(select distinct tn.nspname || '.' || t.relname from pg_constraint k
       join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
       where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and (n.nspname = 'public' or n.nspname = any($1::text[]))
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
   order by 1, 2`,
);

export const listSequences = allRows<Sequence, [schemas: readonly string[]]>(
  'backup.sequences',
  `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
   where schemaname = any($1::text[]) order by 1`,
);

export const listApplied = allValues<{ name: string }, []>(
  'backup.migrations',
  'select name from public.manyu_migration order by applied_at, name',
);

/** The id of the site. */
export async function siteId(db: PoolClient | pg.Pool): Promise<string> {
  const site = await row(db, SITE);
  if (!site) throw new Error('public.manyu_site has no row');
  return site.id;
}

/** Records that the site was backed up into this folder of backups. */
export const noteBackup = execute<[madeAt: Date, folder: string | null]>(
  'backup.note',
  'insert into public.backup_made (made_at, folder) values ($1, $2) on conflict do nothing',
);

/** The folder into which the site was backed up last; null = it is not known. */
export const lastBackupFolder = firstValue<{ folder: string }, []>(
  'backup.last-folder',
  'select folder from public.backup_made where folder is not null order by made_at desc limit 1',
);

/** The time of the last backup; null = never. */
export const lastBackup = firstValue<{ madeAt: Date | null }, []>(
  'backup.last',
  'select max(made_at) as "madeAt" from public.backup_made',
);

/** Runs `work` in a snapshot of the database. Writers are not blocked. */
export async function inSnapshot<T>(pool: pg.Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query(SPELLING);
    const result = await work(client);
    await client.query('commit');
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}

/** Passes all rows of a table to `take`. Returns their number. */
export async function copyOut(client: PoolClient, table: Table, take: (content: Readable) => Promise<void>) {
  const copy = client.query(to(`copy ${nameOf(table)} (${columnsOf(table)}) to stdout`));
  await take(copy);
  // The number arrives after the last row. A further query is answered only after it.
  await client.query('select');
  return copy.rowCount;
}

/**
 * Fills tables that migrations have just created, and replaces the rows that these inserted. Triggers are off, because their
 * rows are in the backup. Foreign keys are on, so every table is filled after those it refers to.
 */
export async function fillTables(
  tx: Tx,
  tables: readonly Table[],
  contentOf: (table: Table) => { content: Readable; rows: number },
): Promise<void> {
  await tx.query(SPELLING);
  const names = tables.map(nameOf);
  for (const name of names) await tx.query(`alter table ${name} disable trigger user`);
  await tx.query(`truncate ${names.join(', ')}`);
  for (const table of inOrderOfReference(tables)) {
    const found = contentOf(table);
    const copy = tx.query(from(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
    await pipeline(found.content, copy).catch((error) => refuseContent(table, error));
    if (copy.rowCount !== found.rows)
      throw new BackupRefused(
        `备份里的表 ${table.schema}.${table.name} 有 ${copy.rowCount} 行，而清单上是 ${found.rows} 行，请换一份备份。`,
      );
  }
  for (const name of names) await tx.query(`alter table ${name} enable trigger user`);
}

/** PostgreSQL's error classes for data and constraints, and decompression errors. */
const UNFIT = /^(22...|23...|ZSTD_.*)$/;

/** Names the table of the backup that can't be restored. Other errors are not caused by the backup. */
function refuseContent({ schema, name }: Table, error: Error & { code?: string }): never {
  if (!UNFIT.test(error.code ?? '')) throw error;
  const sentence = `备份里的表 ${schema}.${name} 装不进去（${error.message}），请换一份备份。`;
  throw new BackupRefused(sentence, { cause: error });
}

/** Sets the sequences of these schemas to their last numbers. */
export async function setSequences(tx: Tx, sequences: readonly Sequence[], schemas: readonly string[]): Promise<void> {
  const there = new Set((await listSequences(tx, schemas)).map(({ name }) => name));
  for (const { name, last } of sequences)
    if (last !== null && there.has(name)) await rows(tx, SET_SEQUENCE, [name, last]);
}

/** Updates statistics. Without them the first plans would be for empty tables. */
export async function analyze(pool: pg.Pool): Promise<void> {
  await pool.query('analyze');
}

/** Sorts tables so that each comes after those it refers to. */
export function inOrderOfReference(tables: readonly Table[]): Table[] {
  const left = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]));
  const ordered: Table[] = [];
  while (left.size > 0) {
    const ready = [...left].filter(([, { refersTo }]) => !refersTo.some((name) => left.has(name)));
    if (ready.length === 0) throw new Error(`these tables refer to each other in a circle: ${[...left.keys()].join()}`);
    for (const [name, table] of ready) {
      ordered.push(table);
      left.delete(name);
    }
  }
  return ordered;
}

function nameOf({ schema, name }: Table): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

function columnsOf({ columns }: Table): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}
