import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { copyAsNextBuild, openFront } from '../steps/new-build.ts';

const BUILT = path.join(import.meta.dirname, '../../../dist/client');
let old: TestApp;
let next: TestApp;
let front: Awaited<ReturnType<typeof openFront>>;
let folder: string;
const { openPage } = openSite(async (site) => {
  old = site;
  await addComic(site, { title: '海上的岛' });
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-next-build-'));
  await copyAsNextBuild(BUILT, folder);
  next = await startTestApp({ beside: site, listen: true, siteFolder: folder });
  front = await openFront();
});
afterAll(async () => {
  front.close();
  await next.close();
  await rm(folder, { recursive: true });
});

const PHONE_WITH_WORKER = { ...PHONE, serviceWorkers: 'allow' } as const;
const entryOf = (page: Page) => page.locator('script[type=module]').getAttribute('src');
const caches = (page: Page) => page.evaluate(() => globalThis.caches.keys());
/** The caches, and the states of the service workers: the one that is being installed, the one that waits, the active one. */
const workerState = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return {
      caches: await globalThis.caches.keys(),
      workers: [installing, waiting, active].map((worker) => worker?.state ?? null),
    };
  });
const offerOf = (page: Page) => page.getByRole('region', { name: '有新版本' });

/** Visits the old version until the service worker has cached it. */
async function visitOld(): Promise<Page> {
  front.lead(old.url);
  const page = await openPage(PHONE_WITH_WORKER);
  await page.goto(`${front.url}/new`);
  await page
    .getByRole('link', { name: /海上的岛/ })
    .first()
    .waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}

test('an open page keeps working after an update until 刷新, and then the new service worker takes over, even if a file is lost', async () => {
  const page = await visitOld();
  expect(await caches(page)).toEqual([expect.not.stringContaining('next')]);
  // The listing that was opened without a worker is stored for the next time.
  await expect.poll(() => page.evaluate(async () => Boolean(await globalThis.caches.match('/new')))).toBe(true);
  front.lead(next.url);
  // Only the installation asks for it.
  front.loseOnce('/icon.svg');
  await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '完结' }).click();
  await page.getByRole('heading', { level: 1, name: '完结' }).waitFor();
  expect(await entryOf(page)).not.toContain('-next');
  await offerOf(page).getByRole('button', { name: '刷新' }).click();
  await expect.poll(() => entryOf(page).catch(() => null)).toContain('-next');
  await page.getByRole('heading', { level: 1, name: '完结' }).waitFor();
  const isNext = { caches: [expect.stringContaining('next')], workers: [null, null, 'activated'] };
  await expect.poll(() => workerState(page), { timeout: 60_000 }).toEqual(isNext);
  expect(await offerOf(page).count()).toBe(0);
});

test('a page from the old service worker’s cache works without a response of the new server', async () => {
  const page = await visitOld();
  const context = page.context();
  await page.close();
  front.lead(next.url);
  const opened = await context.newPage();
  const entries: string[] = [];
  opened.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/index-') && pathname.endsWith('.js')) entries.push(pathname);
  });
  await opened.goto(`${front.url}/home`);
  await opened
    .getByRole('link', { name: /海上的岛/ })
    .first()
    .waitFor();
  // The old page shows the comic too, until its first answer reloads it.
  await expect.poll(() => entryOf(opened).catch(() => null)).toContain('-next');
  // The page came from the old cache.
  expect(entries).toEqual([expect.not.stringContaining('-next'), expect.stringContaining('-next')]);
  expect(await offerOf(opened).count()).toBe(0);
});
