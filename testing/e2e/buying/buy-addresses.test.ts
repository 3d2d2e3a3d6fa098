import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { setOnline } from '../../factories/comics.ts';
import { addPromotion, setPromotions } from '../../factories/promotions.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { buyButton, buyerWith, cardOf, watchCalls } from '../steps/buy-steps.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { imagesDrawn, positionOf, readTo } from '../steps/reading.ts';

let app: TestApp;
let ids: number[] = [];
let comicId = 0;
const strip = { width: 800, height: 900, along: 'down' as const, from: 0, to: 1 };
const site = openSite(async (opened) => {
  app = opened;
  const chapters = [Array.from({ length: 30 }, () => strip), [strip, strip], [strip, strip]];
  ids = (await importDrawn(app, [{ title: '要买的', chapters, options: ['--price', '12'] }])).要买的 ?? [];
  const { rows } = await app.pool.query('select comic_id as id from catalog.chapter where id = $1', [ids[0]]);
  comicId = Number(rows[0]?.id);
});
const { url } = site;
const openPage = async (options = PHONE): Promise<Page> => {
  const page = await site.openPage(options);
  await watchShifts(page);
  return page;
};
const key = (no: number, page: number) => `${ids[no - 1]}/${page}`;
/** Makes the server refuse all page addresses issued so far. */
const refusePages = (page: Page) => page.route('**/img/p/**', (route) => route.fulfill({ status: 403, body: '' }));

test('expired page addresses are renewed with one call for all pages, invisibly', async () => {
  const { page } = await buyerWith(app, openPage, { coins: 100 });
  await page.goto(url(`/chapter/${ids[0]}`));
  await buyButton(page).click();
  await imagesDrawn(page);
  const reads = watchCalls(page, 'comic/read');
  let refused = 0;
  await page.route('**/img/p/**', async (route) => {
    refused += 1;
    // Old addresses fail until there are new ones.
    if (reads.length === 0) return route.fulfill({ status: 403, body: '' });
    // The new addresses would be equal within the hour, so a parameter makes them different.
    return route.continue({ url: route.request().url().replace('?renewed', '') });
  });
  await page.route('**/api/comic/read', async (route) => {
    const response = await route.fetch();
    const answer = JSON.parse(app.cipher.open(await response.text()));
    const renewed = JSON.stringify(answer).replaceAll(/(\/img\/p\/[^"]+)/g, '$1?renewed');
    await route.fulfill({ response, body: app.cipher.seal(renewed) });
  });
  // The bars are hidden before the jump.
  await readTo(page, key(1, 0), 0.2);
  await readTo(page, key(1, 12), 0.3);
  await imagesDrawn(page);
  expect(refused).toBeGreaterThan(3);
  expect(reads).toHaveLength(1);
  expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0);
  expect(await shiftsOf(page)).toEqual([]);
});

test('if all addresses are refused, there is one call and 重试', async () => {
  const { page } = await buyerWith(app, openPage, { coins: 100 });
  await page.goto(url(`/chapter/${ids[0]}`));
  await buyButton(page).click();
  await imagesDrawn(page);
  const reads = watchCalls(page, 'comic/read');
  await refusePages(page);
  for (const n of [10, 18, 25]) await readTo(page, key(1, n), 0.3);
  await page.getByRole('button', { name: '重试' }).first().waitFor();
  expect(reads).toHaveLength(1);
});

test('when a promotion ends while reading, loaded pages stay and the rest shows the price', async () => {
  await addPromotion(app, { comicIds: [comicId], percent: 0 });
  await app.caughtUp();
  const { page } = await buyerWith(app, openPage, { coins: 100 });
  await page.goto(url(`/chapter/${ids[0]}`));
  await imagesDrawn(page);
  await readTo(page, key(1, 3), 0.5);
  await imagesDrawn(page);
  const before = await positionOf(page);
  const reads = watchCalls(page, 'comic/read');
  await setPromotions(app, []);
  await app.caughtUp();
  await refusePages(page);
  await readTo(page, key(1, 4), 0.5);
  const at = await positionOf(page);
  await cardOf(page).waitFor({ state: 'attached' });
  await cardOf(page).getByText('限免刚刚结束').waitFor({ state: 'attached' });
  expect(await positionOf(page)).toEqual(at);
  expect(before.key).toBe(key(1, 3));
  expect(await page.locator(`[data-page="${key(1, 4)}"] img`).count()).toBeGreaterThan(0);
  expect(await page.locator(`[data-page="${key(1, 29)}"]`).count()).toBe(0);
  expect(await shiftsOf(page)).toEqual([]);
  // The pages of a locked chapter are requested once.
  expect(reads).toHaveLength(1);
  await page.unroute('**/img/p/**');
  // Playwright's click would first scroll it into view.
  await buyButton(page).dispatchEvent('click');
  await page.locator(`[data-page="${key(1, 29)}"]`).waitFor({ state: 'attached' });
  expect(await positionOf(page)).toEqual(at);
  await readTo(page, key(1, 12), 0.5);
  await imagesDrawn(page);
});

test('for a locked next chapter, the price is requested, never its pages', async () => {
  const { page } = await buyerWith(app, openPage, { coins: 100 });
  await page.goto(url(`/chapter/${ids[1]}`));
  await buyButton(page).click();
  await imagesDrawn(page);
  const reads = watchCalls(page, 'comic/read');
  await readTo(page, key(2, 1), 0.9);
  await cardOf(page).waitFor();
  expect(reads).toHaveLength(0);
});

test('when a comic is taken offline, loaded pages stay, and the others offer 重试', async () => {
  const { page } = await buyerWith(app, openPage, { coins: 100 });
  await page.goto(url(`/chapter/${ids[0]}`));
  await buyButton(page).click();
  await imagesDrawn(page);
  const before = await positionOf(page);
  await setOnline(app, comicId, false);
  await app.caughtUp();
  await refusePages(page);
  await readTo(page, key(1, 20), 0.3);
  await page.getByRole('button', { name: '重试' }).first().waitFor();
  await readTo(page, before.key, before.offset);
  expect(await page.locator(`[data-page="${before.key}"] img`).count()).toBeGreaterThan(0);
  expect(await shiftsOf(page)).toEqual([]);
  await setOnline(app, comicId, true);
});
