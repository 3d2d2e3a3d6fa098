import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { loginOf, openLogin } from '../steps/account-steps.ts';
import { MOVING_PHONE, openSite } from '../steps/app.ts';
import { imagesDrawn, showBars } from '../steps/reading.ts';
import { bringToMiddle, recordScrolls, scrollTo, settledScrollY } from '../steps/scrolling.ts';
import { goBackAfterDialog } from '../steps/walking.ts';

const HOUR_MS = 3_600_000;

const { openPage, url } = openSite(async (app) => {
  for (let n = 1; n <= 24; n += 1) {
    const chapters = Array.from({ length: n === 24 ? 30 : 1 }, (_, index) => ({ no: index + 1, pages: 1 }));
    await addComic(app, { title: `岛 ${n} 号`, createdAt: new Date(Date.now() - n * HOUR_MS), chapters });
  }
});

const card = (page: Page, n: number) => page.locator('main:visible').getByRole('link', { name: `岛 ${n} 号` });
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '主要页面' }).getByRole('link', { name });
const backButton = (page: Page) => page.getByRole('button', { name: '返回' });

async function openMyFromHome(page: Page) {
  await page.goto(url('/home'));
  await card(page, 1).first().waitFor();
  await place(page, '我的').click();
  await page.getByText('· ID').waitFor();
}

test('going back closes a dialog, and a tap on the active bottom tab adds no history entry', async () => {
  const page = await openPage();
  await openMyFromHome(page);
  await openLogin(page);
  // A close request of the device closes the dialog and not the screen, wherever the focus is.
  await loginOf(page).evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('Escape');
  await loginOf(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/my');
  // So does the browser’s back. The next one leaves the screen, also after a dialog was closed by its button or by a reload.
  await openLogin(page);
  await page.goBack();
  await loginOf(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/my');
  await openLogin(page);
  await page.reload();
  await page.getByText('· ID').waitFor();
  expect(await loginOf(page).count()).toBe(0);
  await openLogin(page);
  await loginOf(page).getByRole('button', { name: '关闭' }).click();
  await loginOf(page).waitFor({ state: 'detached' });
  await goBackAfterDialog(page);
  await page.waitForURL('**/home');
  // A tap on the active bottom tab scrolls smoothly to the top and adds no history entry.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await scrollTo(page, 300);
  const length = await page.evaluate(() => history.length);
  await place(page, '首页').click();
  await expect.poll(() => settledScrollY(page)).toBe(0);
  expect(await page.evaluate(() => history.length)).toBe(length);
  // From another main screen, home is a step back, so it is where it was left.
  const left = await scrollTo(page, 300);
  await place(page, '我的').click();
  await page.getByText('· ID').waitFor();
  await place(page, '书架').click();
  await page.getByRole('tab', { name: '书架' }).waitFor();
  await place(page, '首页').click();
  await card(page, 1).first().waitFor();
  expect(await settledScrollY(page)).toBe(left);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await card(page, 1).first().click();
  await page.getByRole('link', { name: '开始阅读' }).click();
  await page.waitForURL('**/chapter/*');
  await imagesDrawn(page);
  // 目录 and the settings of the reader are closed too, and only the next step back leaves it.
  for (const { button, sheet } of [
    { button: '目录', sheet: '目录' },
    { button: '设置', sheet: '阅读设置' },
  ]) {
    await showBars(page);
    await page.getByRole('navigation', { name: '阅读' }).getByRole('button', { name: button }).click();
    await page.getByRole('dialog', { name: sheet }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/^\/chapter\//);
  }
  await page.goBack();
  await page.waitForURL('**/comic/*');
});

test('返回 in a comic opened by its address goes home, and the browser’s back then leaves the site', async () => {
  const page = await openPage(MOVING_PHONE);
  await page.goto(url('/comic/24'));
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  await scrollTo(page, 300);
  // Leaving a comic's detail is a back navigation: home has no position yet, so it begins at its top without an animation.
  const scrolls = await recordScrolls(page);
  await backButton(page).click();
  await page.waitForURL('**/home');
  await card(page, 1).first().waitFor();
  expect(await settledScrollY(page)).toBe(0);
  expect(await scrolls()).toEqual([0]);
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('the history is kept, and a reloaded page keeps its scroll position', async () => {
  const page = await openPage();
  await page.goto(url('/new'));
  await card(page, 3).click();
  const entries = await page.evaluate(() => history.length);
  // After going from a chapter to its comic, the history is unchanged.
  await page.getByRole('link', { name: '开始阅读' }).click();
  await page.locator('[data-reader]').waitFor();
  await page.getByRole('link', { name: '返回目录' }).click();
  await page.getByRole('link', { name: /开始阅读|续看/ }).waitFor();
  await backButton(page).click();
  await page.waitForURL('**/new');
  await card(page, 3).waitFor();
  // No entry was added: the comic and its chapter are still ahead.
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: '岛 3 号' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: '新作' }).waitFor();

  // A reloaded listing or comic keeps its scroll position.
  await card(page, 1).waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1500);
      return card(page, 24).count();
    })
    .toBe(1);
  const before = await bringToMiddle(page, card(page, 24));
  expect(before).toBeGreaterThan(1000);
  await page.reload();
  await expect.poll(() => settledScrollY(page)).toBe(before);
  await card(page, 24).click();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  const below = await scrollTo(page, 400);
  await page.reload();
  await expect.poll(() => settledScrollY(page)).toBe(below);
  // A new visit begins at the top.
  await page.goto(url('/new'));
  await card(page, 1).waitFor();
  expect(await settledScrollY(page)).toBe(0);
});
