import { expect, test } from 'vitest';
import { userLogout } from '#contract/calls/session';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { newPhone } from '../../factories/readers.ts';
import { loginOf, openLogin, openMy, register, rowOf, toastOf } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛' });
});

test('a sheet stays open when a press ends outside, and keeps its inputs when a tap outside closes it', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  const field = await loginOf(page).getByLabel('用户名').boundingBox();
  // A press that begins in a sheet and ends outside does not close it.
  await page.mouse.move((field?.x ?? 0) + 20, (field?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move(195, 60);
  await page.mouse.up();
  expect(await loginOf(page).isVisible()).toBe(true);
  // The page behind does not scroll.
  const finger = await page.context().newCDPSession(page);
  for (const [type, y] of [
    ['touchStart', 200],
    ['touchMove', 150],
    ['touchMove', 100],
    ['touchMove', 20],
  ] as const) {
    await finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 195, y }] });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // Inputs are kept after a tap outside, except passwords.
  const phone = newPhone();
  await loginOf(page).getByLabel('用户名').fill('island_reader');
  await loginOf(page).getByLabel('密码').fill('quiet-harbour-7');
  await loginOf(page).getByRole('tab', { name: '手机登录' }).click();
  await loginOf(page).getByLabel('手机号码').fill(phone);
  await page.mouse.click(195, 60);
  await loginOf(page).waitFor({ state: 'detached' });
  await openLogin(page);
  expect(await loginOf(page).getByLabel('用户名').inputValue()).toBe('island_reader');
  expect(await loginOf(page).getByLabel('密码').inputValue()).toBe('');
  await page.keyboard.press('Tab');
  await loginOf(page).getByRole('tab', { name: '账号登录' }).focus();
  await page.keyboard.press('ArrowRight');
  await loginOf(page).getByRole('tab', { name: '手机登录', selected: true }).waitFor();
  expect(await loginOf(page).getByLabel('手机号码').inputValue()).toBe(phone);
});

test('a logout with a lost response succeeds when it is repeated', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await register(page, 'leaving_reader', 'quiet-harbour-7');
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  await page.route(
    '**/api/user/logout',
    async (route) => {
      await app.call(userLogout, {}, { token });
      await route.abort();
    },
    { times: 1 },
  );
  await rowOf(page, '退出登录').click();
  const confirmation = page.getByRole('dialog', { name: '退出登录' });
  await confirmation.getByRole('button', { name: '退出' }).click();
  await toastOf(page, '网络异常').waitFor();
  // The same call is blocked for a second.
  await expect
    .poll(
      async () => {
        await confirmation
          .getByRole('button', { name: '退出' })
          .click({ timeout: 500 })
          .catch(() => undefined);
        return confirmation.count();
      },
      { interval: 500 },
    )
    .toBe(0);
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).waitFor();
  expect(await loginOf(page).count()).toBe(0);
});

test('the loading sign, the slow-network bar and toasts are shown above a sheet', async () => {
  const page = await openPage();
  await page.clock.install();
  await openMy(page, url('/my'));
  await openLogin(page);
  await loginOf(page).getByLabel('用户名').fill('island_reader');
  await loginOf(page).getByLabel('密码').fill('quiet-harbour-7');
  await page.route('**/api/user/login', () => undefined, { times: 1 });
  const sent = page.waitForRequest('**/api/user/login');
  await loginOf(page).locator('[type=submit]').click();
  await sent;
  const sign = page.getByRole('status', { name: '加载中' });
  await sign.waitFor();
  const topmost = await sign.evaluate((element) => {
    // Taps go through the sign, so pointer events are enabled to find it by its position.
    element.style.pointerEvents = 'auto';
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(topmost).toBe(true);
  await page.clock.fastForward(9000);
  await page.getByRole('region', { name: '网络较慢' }).getByRole('button', { name: '取消' }).click();
  await page.getByRole('region', { name: '网络较慢' }).waitFor({ state: 'detached' });
  await page.route('**/api/user/login', (route) => route.abort(), { times: 1 });
  await page.clock.fastForward(1100);
  await loginOf(page).locator('[type=submit]').click();
  const toast = toastOf(page, '网络异常');
  await toast.waitFor();
  expect(await toast.evaluate((element) => element.closest('dialog')?.open)).toBe(true);
  await page.keyboard.press('Escape');
  await loginOf(page).waitFor({ state: 'detached' });
  await toast.waitFor();
});
