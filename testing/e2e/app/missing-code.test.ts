import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';
import { whenHydrated } from '../steps/hydrated.ts';

let comicId = 0;
const { openPage, url } = openSite(async (app) => {
  ({ comicId } = await addComic(app, { title: '海上的岛', chapters: [{ pages: 2 }, { pages: 2 }] }));
});

/** A page that can't load one file of the app's code, until the returned function is called. */
async function openWithout(file: string): Promise<{ page: Page; bringBack(): Promise<void> }> {
  const page = await openPage();
  const address = `**/assets/${file}-*.js`;
  await page.route(address, (route) => route.abort());
  return { page, bringBack: () => page.unroute(address) };
}

/** Taps the button until a dialog is there: a load that failed is tried again after a few seconds. */
async function tapUntilOpen(page: Page, button: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await button.dispatchEvent('click');
      return page.getByRole('dialog').count();
    })
    .toBe(1);
}

test.each([
  ['download-sheet', () => `/comic/${comicId}`, '下载'],
  ['login-dialog', () => '/my', /登录/],
])('a sheet whose code %s does not arrive says so, and opens when the network is back', async (file, path, name) => {
  const { page, bringBack } = await openWithout(file);
  await page.goto(url(path()));
  const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
  await button.click();
  await page.getByText('没有加载成功，请检查网络').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await bringBack();
  await tapUntilOpen(page, button);
});

test('notices appear once the code that shows them has been loaded', async () => {
  const { page, bringBack } = await openWithout('overlays');
  await page.goto(url('/my'));
  await page.getByRole('button', { name: /登录/ }).first().click();
  await page.waitForTimeout(500);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await bringBack();
  await page.getByRole('dialog', { name: '登录' }).waitFor();
});

test.each(['/home', '/payment'])(
  'where the app itself does not arrive, %s offers to load the page again',
  async (path) => {
    const { page, bringBack } = await openWithout('{index,main}');
    await page.goto(url(path), { waitUntil: 'commit' });
    const bar = page.getByRole('alert');
    await bar.getByText('网络不好，页面没有加载完').waitFor();
    await bringBack();
    await bar.getByRole('button', { name: '重新加载' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await whenHydrated(page);
    await page.getByRole('main').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  },
);
