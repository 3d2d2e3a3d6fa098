import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { comicRead } from '#contract/calls/comic';
import { progress } from '#contract/calls/library';
import type { TestApp } from '../../app/app.ts';
import { logIn, logOut, openLogin, openMy, register, rowOf, toastOf } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { imagesDrawn, positionOf, readTo, showBars } from '../steps/reading.ts';

/** Different pages, because equal ones have the same address. */
const PAGES = [0.2, 0.4, 0.6].map((to) => ({ width: 600, height: 900, along: 'down', from: 0, to }) as const);
const TITLE = '海上的岛';
let app: TestApp;
let chapters: number[] = [];
let comicId = 0;
const { openPage, url, payloadOf } = openSite(async (site) => {
  app = site;
  chapters = (await importDrawn(site, [{ title: TITLE, chapters: [PAGES, PAGES, PAGES] }]))[TITLE] ?? [];
  const { data } = await site.call(comicRead, { id: chapters[0] ?? 0 }, { token: await site.visitor() });
  comicId = data?.comic.id ?? 0;
});

const sheetOf = (page: Page) => page.getByRole('dialog', { name: '下载' });
const rowsOf = (page: Page) => page.getByRole('region', { name: TITLE }).getByRole('listitem');
/** The number of stored responses, chapters, comics, covers and pictures. */
const held = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('downloads');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const database = opening.result;
    const counts: number[] = [];
    for (const store of database.objectStoreNames) {
      const counting = database.transaction(store).objectStore(store).count();
      await new Promise((resolve) => counting.addEventListener('success', resolve));
      counts.push(counting.result);
    }
    database.close();
    return counts;
  });

/** Converts the stored data to a database of version 1, without covers. */
async function putBack(page: Page) {
  await page.route(url('/blank'), (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(url('/blank'));
  await page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = ['chapters', 'comics', 'answers', 'pictures'];
    const database = await resultOf(indexedDB.open('downloads'));
    const store = (name: string) => database.transaction(name).objectStore(name);
    const rows = await Promise.all(
      names.map(async (name) => ({
        name,
        keys: await resultOf(store(name).getAllKeys()),
        values: await resultOf<unknown[]>(store(name).getAll()),
      })),
    );
    database.close();
    await resultOf(indexedDB.deleteDatabase('downloads'));
    const opening = indexedDB.open('downloads', 1);
    opening.onupgradeneeded = () => {
      for (const { name, keys, values } of rows) {
        const keyPath = { chapters: 'chapterId', comics: 'id' }[name];
        const old = opening.result.createObjectStore(name, keyPath ? { keyPath } : {});
        for (const [index, value] of values.entries()) old.put(value, keyPath ? undefined : keys[index]);
      }
    };
    (await resultOf(opening)).close();
  });
}

/** Downloads the first two chapters. */
async function download(page: Page) {
  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('button', { name: '下载', exact: true }).click();
  for (const no of [1, 2])
    await sheetOf(page)
      .getByRole('checkbox')
      .nth(no - 1)
      .check();
  await sheetOf(page).getByText('已选 2 话').waitFor();
  await sheetOf(page).getByRole('button', { name: '下载' }).click();
  await toastOf(page, '已加入下载').waitFor();
}

async function downloaded(page: Page, count: number) {
  await page.goto(url('/downloads'));
  await expect.poll(() => rowsOf(page).getByRole('link').count()).toBe(count);
}

/** A page of a browser whose service worker has cached the app. */
async function openKept(): Promise<Page> {
  const page = await openPage({ ...PHONE, serviceWorkers: 'allow' });
  await page.goto(url('/my'));
  await page.getByText('· ID').waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}

test('downloads can be read offline, also in a new visit; when the network is back, the position is sent and a listing is loaded', async () => {
  const page = await openKept();
  await download(page);
  // Their rows are marked as soon as they are complete.
  await expect.poll(() => page.getByRole('region', { name: '章节' }).getByText('已下载').count()).toBe(2);
  await downloaded(page, 2);
  expect(await held(page)).toEqual([2, 2, 1, 1, 6]);
  const context = page.context();
  await context.setOffline(true);
  await page.goto(url('/home'));
  await page.getByRole('link', { name: '看下载的漫画' }).waitFor();
  expect(await toastOf(page, '网络异常').count()).toBe(0);
  await page.getByRole('link', { name: '看下载的漫画' }).click();
  const cover = page.getByRole('region', { name: TITLE }).locator('h2 img');
  await expect
    .poll(() => cover.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0);
  await rowsOf(page).getByRole('link').first().click();
  await imagesDrawn(page);
  expect(await page.title()).toContain(TITLE);
  await readTo(page, `${chapters[0]}/1`, 0.5);
  await showBars(page);
  await page.getByRole('button', { name: '目录' }).click();
  await page.getByRole('dialog', { name: '目录' }).getByRole('link', { name: /第3话/ }).waitFor();
  await page.getByRole('button', { name: '关闭' }).click();
  // Reading continues into the next chapter, but not into one that is not downloaded.
  await readTo(page, `${chapters[0]}/2`, 0.5);
  await readTo(page, `${chapters[1]}/1`, 0.2);
  await imagesDrawn(page);
  const place = await positionOf(page);
  expect(place.key).toBe(`${chapters[1]}/1`);
  // The browser is closed and opened again, still without a network.
  await page.close();
  const again = await context.newPage();
  await again.goto(url(`/chapter/${chapters[1]}`));
  await imagesDrawn(again);
  const restored = await positionOf(again);
  expect(restored.key).toBe(place.key);
  expect(restored.offset).toBeCloseTo(place.offset, 2);
  const sent: unknown[] = [];
  again.on('request', (request) => {
    if (request.url().endsWith(progress.path)) sent.push(payloadOf(request.postData()));
  });
  // A listing opened offline retries automatically.
  const listing = await context.newPage();
  await listing.goto(url('/new'));
  const offline = listing.getByRole('alert').filter({ hasText: '连上网络后会自动重试' });
  // The drawing is in the cache of the service worker.
  await offline.locator('svg').waitFor();
  expect(await offline.getByRole('link', { name: '看下载的漫画' }).getAttribute('href')).toBe('/downloads');
  await context.setOffline(false);
  await expect.poll(() => sent).toContainEqual(expect.objectContaining({ chapterId: chapters[1], page: 1 }));
  await listing.getByRole('link', { name: TITLE }).waitFor();
  // Opened with a network and then without, it is shown as the service worker has stored it.
  await listing.reload();
  await expect.poll(() => listing.evaluate(async () => Boolean(await caches.match('/new')))).toBe(true);
  await context.setOffline(true);
  await listing.reload();
  await listing.getByRole('link', { name: TITLE }).waitFor();
});

