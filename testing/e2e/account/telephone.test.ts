import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { config } from '#contract/calls/site';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { newPhone } from '../../factories/readers.ts';
import { bind, errorOf, loginOf, openLogin, openMy, rowOf, toastOf } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';

let app: TestApp;
const { openPage, url, answerWith } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛' });
});

const WRONG = '请输入正确的手机号码!';

/** Opens the login by phone and records its requests. */
async function openPhoneLogin(): Promise<{ page: Page; sent: string[] }> {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  await loginOf(page).getByRole('tab', { name: '手机登录' }).click();
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url().replace(/^.*api\//, '')));
  return { page, sent };
}

const number = (page: Page) => loginOf(page).getByLabel('手机号码');
const sendCode = (page: Page) => loginOf(page).getByRole('button', { name: '获取验证码' });

async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await number(page).focus();
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
}

test('an invalid number is refused before sending, and usual notations of a valid one are accepted', async () => {
  const { page, sent } = await openPhoneLogin();
  // Refused without a wait.
  for (const wrong of ['1380013800', '23800138000']) {
    await number(page).fill(wrong);
    await sendCode(page).click();
    await errorOf(page, WRONG).waitFor();
    expect(await sendCode(page).isEnabled()).toBe(true);
  }
  await loginOf(page).getByLabel('验证码').fill('123456');
  await loginOf(page).locator('[type=submit]').click();
  await errorOf(page, WRONG).waitFor();
  expect(sent).toEqual([]);

  // Usual notations of a valid number are accepted.
  await paste(page, '+86 138 0013 8000');
  await expect.poll(() => number(page).inputValue()).toBe('13800138000');
  await paste(page, '0086-139-0013-9000');
  await expect.poll(() => number(page).inputValue()).toBe('13900139000');
  await number(page).fill('');
  await number(page).pressSequentially('137 001');
  expect(await number(page).inputValue()).toBe('137001');
  await paste(page, ' 37 000');
  await expect.poll(() => number(page).inputValue()).toBe('13700137000');

  // Toasts contain no field names.
  const refusal = { status: 0, message: '请求内容不正确：telephone', code: 1001, data: null };
  await answerWith(page, 'user/login-send-sms', refusal);
  await sendCode(page).click();
  await toastOf(page, '请求内容不正确').waitFor();
  expect(await page.getByText('telephone').count()).toBe(0);

  await page.keyboard.press('Escape');
  await rowOf(page, '手机号').click();
  const sheet = page.getByRole('dialog', { name: '绑定手机号' });
  await sheet.getByLabel('手机号码').fill('138');
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await errorOf(page, WRONG).waitFor();
  expect(sent).not.toContain('user/bind-send-code');
});

test('the wait starts at the tap, before the response', async () => {
  const { page } = await openPhoneLogin();
  await page.clock.install();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/user/login-send-sms', (route) => held.promise.then(() => route.continue()));
  await number(page).fill(newPhone());
  await sendCode(page).click();
  const waiting = (seconds: string) => loginOf(page).getByRole('button', { name: new RegExp(`^${seconds}s$`) });
  await waiting('(60|59)').waitFor();
  expect(await waiting('(60|59)').isDisabled()).toBe(true);
  await page.clock.fastForward(5000);
  await waiting('5[0-5]').waitFor();
  held.resolve();
  await toastOf(page, '发送成功!').waitFor();
  await waiting('5[0-5]').waitFor();
  await page.clock.fastForward(56_000);
  await expect.poll(() => sendCode(page).isEnabled()).toBe(true);

  // On the server half a minute has passed; the button shows the server's wait.
  app.setTime(new Date(Date.now() + 30_000));
  await sendCode(page).click();
  await toastOf(page, '验证码发送太频繁').waitFor();
  await waiting('[23]\\d').waitFor({ timeout: 5000 });
});

test('忘记密码 opens the help if no codes can be sent, although a phone is bound', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await bind(page, app);
  const { data } = await app.call(config, { platform: 'pc' });
  const withoutSms = { ...data, api_url: app.url, login: { sms: false, password: true } };
  await answerWith(page, 'config', { status: 1, message: 'success', code: 0, data: withoutSms });
  await answerWith(page, 'comic/info', { status: 0, message: '请先登录', code: 1401, data: null });
  const configured = page.waitForResponse('**/api/config');
  await page.goto(url('/comic/1'));
  await configured;
  await loginOf(page).getByRole('button', { name: '忘记密码?' }).click();
  await page.waitForURL('**/faq?type=0');
});
