import { expect, test } from 'vitest';
import { addComic } from '../server/testing/comics.ts';
import { loginOf, openLogin, openMy } from './account-steps.ts';
import { MOVING_PHONE, openSite, PHONE } from './app.ts';

const { openPage, url } = openSite(async (site) => {
  await addComic(site, { title: '海上的岛' });
});

test.each([
  { width: 844, height: 390 },
  { width: 390, height: 420 },
  { width: 360, height: 640 },
])('at $width×$height the button of the login dialog is in sight', async (viewport) => {
  const page = await openMy(await openPage({ ...PHONE, viewport }), url('/my'));
  await openLogin(page);
  for (const name of ['账号登录', '手机登录']) {
    await loginOf(page).getByRole('tab', { name }).click();
    const box = await loginOf(page).locator('[type=submit]').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(viewport.height);
  }
});

test('a field stands out from its sheet in the dark too', async () => {
  const page = await openMy(await openPage({ ...PHONE, colorScheme: 'dark' }), url('/my'));
  await openLogin(page);
  const background = (element: Element) => getComputedStyle(element).backgroundColor;
  const field = await loginOf(page).getByLabel('用户名').locator('..').evaluate(background);
  expect(field).not.toBe(await loginOf(page).evaluate(background));
  expect(field).toBe('rgb(47, 55, 54)');
});

test('a finger drags a sheet away, and a little is not enough', async () => {
  const page = await openMy(await openPage(MOVING_PHONE), url('/my'));
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
