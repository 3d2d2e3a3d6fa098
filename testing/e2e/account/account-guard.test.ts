import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { loginSendSms } from '#contract/calls/account';
import type { TestApp } from '../../app/app.ts';
import { effortlessProof } from '../../app/proofs.ts';
import { lastCode, newPhone, signedIn, withBoth } from '../../factories/readers.ts';
import { errorOf, logInByPhone, openLogin, openMy, rowOf, toastOf } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
});
afterEach(() => app.setTime(null));

const masked = (telephone: string) => `${telephone.slice(0, 3)}****${telephone.slice(7)}`;
const changeSheet = (page: Page) => page.getByRole('dialog', { name: '更换手机号' });

/** Opens 我的 as a reader with an account. */
async function openMyAs(token: string): Promise<Page> {
  const page = await openPage();
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  return openMy(page, url('/my'));
}

/** Fills in the second step of the sheet, and sends it. */
async function giveNewPhone(page: Page): Promise<string> {
  const telephone = newPhone();
  const sheet = changeSheet(page);
  await sheet.getByLabel('手机号码').fill(telephone);
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await toastOf(page, '发送成功!').waitFor();
  await sheet.getByLabel('验证码').fill(await lastCode(app, telephone));
  await sheet.getByRole('button', { name: '更换' }).click();
  return telephone;
}

test('another phone is bound after the password; a wrong password is asked again, and the other inputs are kept', async () => {
  const page = await openMyAs((await withBoth(app, 'mover_one', 'quiet-harbour-8')).token);
  await rowOf(page, '手机号').click();
  const sheet = changeSheet(page);
  await sheet.getByRole('button', { name: '下一步' }).click();
  await errorOf(page, '请输入用户密码!').waitFor();
  await sheet.getByLabel('登录密码').fill('not this one');
  await sheet.getByRole('button', { name: '下一步' }).click();
  const telephone = await giveNewPhone(page);
  await toastOf(page, '密码不正确').waitFor();
  await sheet.getByLabel('登录密码').fill('quiet-harbour-8');
  await sheet.getByRole('button', { name: '下一步' }).click();
  expect(await sheet.getByLabel('手机号码').inputValue()).toBe(telephone);
  await sheet.getByRole('button', { name: '更换' }).click();
  await sheet.waitFor({ state: 'detached' });
  await rowOf(page, masked(telephone)).waitFor();
});

test('an account with only a phone needs a code before another phone or a first password', async () => {
  const { token, phone: old } = await signedIn(app);
  const page = await openMyAs(token);
  // A phone gets one message a minute.
  app.setTime(new Date(Date.now() + 61_000));
  await rowOf(page, '手机号').click();
  const sheet = changeSheet(page);
  await sheet.getByText('原手机已经收不到短信？').waitFor();
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await toastOf(page, '发送成功!').waitFor();
  await toastOf(page, '发送成功!').waitFor({ state: 'detached' });
  await sheet.getByLabel('验证码').fill(await lastCode(app, old));
  await sheet.getByRole('button', { name: '下一步' }).click();
  const telephone = await giveNewPhone(page);
  await sheet.waitFor({ state: 'detached' });
  await rowOf(page, masked(telephone)).waitFor();

  app.setTime(new Date(Date.now() + 122_000));
  await rowOf(page, '用户名与密码').click();
  const password = page.getByRole('dialog', { name: '设置密码' });
  await password.getByLabel('用户名').fill('mover_two');
  await password.getByLabel('新密码').fill('quiet-harbour-8');
  await password.getByRole('button', { name: '保存' }).click();
  await errorOf(page, '请输入验证码!').waitFor();
  await toastOf(page, '发送成功!').waitFor({ state: 'detached' });
  await password.getByRole('button', { name: '获取验证码' }).click();
  await toastOf(page, '发送成功!').waitFor();
  await password.getByLabel('验证码').fill(await lastCode(app, telephone));
  await password.getByRole('button', { name: '保存' }).click();
  await password.waitFor({ state: 'detached' });
  await rowOf(page, 'mover_two').waitFor();
});

test('while a hard proof of work is computed the sheet explains the wait, and the code arrives', async () => {
  const slow = await openPage();
  // Slowed down: a fast machine may be done before the explanation appears.
  await slow.addInitScript(() => {
    const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
    crypto.subtle.deriveBits = async (...parameters) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return derive(...parameters);
    };
  });
  const page = await openMy(slow, url('/my'));
  for (let n = 0; n < 20; n += 1)
    await app.call(
      loginSendSms,
      { telephone: newPhone(), proof: await effortlessProof(app, 'sms') },
      { remoteAddress: '127.0.0.1' },
    );
  await openLogin(page);
  const noted = page.getByText('正在完成安全验证').waitFor();
  await logInByPhone(page, app, newPhone());
  await noted;
  await toastOf(page, '登录成功!').waitFor();
  expect(await page.getByText('正在完成安全验证').count()).toBe(0);
});
