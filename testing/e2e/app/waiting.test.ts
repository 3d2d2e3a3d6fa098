import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';

const { openPage, url, answerWith } = openSite(async (app) => {
  await addComic(app, { title: '海上的岛' });
});

/** Delays the app's code and styles until the returned function is called. */
async function holdAssets(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**', (route) => promise.then(() => route.continue()));
  return resolve;
}

const boxOf = (page: Page, selector: string) => page.locator(selector).first().boundingBox();

test('the page shows the app’s frame before the app starts, at the same positions', async () => {
  const page = await openPage();
  await watchShifts(page);
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const letGo = await holdAssets(page);
    await answerWith(page, 'home', 'silent');
    await page.goto(url('/home'), { waitUntil: 'commit' });
    await page.locator('.frame').getByText('首页').first().waitFor();
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
    const frame = {
      bar: await boxOf(page, '.frame header'),
      tab: await boxOf(page, '.frame header a:nth-of-type(2)'),
      cover: await boxOf(page, '.frame [data-skeleton].aspect-3\\/4'),
      tabs: await boxOf(page, '.frame nav.fixed'),
    };
    letGo();
    await page.locator('.frame').waitFor({ state: 'detached' });
    const app = {
      bar: await boxOf(page, 'header'),
      tab: await boxOf(page, 'header a:nth-of-type(2)'),
      cover: await page.locator('main [data-skeleton].aspect-3\\/4').filter({ visible: true }).first().boundingBox(),
      tabs: await boxOf(page, 'nav.fixed[aria-label=主要页面]'),
    };
    for (const key of ['bar', 'cover', 'tabs'] as const) {
      for (const side of ['x', 'y', 'width', 'height'] as const) {
        // A wide screen has them in the top bar.
        if (key === 'tabs' && width >= 1024) continue;
        expect(Math.abs((app[key]?.[side] ?? 0) - (frame[key]?.[side] ?? -99)), `${width} ${key} ${side}`).toBeLessThan(
          1.5,
        );
      }
    }
    expect(Math.abs((app.tab?.x ?? 0) - (frame.tab?.x ?? -99))).toBeLessThan(1.5);
    expect(await shiftsOf(page), `${width}`).toEqual([]);
  }
});

test('the first paint has the reader’s theme, not the device’s', async () => {
  const page = await openPage({ ...PHONE, colorScheme: 'light' });
  await page.context().addInitScript(() => {
    localStorage.setItem('settings', JSON.stringify({ theme: 'dark', consent: 'given' }));
  });
  const letGo = await holdAssets(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  for (const [screen, shown] of [
    ['/home', 'main section'],
    ['/my', '.frame nav.fixed'],
    ['/comic/1', '.about-title'],
    ['/faq', '.frame-mark'],
  ] as const) {
    await page.goto(url(screen), { waitUntil: 'commit' });
    await page.locator(shown).waitFor();
    expect(await ground()).toBe('rgb(22, 26, 26)');
  }
  letGo();
  await page.getByRole('heading', { name: '帮助与反馈' }).waitFor();
  expect(await ground()).toBe('rgb(22, 26, 26)');
});

test('the frame stays until the first screen is loaded, without an empty page', async () => {
  const page = await openPage();
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/faq-screen-*.js', (route) => promise.then(() => route.continue()));
  // The app has started when its session has begun.
  const registered = page.waitForResponse('**/api/user/register');
  await page.goto(url('/faq'), { waitUntil: 'commit' });
  await registered;
  await page.waitForTimeout(500);
  expect(await page.locator('.frame-mark').isVisible()).toBe(true);
  letGo();
  await page.getByRole('heading', { name: '帮助与反馈' }).waitFor();
  expect(await page.locator('.frame').count()).toBe(0);
});

test('no loading sign is shown above skeletons', async () => {
  const page = await openPage();
  await answerWith(page, 'comic/info', 'silent');
  await page.goto(url('/comic/1'));
  const sign = page.getByRole('status', { name: '加载中', includeHidden: true });
  await sign.waitFor({ state: 'attached' });
  expect(await page.locator('[data-skeleton]').first().isVisible()).toBe(true);
  expect(await sign.isVisible()).toBe(false);
});
