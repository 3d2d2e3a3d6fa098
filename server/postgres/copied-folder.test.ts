import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scratchRoot } from '../../testing/database/scratch.ts';
import { openPrivatePostgres, type PrivatePostgres } from './private-postgres.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let opened: PrivatePostgres[];

beforeEach(() => {
  folder = mkdtempSync(join(scratchRoot(), 'manyu-copied-'));
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(folder, 0o755);
  opened = [];
});

afterEach(async () => {
  for (const postgres of opened) await postgres.release();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function open(name: string): Promise<PrivatePostgres> {
  const dataDir = join(folder, name);
  const log = { info() {}, warn() {} };
  const postgres = await openPrivatePostgres({
    dataDir,
    as: 'app',
    log,
    fsync: false,
    spare: join(folder, 'spare'),
  });
  opened.push(postgres);
  return postgres;
}

const copy = (from: string, to: string) => execFileSync('cp', ['-a', join(folder, from), join(folder, to)]);

async function write(postgres: PrivatePostgres, sql: string): Promise<unknown> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows[0]?.answer;
  } finally {
    await client.end();
  }
}

const NAMES = 'select string_agg(name, $$,$$ order by name) as answer from site';

test('a copy of a folder in use has a database of its own, and leaves the other its own', async () => {
  const first = await open('site');
  await write(first, `create table site as select 'both' as name`);
  await write(first, 'checkpoint');
  copy('site', 'copy');
  const second = await open('copy');
  await write(second, `insert into site values ('copy')`);
  await write(first, `insert into site values ('site')`);
  expect(second.connection.host).not.toBe(first.connection.host);
  expect(await write(first, NAMES)).toBe('both,site');
  expect(await write(second, NAMES)).toBe('both,copy');
});

test('a copy does not take the database that the copied folder has elsewhere; a folder that was moved does', async () => {
  if (process.getuid?.() !== 0) return;
  // Not reachable for the account of PostgreSQL, which keeps its files in `spare` then.
  chmodSync(folder, 0o700);
  const spare = mkdtempSync(join(scratchRoot(), 'manyu-spare-'));
  chmodSync(spare, 0o755);
  const openFrom = (name: string) =>
    openPrivatePostgres({
      dataDir: join(folder, name),
      as: 'app',
      log: { info() {}, warn() {} },
      fsync: false,
      spare,
    });
  try {
    await (await openFrom('site')).release();
    copy('site', 'copy');
    await expect(openFrom('copy')).rejects.toThrow(`是 ${join(folder, 'site')} 的数据库`);
    renameSync(join(folder, 'site'), join(folder, 'moved'));
    const moved = await openFrom('moved');
    expect(moved.started).toBe('warm');
    await moved.release();
    // Moved to another disk it is another folder, and the one that it was is not there any more.
    cpSync(join(folder, 'moved'), join(folder, 'far'), { recursive: true });
    rmSync(join(folder, 'moved'), { recursive: true });
    const far = await openFrom('far');
    expect(far.started).toBe('warm');
    await far.release();
  } finally {
    rmSync(spare, { recursive: true, force: true });
  }
});
