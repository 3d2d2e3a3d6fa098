import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../scripts/build.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { isDrill } from '../../drills/drill.ts';
import { writeLargeArchive } from '../../sources/large-archive.ts';
import { chooseFiles, enrolOwner, freePort } from '../steps/console-process.ts';

const CHAPTERS = 8;
/** In each chapter. A page has 12 MB, so that all have 384 MB. */
const PAGES = 4;

/** The app is killed when this many chapters are published; `withWorker`: together with the import process. */
const MOMENTS = [
  { chapters: 0, withWorker: false },
  { chapters: 2, withWorker: true },
  { chapters: 5, withWorker: false },
];

const cleanUps = new AsyncDisposableStack();
let database: TestDatabase;
let pool: pg.Pool;
let folder: string;
let port: number;
let app: AppProcess;
let browser: Browser;

beforeAll(async () => {
  if (!isDrill) return;
  await ensureBuilt();
  database = await createTestDatabase();
  cleanUps.defer(() => database.drop());
  pool = new pg.Pool({ ...database.connection, max: 1 });
  cleanUps.defer(() => pool.end());
  folder = mkdtempSync(path.join(tmpdir(), 'manyu-killed-import-'));
  cleanUps.defer(() => rmSync(folder, { recursive: true, force: true }));
  port = await freePort();
  await start();
  cleanUps.defer(async () => {
    app.kill('SIGKILL');
    await app.ended;
  });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
  cleanUps.defer(() => browser.close());
}, 300_000);
afterAll(() => cleanUps.disposeAsync(), 300_000);

async function start(): Promise<void> {
  app = await startAppProcess({ DATABASE_URL: addressOf(database.connection), DATA_DIR: folder, PORT: String(port) });
}

type Chapter = { id: number; no: number; pages: number };

async function published(): Promise<Chapter[]> {
  const { rows } = await pool.query(
    'select id, no::float8 as no, page_count as pages from catalog.chapter order by no, id',
  );
  return rows;
}

/** The process that imports, on Linux. */
function workersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('uploads/main.ts'));
}

async function kill(withWorker: boolean): Promise<void> {
  const workers = withWorker ? workersOf(app.pid) : [];
  app.kill('SIGKILL');
  for (const worker of workers) process.kill(worker, 'SIGKILL');
  await app.ended;
}

/** Uploads the archives and confirms the import; returns the page. */
async function importArchives(): Promise<Page> {
  const files = Array.from({ length: CHAPTERS }, (_, at) => path.join(folder, `长卷 第${at + 1}话.cbz`));
  for (const [at, file] of files.entries()) await writeLargeArchive(file, PAGES, 1 + at * PAGES);
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeGreaterThan(380e6);
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await enrolOwner(page, app.url, database);
  await page.goto(`${app.url}/console/upload`);
  await chooseFiles(page, files);
  await page.getByText(`${CHAPTERS} 话待导入`).waitFor({ timeout: 600_000 });
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page.getByRole('heading', { name: '正在导入' }).waitFor();
  return page;
}

test.runIf(isDrill)(
  'an import goes on after the server is killed, and each chapter is there once',
  async () => {
    const began = performance.now();
    const page = await importArchives();
    const address = page.url();
    let kept: Chapter[] = [];
    for (const { chapters, withWorker } of MOMENTS) {
      await expect.poll(async () => (await published()).length, { timeout: 600_000 }).toBeGreaterThanOrEqual(chapters);
      await kill(withWorker);
      await page.getByText('没有连上服务器，会自动继续').waitFor();
      const before = await published();
      expect(before).toEqual(expect.arrayContaining(kept));
      expect(before.length).toBeLessThan(CHAPTERS);
      kept = before;
      console.log(
        JSON.stringify({ killedAfter: before.length, seconds: Math.round((performance.now() - began) / 1000) }),
      );
      await start();
      await page.getByText('没有连上服务器').waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: '正在导入' }).waitFor();
      expect(page.url()).toBe(address);
    }
    await page.getByText(`导入了 ${CHAPTERS} 话`).waitFor({ timeout: 900_000 });
    // The chapters that were published before a kill count as new in the result too.
    expect(await page.getByText(`新增 · ${PAGES} 页`).count()).toBe(CHAPTERS);
    const all = await published();
    expect(all).toEqual(expect.arrayContaining(kept));
    expect(all.map(({ no, pages }) => [no, pages])).toEqual(
      Array.from({ length: CHAPTERS }, (_, at) => [at + 1, PAGES]),
    );
    const { rows } = await pool.query(`select after from audit.entry where action = 'import'`);
    expect(rows).toMatchObject([{ after: { added: CHAPTERS, replaced: 0 } }]);
    await expect.poll(() => readdirSync(path.join(folder, 'uploads')), { timeout: 30_000 }).toEqual([]);
    console.log(JSON.stringify({ seconds: Math.round((performance.now() - began) / 1000) }));
  },
  1_800_000,
);
