import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { loginOf, openLogin, openMy } from '../steps/account-steps.ts';
import { MOVING_PHONE, openSite } from '../steps/app.ts';

const { openPage, url } = openSite(async (site) => {
  await addComic(site, { title: '海上的岛' });
});

test('the login button is in view on every phone, and fields are visible in the dark theme', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 390, height: 420 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    for (const name of ['账号登录', '手机登录']) {
      await loginOf(page).getByRole('tab', { name }).click();
      await loginOf(page).getByRole('tab', { name, selected: true }).waitFor();
      const lowest = async () => {
        const box = await loginOf(page).locator('[type=submit]').boundingBox();
        return (box?.y ?? Number.NaN) + (box?.height ?? 0);
      };
      // Waits for the tab's form, which replaces the other one.
      const where = `${name} at ${viewport.width}×${viewport.height}`;
      await expect.poll(lowest, { message: where }).toBeLessThanOrEqual(viewport.height);
    }
  }

  await loginOf(page).getByRole('tab', { name: '账号登录' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  const background = (element: Element) => getComputedStyle(element).backgroundColor;
  const ofField = () => loginOf(page).getByLabel('用户名').locator('..').evaluate(background);
  await expect.poll(ofField).toBe('rgb(47, 55, 54)');
  expect(await ofField()).not.toBe(await loginOf(page).evaluate(background));
});

test('a sheet can be dragged away, and a short drag does not close it', async () => {
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