test('downloads are deleted when their reader logs out, and other readers never see them', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await register(page, 'island_reader', 'quiet-harbour-7');
  await download(page);
  await downloaded(page, 2);
  await openMy(page, url('/my'));
  await logOut(page);
  await expect.poll(() => held(page)).toEqual([0, 0, 0, 0, 0]);
  await page.goto(url('/downloads'));
  await page.getByText('还没有下载').waitFor();
  // After another login of the same account, the device has no downloads.
  await openMy(page, url('/my'));
  await openLogin(page);
  await logIn(page, 'island_reader', 'quiet-harbour-7');
  await rowOf(page, '退出登录').waitFor();
  expect(await held(page)).toEqual([0, 0, 0, 0, 0]);
});

test('a lost session deletes its downloads, even if the page is closed at that moment', async () => {
  const page = await openPage();
  await download(page);
  await downloaded(page, 2);
  const context = page.context();
  await page.close();
  await context.clearCookies();
  const next = await context.newPage();
  await next.goto(url('/downloads'));
  await next.getByText('还没有下载').waitFor();
  expect(await held(next)).toEqual([0, 0, 0, 0, 0]);
});

test('one of two tabs downloads, each picture once, and both show the same progress', async () => {
  const one = await openPage();
  const fetched: string[] = [];
  one.context().on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const other = await one.context().newPage();
  await other.goto(url('/downloads'));
  await other.getByText('还没有下载').waitFor();
  await download(one);
  await expect.poll(() => rowsOf(other).getByRole('link').count()).toBe(2);
  expect(await held(other)).toEqual([2, 2, 1, 1, 6]);
  // The comic's screen has also prefetched the first chapter.
  const { data } = await app.call(comicRead, { id: chapters[1] ?? 0 }, { token: await app.visitor() });
  for (const page of data?.pages ?? []) expect(fetched.filter((address) => address === page.url)).toHaveLength(1);
  await one.goto(url('/downloads'));
  await other.getByRole('button', { name: /^删除/ }).first().click();
  await expect.poll(() => rowsOf(one).count()).toBe(1);
  expect(await held(one)).toEqual([1, 1, 1, 1, 3]);
});

test('a chapter that may no longer be read is deleted, and a paused download continues', async () => {
  const page = await openPage();
  await page.route('**/img/**', (route) => route.abort());
  await download(page);
  await page.goto(url('/downloads'));
  await rowsOf(page).getByText('下载中 0%').waitFor();
  await page.getByRole('button', { name: '全部暂停' }).click();
  await expect.poll(() => rowsOf(page).getByText('已暂停').count()).toBe(2);
  await page.unroute('**/img/**');
  await page.getByRole('button', { name: '全部继续' }).click();
  await expect.poll(() => rowsOf(page).getByRole('link').count()).toBe(2);
  await app.pool.query('update catalog.comic set online = false where id = $1', [comicId]);
  await app.caughtUp();
  await rowsOf(page).getByRole('link').first().click();
  await page.getByText('章节不存在或已下架').waitFor();
  // It is deleted after the message is shown, so the test waits before it leaves.
  const kept = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.downloads).chapters).length);
  await expect.poll(kept).toBe(1);
  await page.goto(url('/downloads'));
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await app.pool.query('update catalog.comic set online = true where id = $1', [comicId]);
  await app.caughtUp();
});

test('downloads of an earlier version can still be read offline', async () => {
  const page = await openPage();
  await download(page);
  await downloaded(page, 2);
  await putBack(page);
  expect(await held(page)).toEqual([2, 2, 1, 6]);
  for (const asked of ['**/api/**', '**/img/**']) await page.route(asked, (route) => route.abort());
  await page.goto(url(`/chapter/${chapters[0]}`));
  await imagesDrawn(page);
  expect((await positionOf(page)).key).toBe(`${chapters[0]}/0`);
  expect(await held(page)).toEqual([2, 2, 1, 0, 6]);
});

test('over plain http the sheet says why nothing can be downloaded', async () => {
  const page = await openPage();
  await page.goto(url(`/comic/${comicId}`).replace('127.0.0.1', 'plain.test'));
  await page.getByRole('button', { name: '下载', exact: true }).click();
  await sheetOf(page).getByText('https').waitFor();
  await sheetOf(page).getByRole('button', { name: '知道了' }).click();
  await sheetOf(page).waitFor({ state: 'detached' });
});
