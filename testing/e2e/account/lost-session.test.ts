import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loginOf, openMy, register, toastOf } from '../steps/account-steps.ts';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { imagesDrawn, openReader, readTo } from '../steps/reading.ts';
import { goWithin } from '../steps/walking.ts';

const LOST = { status: 403, message: '登录已失效，请重新登录', code: -1, data: null };
const pages = (count: number): Bitmap[] =>
  Array.from({ length: count }, () => ({ width: 800, height: 900, along: 'down', from: 0, to: 1 }));

const { openPage, url, chapter, answerWith } = openReader([{ title: '海上的岛', chapters: [pages(6)] }]);

const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test('after a lost session whose renewal fails, no data of the old account is left on the device and the screens', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await register(page, 'island_reader', 'quiet-harbour-7');
  await page.getByText('island_reader').waitFor();
  await goWithin(page, `/chapter/${chapter('海上的岛', 1)}`);
  await imagesDrawn(page);
  // An unsent reading position.
  await answerWith(page, 'my/progress', 'down');
  await readTo(page, `${chapter('海上的岛', 1)}/2`, 0);
  await expect.poll(() => kept(page)).toContain('progress');
  await page.evaluate(() => localStorage.setItem('comicSettings', '{"1":{"grey":true}}'));
  await answerWith(page, 'user/register', 'down');
  await answerWith(page, 'comic/info', LOST);
  await page.goto(url('/comic/1'));
  await loginOf(page).waitFor();
  // Display settings belong to the device, like the theme.
  await expect.poll(() => kept(page)).toEqual(['config', 'reader', 'settings']);
  await loginOf(page).getByRole('button', { name: '关闭' }).click();
  const place = (name: string) =>
    page.getByRole('navigation', { name: '主要页面' }).getByRole('link', { name }).click();
  await place('我的');
  await page.getByRole('alert').getByText('暂时连接不上').waitFor();
  expect(await page.getByText('island_reader').count()).toBe(0);
  // The opened screen retries once automatically.
  const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/user/register'));
  await place('书架');
  await tried;
  await page.getByRole('alert').getByText('暂时连接不上').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByText('书架还是空的').waitFor();
});

test('a session lost while reading shows the reason before it leaves the chapter', async () => {
  const page = await openPage();
  // The position is sent a second after the chapter is shown.
  await answerWith(page, 'my/progress', LOST);
  await page.goto(url(`/chapter/${chapter('海上的岛', 1)}`));
  await toastOf(page, LOST.message).waitFor();
  await loginOf(page).waitFor();
  await page.waitForURL('**/home');
});
