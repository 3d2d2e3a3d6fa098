import type { Locator, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { someOf } from '../../drills/drill.ts';
import { addComic } from '../../factories/comics.ts';
import { withPassword } from '../../factories/readers.ts';
import { loginOf } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';
import { goWithin } from '../steps/walking.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛', genres: ['冒险'], chapters: [{}, {}, { price: 12 }] });
});
const DESK = { viewport: { width: 1280, height: 800 } };

const hasFocus = (wanted: Locator) =>
  wanted.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Presses Tab until one of these elements has a visible focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (!(await hasFocus(wanted))) continue;
    expect(await page.evaluate(() => document.activeElement?.matches(':focus-visible'))).toBe(true);
    return;
  }
  throw new Error(`Tab did not reach ${wanted}`);
}

async function pressOn(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor();
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

test('a reader can subscribe, read, and log in at a locked chapter with the keyboard only', async () => {
  await withPassword(app, 'keys_only', 'quiet-harbour-7');
  const page = await openPage(DESK);
  await page.goto(url('/home'));
  await pressOn(page, page.getByRole('link', { name: /海上的岛/ }));
  await pressOn(page, page.getByRole('button', { name: '订阅', exact: true }));
  await page.getByRole('button', { name: '已订阅' }).waitFor();
  await pressOn(page, page.getByRole('link', { name: /开始阅读/ }));
  await page.locator('[data-reader]').waitFor();
  await pressOn(page, page.getByRole('button', { name: '返回', exact: true }));
  const locked = page.getByRole('region', { name: '章节' }).getByRole('link', { name: /^第3话/ });
  await pressOn(page, locked);
  const sheet = page.getByRole('dialog', { name: '第3话' });
  await pressOn(page, sheet.getByRole('button', { name: '登录解锁' }));
  await loginOf(page).waitFor();
  await tabTo(page, loginOf(page).getByRole('tab', { name: '手机登录' }));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => hasFocus(loginOf(page).getByRole('tab', { name: '账号登录' }))).toBe(true);
  await tabTo(page, loginOf(page).getByLabel('用户名'));
  await page.keyboard.type('keys_only');
  await tabTo(page, loginOf(page).getByLabel('密码'));
  await page.keyboard.type('quiet-harbour-7');
  // The list is refetched after the login, here after the sheet is closed.
  const closed = Promise.withResolvers<void>();
  await page.route('**/api/comic/info', (route) => closed.promise.then(() => route.continue()));
  await page.keyboard.press('Enter');
  await loginOf(page).waitFor({ state: 'detached' });
  // The sheet stays and shows the missing amount.
  await sheet.getByRole('link', { name: /去充值/ }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await locked.count()).toBe(0);
  closed.resolve();
  await expect.poll(() => hasFocus(locked)).toBe(true);
});

const SCREENS = [
  '/home',
  '/search?q=海',
  '/comic/1',
  '/library',
  '/chapter/3',
  '/giftbox',
  '/payment',
  // Like /home and /library.
  '/weekly',
  '/ranking',
  '/my',
];

test('with text of double size nothing overflows and no text in the bars or titles is cut off', async () => {
  const page = await openPage({ viewport: { width: 360, height: 640 } });
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    }),
  );
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  await page.goto(url('/search'));
  await page.getByRole('searchbox').waitFor();
  for (const screen of someOf(SCREENS, 6)) {
    const before = await page.title();
    await goWithin(page, screen);
    await expect.poll(() => page.title()).not.toBe(before);
    await page.locator('main:visible').locator('a, button').first().waitFor();
    await expect.poll(() => page.locator('[data-skeleton]:visible').count(), { message: screen }).toBe(0);
    await expect.poll(() => asked.size, { message: screen }).toBe(0);
    const seen = await page.evaluate(() => ({
      wider: document.documentElement.scrollWidth - innerWidth,
      cut: [...document.querySelectorAll('nav a, header a, header button')]
        .filter((control) => control.clientHeight > 0 && control.scrollHeight > control.clientHeight + 1)
        .map((control) => control.outerHTML.slice(0, 120)),
      outside: [...document.querySelectorAll('nav a, nav button, header a, header button')]
        .filter((control) => control.getBoundingClientRect().right > innerWidth + 1)
        .filter((control) => !control.closest('.no-scrollbar'))
        .map((control) => control.outerHTML.slice(0, 120)),
      narrow: [...document.querySelectorAll('main .line-clamp-2')]
        .filter(({ clientWidth }) => clientWidth > 0)
        .filter((title) => title.clientWidth < 3 * Number.parseFloat(getComputedStyle(title).fontSize))
        .map((title) => title.textContent),
    }));
    expect(seen, screen).toEqual({ wider: 0, cut: [], outside: [], narrow: [] });
  }
});
