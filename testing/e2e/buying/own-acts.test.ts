import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { toastOf } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';
import { returnAfter } from '../steps/coming-back.ts';
import { drag } from '../steps/fingers.ts';

const HOUR_MS = 3_600_000;

let chapters: { id: number }[] = [];
const { openPage, url, answerWith, payloadOf } = openSite(async (app) => {
  for (let n = 1; n <= 60; n += 1) {
    await addComic(app, { title: `岛 ${n} 号`, createdAt: new Date(Date.now() - n * HOUR_MS) });
  }
  const long = new Date(Date.now() - 100 * HOUR_MS);
  ({ chapters } = await addComic(app, { title: '两话', createdAt: long, chapters: [{ pages: 1 }, { pages: 1 }] }));
});

const FAULT = { status: 0, message: '服务器开小差了，请稍后再试', code: 9000, data: null };
const card = (page: Page, n: number) => page.locator('main:visible').getByRole('link', { name: `岛 ${n} 号` });
const underWay = (page: Page) => page.getByRole('status', { name: '加载中', exact: true });
const slowBar = (page: Page) => page.getByRole('region', { name: '网络较慢' });
const refreshing = (page: Page) => page.getByRole('status', { name: '正在刷新' });
const pull = (page: Page) => drag(page, { x: 200, y: 250 }, { x: 0, y: 400 });

/** A listing with its first page and an installed clock. */
async function openListing(): Promise<Page> {
  const page = await openPage();
  await page.clock.install();
  await page.goto(url('/new'));
  await card(page, 1).waitFor();
  // The requests of the app's start must not be counted as those of a test.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward(2000);
  return page;
}

async function goToEnd(page: Page) {
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
}

test('a failed pull or next page shows the reason, and a slow one can be retried', async () => {
  const page = await openListing();
  // A failed pull shows a toast: a network error or the server's message.
  const network = await answerWith(page, 'new', 'down');
  await pull(page);
  await toastOf(page, '网络异常').waitFor();
  await refreshing(page).waitFor({ state: 'detached' });
  await network();
  await page.clock.fastForward(5000);
  const server = await answerWith(page, 'new', FAULT);
  await pull(page);
  await toastOf(page, FAULT.message).waitFor();
  await card(page, 1).waitFor();
  await refreshing(page).waitFor({ state: 'detached' });
  await server();
  await page.clock.fastForward(5000);
  await toastOf(page, FAULT.message).waitFor({ state: 'detached' });

  // A slow pull shows the loading sign and can be retried or cancelled.
  await answerWith(page, 'new', 'silent');
  await pull(page);
  await underWay(page).waitFor();
  await page.clock.fastForward(8000);
  await answerWith(page, 'new', 'silent');
  await slowBar(page).getByRole('button', { name: '重试' }).click();
  await slowBar(page).waitFor({ state: 'detached' });
  await page.clock.fastForward(8000);
  await slowBar(page).getByRole('button', { name: '取消' }).click();
  await underWay(page).waitFor({ state: 'detached' });
  await refreshing(page).waitFor({ state: 'detached' });
  await card(page, 1).waitFor();

  // The same for a next page.
  const letThrough = await answerWith(page, 'new', FAULT);
  await goToEnd(page);
  await toastOf(page, FAULT.message).waitFor();
  // The end of the list shows the error too.
  const again = page.getByRole('button', { name: '加载失败，重试' });
  await again.waitFor();
  await letThrough();
  await page.clock.fastForward(2000);
  await answerWith(page, 'new', 'silent');
  await again.click();
  await underWay(page).waitFor();
  await page.clock.fastForward(8000);
  await slowBar(page).getByRole('button', { name: '重试' }).click();
  await card(page, 21).waitFor();
  await underWay(page).waitFor({ state: 'detached' });
});

test('a reader who reaches the end of a list during its refetch gets the next page afterwards', async () => {
  const page = await openListing();
  await goToEnd(page);
  await card(page, 21).waitFor();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/new', (route) => answered.then(() => route.continue()), { times: 1 });
  await pull(page);
  await card(page, 21).waitFor({ state: 'detached' });
  await goToEnd(page);
  // The list has noticed that its end is in view.
  await page.clock.runFor(1000);
  answer();
  await card(page, 21).waitFor();
});

test('a refetch when the reader returns is silent', async () => {
  const page = await openPage();
  await page.clock.install();
  await page.goto(url('/library'));
  await page.getByText('书架还是空的').waitFor();
  await page.waitForLoadState('networkidle');
  await answerWith(page, 'my/shelf', 'down');
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/my/shelf'));
  await returnAfter(page, 10_000);
  await failed;
  await page.clock.runFor(500);
  expect(await toastOf(page, '网络异常').count()).toBe(0);
});

test('a silent refetch without a network shows nothing until the reader pulls', async () => {
  const page = await openPage();
  await page.clock.install();
  await page.route('**/api/new', async (route) => {
    const response = await route.fetch();
    const inAMinute = new Date((await page.evaluate(() => Date.now())) + 60_000).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), expires: inAMinute } });
  });
  // The page comes with a list; the app asks for it again. The network may be idle before that.
  const asked = page.waitForResponse('**/api/new');
  await page.goto(url('/new'));
  await card(page, 1).waitFor();
  await asked;
  await page.waitForLoadState('networkidle');
  await page.unroute('**/api/new');
  await answerWith(page, 'new', 'silent');
  const renewed = page.waitForRequest('**/api/new');
  await page.clock.fastForward(70_000);
  await renewed;
  await page.clock.fastForward(10_000);
  expect([await underWay(page).count(), await slowBar(page).count()]).toEqual([0, 0]);
  await answerWith(page, 'new', 'silent');
  await pull(page);
  await underWay(page).waitFor();
  await page.clock.fastForward(8000);
  await slowBar(page).getByRole('button', { name: '重试' }).click();
  await refreshing(page).waitFor({ state: 'detached' });
});

test('a prefetched next chapter fails silently, and a retry by the reader shows the reason', async () => {
  const page = await openPage();
  const [first, second] = chapters;
  await page.clock.install();
  await page.route('**/api/comic/read', (route) => {
    const isNext =
      JSON.stringify(payloadOf(route.request().postData())) === JSON.stringify({ id: second?.id, ahead: true });
    return isNext ? route.abort() : route.continue();
  });
  await page.goto(url(`/chapter/${first?.id}`));
  const ending = page.locator('section', { has: page.getByRole('heading', { name: '下一话没有加载成功' }) }).last();
  await ending.waitFor();
  expect(await toastOf(page, '网络异常').count()).toBe(0);
  await page.clock.fastForward(2000);
  await ending.getByRole('button', { name: '重试' }).click();
  await toastOf(page, '网络异常').waitFor();
});
