import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { MOVING_PHONE, openSite } from '../steps/app.ts';
import { drag } from '../steps/fingers.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';

const { openPage, url } = openSite(async (app) => {
  for (const day of [1, 2, 3, 4, 5, 6, 7]) await addComic(app, { title: `周${day}的漫画`, weekdays: [day] });
});

const main = (page: Page) => page.locator('main:visible');
const leftOf = (page: Page, selector: string) =>
  main(page)
    .locator(selector)
    .first()
    .evaluate((part) => part.getBoundingClientRect().left);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const swipe = (page: Page, by: number, between?: () => Promise<void>) =>
  drag(page, { x: by < 0 ? 300 : 80, y: 500 }, { x: by, y: 0 }, between);

/** The content below the row of days. */
const CONTENT = 'div:has(> fieldset) + div';

test('a swipe over 每周 changes the day below the row of days, and at the last one the channel', async () => {
  const page = await openPage(MOVING_PHONE);
  await watchShifts(page);
  await page.goto(url('/weekly?day=7'));
  await main(page).getByText('周7的漫画').waitFor();
  const row = await leftOf(page, 'fieldset');
  const content = await leftOf(page, CONTENT);
  await swipe(page, -200, async () => {
    await expect.poll(() => leftOf(page, CONTENT)).toBe(content - 200);
    expect(await leftOf(page, 'fieldset')).toBe(row);
  });
  await expect.poll(() => main(page).getByRole('button', { name: '全部' }).getAttribute('aria-pressed')).toBe('true');
  await main(page).getByText('周1的漫画').waitFor();
  await expect.poll(() => leftOf(page, CONTENT)).toBe(content);
  expect(new URL(page.url()).search).toBe('?day=0');
  await swipe(page, -200);
  await heading(page, '新作').waitFor();
  // Back in 每周, the day is still chosen.
  await swipe(page, 200);
  await heading(page, '每周').waitFor();
  await swipe(page, 200);
  await expect.poll(() => new URL(page.url()).search).toBe('?day=7');
  expect(await shiftsOf(page)).toEqual([]);
});

test('swipes over 排行 change the ranking', async () => {
  const page = await openPage(MOVING_PHONE);
  await page.goto(url('/ranking'));
  const picked = () => main(page).getByRole('tab', { selected: true }).textContent();
  await expect.poll(picked).toBe('日榜');
  await swipe(page, -200);
  await expect.poll(picked).toBe('周榜');
  await swipe(page, 200);
  await expect.poll(picked).toBe('日榜');
  await swipe(page, 200);
  await heading(page, '完结').waitFor();
});

test('swipes over 书架 go through its lists, the downloads and the history, and end there', async () => {
  const page = await openPage(MOVING_PHONE);
  await page.goto(url('/library?tab=owned'));
  await main(page).getByText('还没有已购的漫画').waitFor();
  await swipe(page, -200);
  await main(page).getByText('还没有下载').waitFor();
  // The lists stay in view, and so does the bar of the library.
  await expect.poll(() => main(page).getByRole('button', { name: '下载' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('tab', { name: '书架', exact: true, selected: true }).waitFor();
  await swipe(page, -200);
  await main(page).getByText('还没有阅读历史').waitFor();
  await swipe(page, -200);
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=history');
  await expect.poll(() => leftOf(page, 'div')).toBe(0);
  await page.getByRole('tab', { name: '历史', selected: true }).waitFor();
});
