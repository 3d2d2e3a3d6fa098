import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';

const { openPage, url } = openSite(async (app) => {
  await addComic(app, { title: '海上的岛' });
});

const CODE = '**/assets/comic-screen-*.js';
const card = (page: Page) => page.getByRole('link', { name: '海上的岛' }).first();

/** Opens home while the code of the comic's screen can't be loaded although the device is online. */
async function openWithoutCode(page: Page) {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(CODE, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('comic-screen'));
  await page.goto(url('/home'));
  await card(page).waitFor();
  return { failed, loads: () => loads };
}

test('a failed preload of code does not affect the current screen; the target screen shows an error and opens when the code can be loaded', async () => {
  const page = await openPage();
  const { failed, loads } = await openWithoutCode(page);
  await failed;
  // Long enough to check that there is no newer version.
  await page.waitForTimeout(1000);
  expect(loads()).toBe(1);
  await card(page).click();
  await page.getByRole('alert').getByText('页面没有打开').waitFor();
  expect(loads()).toBe(1);
  await page.unroute(CODE);
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
});

test('an old page is reloaded after a new version is released', async () => {
  const page = await openPage();
  await page.route('**/index.html', (route) =>
    route.fulfill({ body: '<script type="module" src="/assets/newer.js"></script>' }),
  );
  const { loads } = await openWithoutCode(page);
  await expect.poll(loads).toBe(2);
  await card(page).waitFor();
});

test('a tap on a bottom tab marks it at once, before its screen is loaded', async () => {
  const page = await openPage();
  const { promise: mayLoad, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/library-screen-*.js', (route) => mayLoad.then(() => route.continue()));
  await page.goto(url('/home'));
  await card(page).waitFor();
  const placeOf = (name: string) =>
    page.getByRole('navigation', { name: '主要页面' }).filter({ visible: true }).getByRole('link', { name });
  await placeOf('书架').click();
  await expect.poll(() => placeOf('书架').getAttribute('aria-current')).toBe('page');
  expect(await placeOf('首页').getAttribute('aria-current')).toBeNull();
  letGo();
  await page.getByRole('tablist', { name: '书架里的' }).waitFor();
  expect(await placeOf('书架').getAttribute('aria-current')).toBe('page');
});
