import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { openPool } from './db.ts';
import { isMigrated, migrate, NewerDatabase, serverOf, UnreleasedDatabase } from './migrate.ts';

let database: TestDatabase;
let pool: Pool;
let root: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.connection, pino({ level: 'silent' }));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'manyu-migrations-'));
  await pool.query('drop table if exists public.manyu_migration; drop schema if exists shelf cascade');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The folder of a module with these migrations. */
async function moduleWith(module: string, files: Record<string, string>): Promise<URL> {
  const folder = join(root, module, 'migrations');
  await mkdir(folder, { recursive: true });
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return pathToFileURL(`${folder}/`);
}
const shelf = () =>
  moduleWith('shelf', {
    '002-more.sql': "insert into shelf.book values ('second')",
    '001-shelf.sql': 'create schema shelf; create table shelf.book (title text)',
    'README.md': 'not SQL',
  });
const books = async () => (await pool.query('select title from shelf.book')).rows.map(({ title }) => title);

test('missing migrations are applied once, module by module, in the order of their names', async () => {
  const folders = [
    await shelf(),
    await moduleWith('loans', { '001-loans.sql': "insert into shelf.book values ('lent')" }),
  ];
  expect(await migrate(pool, folders)).toEqual(['shelf/001-shelf.sql', 'shelf/002-more.sql', 'loans/001-loans.sql']);
  expect(await migrate(pool, folders)).toEqual([]);
  expect(await books()).toEqual(['second', 'lent']);
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
});

test('if several processes start together, one migrates and the others skip it', async () => {
  const folders = [await shelf()];
  const applied = await Promise.all([1, 2, 3].map(() => migrate(pool, folders)));
  expect(applied.flat()).toHaveLength(2);
  expect(await books()).toEqual(['second']);
});

test('a failed migration is rolled back, is named in the error, and can be tried again', async () => {
  const bad = { '003-bad.sql': "insert into shelf.book values ('third'); select nonsense" };
  const folders = [await shelf()];
  await moduleWith('shelf', bad);
  const failed = migrate(pool, folders);
  await expect(failed).rejects.toThrow('Migration shelf/003-bad.sql failed');
  await expect(failed).rejects.toMatchObject({ cause: { message: expect.stringContaining('nonsense') } });
  expect(await books()).toEqual(['second']);
  await moduleWith('shelf', { '003-bad.sql': "insert into shelf.book values ('third')" });
  const other = openPool(database.connection, pino({ level: 'silent' }));
  expect(await migrate(other, folders)).toEqual(['shelf/003-bad.sql']);
  await other.end();
  expect(await books()).toEqual(['second', 'third']);
});

test('a database counts as migrated when all migrations are applied', async () => {
  const folders = [await shelf()];
  await migrate(pool, folders);
  expect(await isMigrated(pool, folders)).toBe(true);
  await moduleWith('shelf', { '003-later.sql': 'select 1' });
  expect(await isMigrated(pool, folders)).toBe(false);
});

test('a database with unknown migrations is refused and not changed', async () => {
  const folders = [await shelf()];
  await migrate(pool, []);
  const add = (name: string) => pool.query('insert into public.manyu_migration (name) values ($1)', [name]);
  await add('shelf/999-of-tomorrow.sql');
  await expect(migrate(pool, folders)).rejects.toThrow(NewerDatabase);
  await expect(migrate(pool, folders)).rejects.toThrow('it has shelf/999-of-tomorrow.sql');
  await add('001-account.sql');
  await expect(migrate(pool, folders)).rejects.toThrow(UnreleasedDatabase);
  await expect(books()).rejects.toThrow('shelf.book');
});

test('the version and the encoding of a database are read', async () => {
  const { major, encoding } = await serverOf(pool);
  const { rows } = await pool.query<{ version: string }>("select current_setting('server_version') as version");
  expect([major, encoding]).toEqual([Number.parseInt(rows[0]?.version ?? '', 10), 'UTF8']);
});
