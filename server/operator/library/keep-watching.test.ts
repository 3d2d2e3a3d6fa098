import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../scripts/build.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../../testing/app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { isDrill } from '../../../testing/drills/drill.ts';
import { picture, writeCbz } from '../../../testing/sources/comic-sources.ts';
import { openPool } from '../../core/db/db.ts';
import { pagesFolder } from '../../modules/catalog/publishing/publishing.ts';
import { readLastRun } from './last-run.ts';

let database: TestDatabase;
let pool: Pool;
let folder: string;
let app: AppProcess | undefined;

beforeAll(async () => {
  await ensureBuilt();
  database = await createTestDatabase();
  pool = openPool(database.connection, pino({ level: 'silent' }));
  folder = mkdtempSync(join(tmpdir(), 'manyu-library-'));
});
afterAll(async () => {
  app?.kill('SIGKILL');
  await app?.ended;
  await pool?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function titles(): Promise<string[]> {
  const { rows } = await pool.query<{ title: string }>('select title from catalog.comic order by id');
  return rows.map(({ title }) => title);
}

/** For each chapter in publishing order: the time of its first page, and of its publication. */
async function paceOf(): Promise<{ madeAt: number; publishedAt: number }[]> {
  const { rows } = await pool.query<{ guarded: boolean; storeKey: string; publishedAt: Date }>(
    'select guarded, store_key as "storeKey", published_at as "publishedAt" from catalog.chapter order by published_at',
  );
  return rows.map(({ publishedAt, ...chapter }) => {
    const pages = join(folder, 'store', pagesFolder(chapter));
    const written = readdirSync(pages).map((page) => statSync(join(pages, page)).mtimeMs);
    return { madeAt: Math.min(...written), publishedAt: publishedAt.getTime() };
  });
}

/** The watching process: its id and its priority. */
function watcherOf(pid: number): { pid: number; nice: number } | undefined {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,nice=,args='], { encoding: 'utf8' }).split('\n');
  const own = lines.map((line) => line.trim().split(/\s+/)).find((each) => Number(each[0]) === pid);
  return own && { pid: Number(own[1]), nice: Number(own[2]) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const start = async () =>
  startAppProcess({
    DATABASE_URL: addressOf(database.connection),
    DATA_DIR: folder,
    LIBRARY_DIR: `${join(folder, '漫画')}:${join(folder, '不在')}`,
  });

test('the library folder is imported, a killed watcher is restarted, and it ends with the app', async () => {
  const library = join(folder, '漫画');
  for (let no = 1; no <= 4; no++) await writeCbz(library, `先来 第${no}话.cbz`, [await picture(no)]);
  app = await start();
  await expect.poll(titles, { timeout: 60_000 }).toEqual(['先来']);
  await expect
    .poll(() => readLastRun(folder), { timeout: 60_000 })
    .toMatchObject({ new: 4, missing: [join(folder, '不在')] });
  // A chapter is started only after the one before is published.
  const pace = await paceOf();
  expect(pace).toHaveLength(4);
  for (const [n, { madeAt }] of pace.entries()) expect(madeAt).toBeGreaterThan(pace[n - 1]?.publishedAt ?? 0);

  const first = watcherOf(app.pid);
  if (!first) throw new Error('nothing watches');
  expect(first.nice).toBe(10);
  process.kill(first.pid, 'SIGKILL');
  await writeCbz(library, '后到 第1话.cbz', [await picture(2)]);
  await expect.poll(titles, { timeout: 60_000 }).toEqual(['先来', '后到']);

  const second = watcherOf(app.pid);
  if (!second) throw new Error('nothing watches');
  app.kill('SIGTERM');
  await app.ended;
  expect(isRunning(second.pid)).toBe(false);
});

test.runIf(isDrill)('an app that is killed leaves no watcher behind', async () => {
  app = await start();
  await expect.poll(() => app && watcherOf(app.pid), { timeout: 60_000 }).toBeTruthy();
  const watcher = watcherOf(app.pid);
  app.kill('SIGKILL');
  await expect.poll(() => watcher && isRunning(watcher.pid), { timeout: 60_000 }).toBe(false);
});
