import { expect, test } from 'vitest';
import { userLogout } from '#contract/calls/session';
import type { TestApp } from '../server/testing/app.ts';
import { addComic } from '../server/testing/comics.ts';
import { newPhone } from '../server/testing/readers.ts';
import { loginOf, openLogin, openMy, register, rowOf, toastOf } from './account-steps.ts';
import { openSite } from './app.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛' });
});

test('a number typed into the login dialog is still there after a tap beside it, a password is not', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
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

test('a logout whose answer was lost is one when it is pressed again', async () => {
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
  const asked = page.getByRole('dialog', { name: '退出登录' });
  await asked.getByRole('button', { name: '退出' }).click();
  await toastOf(page, '网络异常').waitFor();
  // The same call is blocked for a second.
  await expect
    .poll(
      async () => {
        await asked
          .getByRole('button', { name: '退出' })
          .click({ timeout: 500 })
          .catch(() => undefined);
        return asked.count();
      },
      { interval: 500 },
    )
    .toBe(0);
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).waitFor();
  expect(await loginOf(page).count()).toBe(0);
});

test('what is under way is seen over a sheet too', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  await loginOf(page).getByLabel('用户名').fill('island_reader');
  await loginOf(page).getByLabel('密码').fill('quiet-harbour-7');
  await page.route('**/api/user/login', () => undefined);
  await loginOf(page).locator('[type=submit]').click();
  const sign = page.getByRole('status', { name: '加载中' });
  await sign.waitFor();
  const topmost = await sign.evaluate((element) => {
    // Taps go through it, so it is found at its place only when it takes them.
    element.style.pointerEvents = 'auto';
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(topmost).toBe(true);
});
