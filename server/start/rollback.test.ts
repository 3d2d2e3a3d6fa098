import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { scratchRoot } from '../../testing/database/scratch.ts';
import { everyPicture, everyRow } from '../../testing/drills/backups.ts';
import { documentedCommands } from '../../testing/project/documented/documented-commands.ts';
import { makeReleasedDatabase, releasedMigrations } from '../../testing/released/released.ts';
import { openImageFolder } from '../adapters/image-folder.ts';
import { migrate, schemasOf } from '../core/db/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { restore } from '../operator/backup/restore.ts';
import { siteId } from '../operator/backup/tables.ts';
import { readConfig } from './config.ts';
import { openDatabase, openDatabaseAsItIs } from './database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const log = pino({ level: 'silent' });

let folder: string;
/** The data folder of a site of the last release that was upgraded. */
let upgraded: string;
/** The migrations and the rows of the last release. */
let old: { migrations: URL[]; rows: Record<string, string[]> };
let site: string;

beforeAll(async () => {
  // As root, PostgreSQL runs under another account, which needs access to the folder.
  folder = realpathSync(mkdtempSync(path.join(scratchRoot(), 'manyu-rollback-')));
  chmodSync(folder, 0o755);
  upgraded = path.join(folder, 'upgraded');
  mkdirSync(upgraded);
  const migrations = await onlyReleased();
  const rows = await withDatabase(upgraded, async (pool) => {
    await makeReleasedDatabase(pool);
    return everyRow(pool);
  });
  old = { migrations, rows };
  await openImageFolder(path.join(upgraded, 'store')).put(`open/${'0'.repeat(32)}`, randomBytes(100));
  writeFileSync(path.join(upgraded, 'alerts.yaml'), 'webhook: {}\n');
  const { pool, close } = await openDatabase(readConfig({ DATA_DIR: upgraded }), 'app', log);
  site = await siteId(pool);
  await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Copies the migrations of the last release into separate folders. */
async function onlyReleased(): Promise<URL[]> {
  const names = (await releasedMigrations()).map(({ name }) => name);
  return MIGRATIONS.map((given) => {
    const [module = ''] = schemasOf([given]);
    const made = path.join(folder, 'program', module, 'migrations');
    mkdirSync(made, { recursive: true });
    for (const name of names.filter((each) => each.startsWith(`${module}/`)))
      cpSync(new URL(path.basename(name), given), path.join(made, path.basename(name)));
    return pathToFileURL(`${made}/`);
  });
}

async function withDatabase<T>(dataDir: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const { pool, close } = await openDatabaseAsItIs(readConfig({ DATA_DIR: dataDir }), 'command', log);
  return work(pool).finally(close);
}

/** The command lines of the handbook's rollback block that begins with `first`. */
function documentedRollback(first: string): string[] {
  const lines = documentedCommands().map(({ line }) => line);
  const begin = lines.indexOf(first);
  const end = lines.findIndex((line, index) => index > begin && / start( |$)/.test(line));
  return lines.slice(begin, end + 1);
}

/** Restores like the program of the last release, which knows no later migration. */
async function restoreByOldProgram(dataDir: string, from: string): Promise<void> {
  const imageDir = path.join(dataDir, 'store');
  // Earlier releases restore only into an empty storage, or into one with an unfinished restore.
  expect(readdirSync(imageDir)).toContain('.restoring');
  async function* needed() {}
  await withDatabase(dataDir, (pool) =>
    restore(from, { pool, dataDir, imageDir, migrations: old.migrations, schemas: schemasOf(old.migrations), needed }),
  );
}

const OF_SYSTEM = /^(systemctl|git|npm start|runuser -u manyu -- git)/;
const RESTORE = /^(?:node scripts\/manyu.mjs|manyu) restore (\S+)$/;

test.each<[what: string, first: string, data: string]>([
  ['a checkout', 'mv data data-new && mkdir data', 'data'],
  ['the service', 'systemctl stop manyu manyu-backup.timer', 'var/lib/manyu'],
])('the documented rollback for %s restores the state of the last release', async (_what, first, data) => {
  const place = mkdtempSync(path.join(folder, 'place-'));
  chmodSync(place, 0o755);
  mkdirSync(path.dirname(path.join(place, data)), { recursive: true });
  execFileSync('cp', ['-a', upgraded, path.join(place, data)]);
  const pictures = await everyPicture(path.join(upgraded, 'store'));
  const here = (text: string) => text.replaceAll('/var/lib/', 'var/lib/');
  const walked: string[] = [];
  for (const line of documentedRollback(first)) {
    const from = RESTORE.exec(line)?.[1];
    if (from !== undefined) await restoreByOldProgram(path.join(place, data), path.join(place, here(from)));
    else if (!OF_SYSTEM.test(line)) {
      // The accounts of the service don't exist here.
      const typed = here(line).replace('-m 0750 -o manyu -g manyu', '-m 0755').replace('runuser -u manyu -- ', '');
      execFileSync('bash', ['-c', typed], { cwd: place });
    } else continue;
    walked.push(line);
  }
  expect(walked).toHaveLength(4);

  await withDatabase(path.join(place, data), async (pool) => {
    expect(await everyRow(pool)).toEqual(old.rows);
    expect(await migrate(pool, old.migrations)).toEqual([]);
  });
  expect(await everyPicture(path.join(place, data, 'store'))).toEqual(pictures);
  expect(readdirSync(path.join(place, data, 'store'))).not.toContain('.restoring');
  expect(readdirSync(path.join(place, data))).toContain('alerts.yaml');
  const again = await openDatabase(readConfig({ DATA_DIR: path.join(place, data) }), 'app', log);
  expect(await siteId(again.pool)).toBe(site);
  await again.close();
});
