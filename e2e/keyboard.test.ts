import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../server/testing/app.ts';
import { addComic } from '../server/testing/comics.ts';
import { withPassword } from '../server/testing/readers.ts';
import { openSite } from './app.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛', genres: ['冒险'], chapters: [{}, {}, { price: 12 }] });
});
const DESK = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' as const };

/** What a screen reader says of the element that has the focus: its role and name. */
async function focusOf(page: Page): Promise<string> {
  const focused = page.locator(':focus');
  if ((await focused.count()) === 0) return '';
  return (await focused.first().ariaSnapshot({ depth: 1 })).split('\n')[0] ?? '';
}

/** Presses Tab until the named thing has the focus, which must be seen there. */
async function tabTo(page: Page, what: RegExp): Promise<void> {
  const met: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await focusOf(page);
    if (what.test(focused)) {
      const outline = await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline, focused).not.toBe('none');
      return;
    }
    met.push(focused);
  }
  throw new Error(`no ${what} among ${met.join('\n')}`);
}

test('a reader who has nothing but a keyboard reads, subscribes, logs in and comes to the price of a chapter', async () => {
  await withPassword(app, 'keys_only', 'quiet-harbour-7');
  const page = await openPage(DESK);
  const pathIs = (pathname: string) => expect.poll(() => new URL(page.url()).pathname).toBe(pathname);
  await page.goto(url('/home'));
  await page
    .getByRole('link', { name: /海上的岛/ })
    .first()
    .waitFor();
  await tabTo(page, /link .*海上的岛/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '海上的岛' }).waitFor();
  await tabTo(page, /button "订阅/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '已订阅' }).waitFor();
  await tabTo(page, /link "(开始阅读|续看)/);
  await page.keyboard.press('Enter');
  await page.getByRole('main', { name: '漫画' }).or(page.locator('[data-reader]')).first().waitFor();
  await tabTo(page, /button "返回"/);
  await page.keyboard.press('Enter');
  await pathIs('/comic/1');
  await tabTo(page, /link "第3话/);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /漫币解锁/ }).waitFor();
  await tabTo(page, /漫币解锁/);
  await page.keyboard.press('Enter');
  const login = page.getByRole('dialog', { name: '登录' });
  await login.waitFor();
  await tabTo(page, /textbox "用户名/);
  await page.keyboard.type('keys_only');
  await tabTo(page, /textbox "密码/);
  await page.keyboard.type('quiet-harbour-7');
  await page.keyboard.press('Enter');
  await login.waitFor({ state: 'detached' });
  await sheet.getByRole('link', { name: /去充值/ }).waitFor();
  // What the sheet was opened by has the focus again once it is closed.
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await focusOf(page)).toMatch(/link "第3话/);
});

const SCREENS = [
  '/home',
  '/weekly',
  '/ranking',
  '/search?q=海',
  '/comic/1',
  '/chapter/3',
  '/library',
  '/my',
  '/payment',
];

test.each([
  { width: 390, height: 844 },
  { width: 360, height: 640 },
])('with text twice as large nothing sticks out at $width×$height', async (viewport) => {
  const page = await openPage({ viewport, reducedMotion: 'reduce' });
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    }),
  );
  const wider: Record<string, unknown> = {};
  for (const screen of SCREENS) {
    await page.goto(url(screen));
    await page.locator('main a, main button').first().waitFor();
    await page.waitForLoadState('networkidle');
    const out = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await page.screenshot({ path: `/tmp/every/big-${viewport.width}-${screen.replace(/\W/g, '')}.png` });
    if (out > 0) wider[screen] = out;
  }
  expect(wider).toEqual({});
});
