import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { addPromotion } from '../../factories/promotions.ts';
import { openSite } from '../steps/app.ts';

const HOUR_MS = 3_600_000;
/**
 * The page's estimate of the server's clock is off by half the time that an answer takes, which is seconds on a busy machine. An
 * event that is not due when the clock is moved stays due later: the next answer has the machine's time and moves the estimate
 * back.
 */
const LATE_MS = 60_000;
let site: TestApp;
const { openPage, url } = openSite(async (app) => {
  site = app;
});
afterEach(() => site.setTime(null));

/** One hour from now. */
const later = () => new Date(Date.now() + HOUR_MS);
const card = (page: Page, name: string) => page.locator('main:visible').getByRole('link', { name });

/** A page with an installed clock, which has all its answers and when they expire. */
async function open(pathname: string): Promise<Page> {
  const page = await openPage();
  await page.clock.install();
  await page.goto(url(pathname), { waitUntil: 'networkidle' });
  return page;
}

async function anHourPasses(...pages: Page[]): Promise<void> {
  site.setTime(new Date(Date.now() + HOUR_MS + LATE_MS));
  for (const page of pages) await page.clock.fastForward(HOUR_MS + LATE_MS);
}

test('a sale that starts while a list is open appears by itself, without a loading sign', async () => {
  const { comicId } = await addComic(site, { title: '将有优惠', chapters: [{ price: 10 }] });
  const endsAt = new Date(Date.now() + 5 * HOUR_MS);
  await addPromotion(site, { comicIds: [comicId], percent: 70, startsAt: later(), endsAt });
  const page = await open('/new');
  await card(page, '将有优惠').waitFor();
  expect(await card(page, '将有优惠').textContent()).not.toContain('7折');
  await card(page, '将有优惠').evaluate((element) => element.setAttribute('data-mark', 'same'));
  await anHourPasses(page);
  await expect.poll(() => card(page, '将有优惠').textContent()).toContain('7折');
  expect(await page.locator('[data-mark=same]').count()).toBe(1);
});

test('a chapter that becomes free while its comic or its locked page is open is updated by itself', async () => {
  const wish = { title: '将免费', chapters: [{}, { price: 10, freeAt: later() }] };
  const { comicId, chapters } = await addComic(site, wish);
  const detail = await open(`/comic/${comicId}`);
  const reader = await open(`/chapter/${chapters[1]?.id}`);
  const chapter = detail.getByRole('link', { name: /第2话/ });
  await expect.poll(() => chapter.textContent()).toContain('需购买');
  await reader.getByText('后免费').waitFor();
  await anHourPasses(detail, reader);
  await expect.poll(() => chapter.textContent()).not.toContain('需购买');
  await reader.getByText('后免费').waitFor({ state: 'detached' });
});

test('a new section appears on a hidden home when it is shown again, and not before', async () => {
  const { comicId } = await addComic(site, { title: '栏目里' });
  const shown = { layout: 'row' as const, more: null, show: { comics: [comicId] }, count: 3 };
  await editPart(site, 'home', [
    { key: 'a', title: '一直', ...shown, start: null, end: null },
    { key: 'b', title: '新栏目', ...shown, start: later().toISOString(), end: null },
  ]);
  const page = await open('/home');
  await page.getByRole('region', { name: '一直' }).waitFor();
  expect(await page.getByRole('region', { name: '新栏目' }).count()).toBe(0);
  await page.getByRole('link', { name: '新作', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '新作' }).waitFor();
  await card(page, '栏目里').waitFor();
  const banners = page.waitForRequest('**/api/banner');
  let refetches = 0;
  page.on('request', (request) => {
    refetches += Number(request.url().endsWith('/api/home'));
  });
  await anHourPasses(page);
  await banners;
  expect(refetches).toBe(0);
  await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '首页' }).click();
  await page.getByRole('region', { name: '新栏目' }).waitFor();
});
