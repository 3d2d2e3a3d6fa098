import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_CHUNK_BYTES } from '#contract/upload-chunks';
import { ensureBuilt } from '../../../scripts/build.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../database/database.ts';
import { isDrill } from '../../drills/drill.ts';
import { LARGE_PAGE_BYTES, writeLargeArchive } from '../../sources/large-archive.ts';
import { chooseFiles, enrolOwner, freePort } from '../steps/console-process.ts';

const ARCHIVE_BYTES = 2.1 * 1024 ** 3;
const PAGES = Math.ceil(ARCHIVE_BYTES / LARGE_PAGE_BYTES);
const MIB = 1024 ** 2;
/** An import of the same archive by the command needs 380 MB; a server that receives one, 250 MB. */
const MOST_SERVER_BYTES = 600 * MIB;
const MOST_WORKER_BYTES = 600 * MIB;

/** Everything to remove after the tests. */
const made = new AsyncDisposableStack();
let database: TestDatabase;
let folder: string;
let port: number;
let app: AppProcess;
let browser: Browser;
/** The chunks that the page has sent while the app was there, by their first byte and the byte after the last one. */
const sent: { from: number; to: number }[] = [];
let isServing = false;
const peaks = { server: 0, worker: 0 };

beforeAll(async () => {
  if (!isDrill) return;
  await ensureBuilt();
  database = await createTestDatabase();
  made.defer(() => database.drop());
  // On a disk: the archive is there twice.
  folder = mkdtempSync(path.join(tmpdir(), 'manyu-large-upload-'));
  made.defer(() => rmSync(folder, { recursive: true, force: true }));
  port = await freePort();
  made.defer(async () => {
    app?.kill('SIGKILL');
    await app?.ended;
    await browser?.close();
  });
  const looks = setInterval(noteMemory, 500);
  made.defer(() => clearInterval(looks));
}, 300_000);
afterAll(() => made.disposeAsync(), 300_000);

async function start(): Promise<void> {
  app = await startAppProcess({ DATABASE_URL: addressOf(database.connection), DATA_DIR: folder, PORT: String(port) });
  isServing = true;
}

/** The peak memory of the app and of its process that imports uploads, on Linux. */
function noteMemory(): void {
  const read = (pid: number | string, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8');
    } catch {
      return '';
    }
  };
  const peakOf = (pid: number | string) => 1024 * Number(/VmHWM:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? 0);
  if (!app) return;
  peaks.server = Math.max(peaks.server, peakOf(app.pid));
  for (const child of read(app.pid, `task/${app.pid}/children`).split(' ').filter(Boolean))
    if (read(child, 'cmdline').includes('uploads/main.ts')) peaks.worker = Math.max(peaks.worker, peakOf(child));
}

/** A new browser, because the one before is killed. `state`: the cookies. */
async function openBrowser(state?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>): Promise<Page> {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
  const context = await browser.newContext({ locale: 'zh-CN', ...(state && { storageState: state }) });
  await context.exposeFunction('noteSent', (from: number, to: number) => {
    if (isServing) sent.push({ from, to });
  });
  await context.addInitScript(() => {
    const original = window.fetch;
    window.fetch = async (address, options) => {
      if (options?.method === 'PUT' && options.body instanceof Blob) {
        const from = Number(new Headers(options.headers).get('upload-offset'));
        await Reflect.get(window, 'noteSent')(from, from + options.body.size);
      }
      return original(address, options);
    };
  });
  return context.newPage();
}

const untilSent = (bytes: number) =>
  expect.poll(() => sent.at(-1)?.to ?? 0, { timeout: 900_000 }).toBeGreaterThan(bytes);

/** The bytes that were sent more than once. */
function repeatedBytes(size: number): number {
  return sent.reduce((sum, { from, to }) => sum + to - from, 0) - size;
}

test.runIf(isDrill)(
  'an archive of 2 GB goes on after the browser and the server are killed, and is imported',
  async () => {
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1000);
    const times: Record<string, number> = {};
    const archive = path.join(folder, '长卷 第1话.cbz');
    await writeLargeArchive(archive, PAGES);
    const { size } = statSync(archive);
    expect(size).toBeGreaterThan(2 * 1024 ** 3);
    await start();
    let page = await openBrowser();
    await enrolOwner(page, app.url, database);
    times.prepared = seconds();

    await page.goto(`${app.url}/console/upload`);
    await chooseFiles(page, archive);
    await untilSent(size * 0.4);
    const state = await page.context().storageState();
    const address = page.url();
    await browser.close();

    page = await openBrowser(state);
    await page.goto(address);
    await page.getByText(/传到了 [34]\d%/).waitFor();
    await chooseFiles(page, archive);
    await untilSent(size * 0.6);
    isServing = false;
    app.kill('SIGKILL');
    await app.ended;
    await page.getByText('没有连上服务器，会自动继续').waitFor();
    await start();
    await page.getByText('正在预演').waitFor({ timeout: 900_000 });
    times.sent = seconds();
    const repeated = repeatedBytes(size);
    expect(repeated).toBeLessThanOrEqual(2 * MOST_CHUNK_BYTES);
    // The chunks are as large after the kill as before.
    expect(sent.length).toBeLessThanOrEqual(Math.ceil(size / MOST_CHUNK_BYTES) + 3);

    await page.getByText('1 话待导入').waitFor({ timeout: 300_000 });
    times.examined = seconds();
    await page.getByRole('button', { name: '导入', exact: true }).click();
    await page.getByText('导入了 1 话').waitFor({ timeout: 1_800_000 });
    times.imported = seconds();
    const peakMb = { server: peaks.server / MIB, worker: peaks.worker / MIB };
    console.log(JSON.stringify({ size, PAGES, chunks: sent.length, repeated, times, peakMb }));
    // The files are deleted after the page shows the result.
    await expect.poll(() => readdirSync(path.join(folder, 'uploads')), { timeout: 30_000 }).toEqual([]);
    expect(peaks.server).toBeLessThan(MOST_SERVER_BYTES);
    expect(peaks.worker).toBeLessThan(MOST_WORKER_BYTES);
  },
  3_600_000,
);
