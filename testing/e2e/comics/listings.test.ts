import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { openSite } from '../steps/app.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { bringToMiddle, scrollY, settledScrollY } from '../steps/scrolling.ts';

const HOUR_MS = 3_600_000;

const { openPage, url, answerWith } = openSite(async (app) => {
  const chapters = Array.from({ length: 120 }, (_, index) => ({ no: index + 1, pages: 1 }));
  for (let n = 1; n <= 60; n += 1) {
    const createdAt = new Date(Date.now() - n * HOUR_MS);
    await addComic(app, { title: `新作 ${n}`, createdAt, chapters: n === 30 ? chapters : [{ pages: 1 }] });
  }
});

const card = (page: Page, name: string) => page.locator('main:visible').getByRole('link', { name });

async function scrolledTo(page: Page, title: string): Promise<number> {
  await card(page, '新作 1 ').first().waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1500);
      await settledScrollY(page);
      return card(page, title).count();
    })
    .toBe(1);
  return bringToMiddle(page, card(page, title));
}

test('failed screens show an error and are loaded later, and a site without comics shows its empty state', async () => {
  const page = await openPage();
  // 重试 loads home.
  const letThrough = await answerWith(page, 'home', 'down');
  await page.goto(url('/home'));
  await page.getByRole('alert').getByText('网络异常').waitFor();
  await letThrough();
  await page.getByRole('button', { name: '重试' }).click();
  await card(page, '新作 1 ').first().waitFor();

  await card(page, '新作 1 ').first().click();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  await card(page, '新作 2 ').first().waitFor();
  // A screen that failed offline is loaded when the network is back.
  await page.context().setOffline(true);
  await card(page, '新作 2 ').first().click();
  await page.getByRole('alert').getByText('没有网络').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: '开始阅读' }).waitFor();

  // A site without comics shows an empty home and an empty listing.
  await answerWith(page, 'home', { status: 1, message: 'success', code: 0, data: { sections: [] } });
  await answerWith(page, 'new', { status: 1, message: 'success', code: 0, data: { list: [], next: null } });
  await page.goto(url('/home'));
  await page.getByText('岛上还没有漫画').waitFor();
  await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '新作' }).click();
  await page.getByText('还没有新作').waitFor();
});

test('going to a comic and back keeps every scroll position', async () => {
  const page = await openPage();
  await page.goto(url('/home'));
  await page.getByRole('navigation', { name: '频道' }).getByRole('link', { name: '新作' }).click();
  await page.getByRole('heading', { level: 1, name: '新作' }).waitFor();
  // Going back returns to the screen before the comic, also after reading a chapter.
  await card(page, '新作 3 ').click();
  await page.getByRole('link', { name: '开始阅读' }).click();
  await page.locator('[data-reader]').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: '新作 3' }).waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  await page.waitForURL('**/new');
  await page.getByRole('heading', { level: 1, name: '新作' }).waitFor();

  // The listing has the same scroll position and the same DOM nodes.
  const before = await scrolledTo(page, '新作 30');
  expect(before).toBeGreaterThan(1000);
  await card(page, '新作 30').evaluate((element) => element.setAttribute('data-mark', 'me'));
  await card(page, '新作 30').click();
  await page.getByRole('heading', { level: 1, name: '新作 30' }).waitFor();
  await expect.poll(() => scrollY(page)).toBe(0);
  // Chapters are shown in groups of fifty, oldest or newest first.
  const chapters = page.getByRole('region', { name: '章节' });
  const rows = chapters.getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(50);
  await chapters.getByRole('button', { name: '101-120' }).click();
  await expect.poll(() => rows.count()).toBe(20);
  await chapters.getByRole('button', { name: '正序' }).click();
  await expect.poll(() => rows.first().textContent()).toContain('第120话');
  await page.getByRole('button', { name: '返回' }).click();
  await page.locator('[data-mark=me]').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(before);

  // The browser’s back restores it too.
  const at25 = await bringToMiddle(page, card(page, '新作 25'));
  await card(page, '新作 25').click();
  await page.getByRole('heading', { level: 1, name: '新作 25' }).waitFor();
  await page.goBack();
  await card(page, '新作 25').waitFor();
  await expect.poll(() => settledScrollY(page)).toBe(at25);

  // A tab keeps its screen, and opens at its top when entered again.
  const tabs = page.getByRole('navigation', { name: '频道' });
  await tabs.getByRole('link', { name: '首页' }).click();
  await page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
  await expect.poll(() => scrollY(page)).toBe(0);
  await tabs.getByRole('link', { name: '新作' }).click();
  await expect.poll(() => card(page, '新作 30').count()).toBe(1);
  await expect.poll(() => scrollY(page)).toBe(0);

  // An endless list loads to its end.
  await scrolledTo(page, '新作 60');
  await page.locator('main:visible').getByText('没有更多了').waitFor();
  await expect.poll(() => page.locator('main:visible').getByRole('link').count()).toBe(60);
});

test('home shows 继续阅读 in its first frame until it is dismissed', async () => {
  const page = await openPage();
  const resume = page.getByRole('region', { name: '继续阅读' });
  await page.goto(url('/comic/30'));
  const sent = page.waitForResponse('**/api/my/progress');
  await page.getByRole('link', { name: '开始阅读' }).click();
  await sent;
  await page.goBack();
  await page.getByRole('button', { name: '返回' }).click();
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('resume') ?? '{}').to ?? '');
  await expect.poll(kept).toMatch(/^\/(chapter|comic)\/\d+$/);
  const to = await kept();
  await answerWith(page, 'my/history', 'down');
  await watchShifts(page);
  await page.reload();
  await resume.getByText('第1话').waitFor();
  await card(page, '新作 1 ').first().waitFor();
  expect(await shiftsOf(page)).toEqual([]);
  await resume.getByRole('link').click();
  await page.waitForURL(`**${to}`);
  await page.goBack();
  await resume.getByRole('button', { name: '不再显示' }).click();
  await resume.waitFor({ state: 'detached' });
  await page.reload();
  await card(page, '新作 1 ').first().waitFor();
  expect(await resume.count()).toBe(0);
});
