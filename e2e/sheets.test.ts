import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../server/testing/app.ts';
import { addComic } from '../server/testing/comics.ts';
import { editPart } from '../server/testing/editorial.ts';
import { withPassword } from '../server/testing/readers.ts';
import { accessibilityFaults } from './accessibility.ts';
import { loginOf, openLogin, openMy, rowOf } from './account-steps.ts';
import { openSite, PHONE } from './app.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛' });
  await editPart(site, 'site', {
    name: '漫屿',
    icp: '京ICP备00000000号-1',
    police: '京公网安备11000000000000号',
    contact: 'hello@example.com',
  });
});

const OF_A_READER = ['昵称', '性别', '用户名与密码', '手机号', '登录的设备', '自动购买下一话'];
const OF_THE_DEVICE = ['外观', '青少年模式', '18 岁以上内容', '阅读记录', '清除缓存'];
const WAYS_OUT = ['退出登录', '退出所有设备', '注销账号'];

/** Waits for animations to end, then returns the accessibility faults. */
async function faultsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  return accessibilityFaults(page, colorScheme);
}

test.each(['light', 'dark'] as const)('no sheet has an accessibility fault in %s', async (colorScheme) => {
  const { token } = await withPassword(app, `sheets_${colorScheme}`, 'quiet-harbour-7');
  const page = await openPage({ ...PHONE, colorScheme, reducedMotion: 'reduce' });
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  await openMy(page, url('/my'));
  await page.getByText('京公网安备11000000000000号').waitFor();
  expect(await faultsOf(page, colorScheme), '我的').toEqual([]);
  for (const name of [...OF_A_READER, ...OF_THE_DEVICE, ...WAYS_OUT]) {
    await rowOf(page, name).click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    expect(await faultsOf(page, colorScheme), name).toEqual([]);
    await sheet.getByRole('button', { name: '关闭', exact: true }).first().click();
    await sheet.waitFor({ state: 'detached' });
  }
  await page.goto(url('/faq'));
  await page.locator('summary').first().click();
  expect(await faultsOf(page, colorScheme), '帮助').toEqual([]);
  await page.getByRole('button', { name: '写反馈' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await faultsOf(page, colorScheme), '写反馈').toEqual([]);

  const visitor = await openPage({ ...PHONE, colorScheme, reducedMotion: 'reduce' }, { consent: null });
  await openMy(visitor, url('/my'));
  await visitor.getByRole('region', { name: '隐私与记录' }).waitFor();
  expect(await faultsOf(visitor, colorScheme), '隐私与记录').toEqual([]);
  await openLogin(visitor);
  expect(await faultsOf(visitor, colorScheme), '账号登录').toEqual([]);
  await loginOf(visitor).getByRole('tab', { name: '手机登录' }).click();
  expect(await faultsOf(visitor, colorScheme), '手机登录').toEqual([]);
});

test.each([
  { width: 844, height: 390 },
  { width: 390, height: 420 },
  { width: 360, height: 640 },
])('at $width×$height the button of the login dialog is in sight', async (viewport) => {
  const page = await openMy(await openPage({ ...PHONE, viewport, reducedMotion: 'reduce' }), url('/my'));
  await openLogin(page);
  for (const name of ['账号登录', '手机登录']) {
    await loginOf(page).getByRole('tab', { name }).click();
    const box = await loginOf(page).locator('[type=submit]').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(viewport.height);
  }
});

test('a field stands out from its sheet in the dark too', async () => {
  const page = await openMy(await openPage({ ...PHONE, colorScheme: 'dark', reducedMotion: 'reduce' }), url('/my'));
  await openLogin(page);
  const background = (element: Element) => getComputedStyle(element).backgroundColor;
  const field = await loginOf(page).getByLabel('用户名').locator('..').evaluate(background);
  expect(field).not.toBe(await loginOf(page).evaluate(background));
  expect(field).toBe('rgb(47, 55, 54)');
});

test('a finger drags a sheet away, and a little is not enough', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  const finger = await page.context().newCDPSession(page);
  const drag = async (by: number, pauseMs: number) => {
    const { x = 0, y = 0 } = (await loginOf(page).boundingBox()) ?? {};
    const at = (down: number) => [{ x: x + 150, y: y + 20 + down }];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (let step = 1; step <= 10; step++) {
      await page.waitForTimeout(pauseMs);
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at((by * step) / 10) });
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await drag(60, 30);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await loginOf(page).evaluate((sheet) => sheet.style.translate)).toBe('');
  await drag(300, 0);
  await loginOf(page).waitFor({ state: 'detached' });
});
