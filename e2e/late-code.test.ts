import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../server/testing/comics.ts';
import { openSite } from './app.ts';

const { openPage, url } = openSite(async (app) => {
  await addComic(app, { title: '海上的岛' });
});

const card = (page: Page) => page.getByRole('link', { name: '海上的岛' }).first();

/** From now on no more code can be had, though the device believes to be online. */
async function loseCode(page: Page) {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.evaluate(() => Object.assign(window, { isSame: true }));
}
const isSame = (page: Page) => page.evaluate((): unknown => Reflect.get(window, 'isSame'));

/** The failure of a file that was asked for. */
const failed = (page: Page) => page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'));

test('code that can’t be had ahead of time leaves what is on screen alone', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  await card(page).waitFor();
  const failing = failed(page);
  await loseCode(page);
  await failing;
  // As long as it takes to find out that there is no newer version.
  await page.waitForTimeout(1000);
  expect(await isSame(page)).toBe(true);
  await card(page).waitFor();
});

test('a screen whose code can’t be had says so, and opens once it can', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  await card(page).waitFor();
  await loseCode(page);
  await card(page).click();
  await page.getByRole('alert').getByText('页面没有打开').waitFor();
  expect(await isSame(page)).toBe(true);
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
});

test('after a new version is out the old page is loaded anew, where the reader wanted to go', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  await card(page).waitFor();
  await page.route('**/', (route) => route.fulfill({ body: '<script type="module" src="/assets/newer.js"></script>' }));
  await loseCode(page);
  const loaded = page.waitForEvent('load');
  await card(page).click();
  await loaded;
  expect(await isSame(page)).toBeUndefined();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/comic\//);
});
