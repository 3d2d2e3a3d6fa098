import { expect, test } from 'vitest';
import { loginSendSms, userLogin } from '#contract/calls/account';
import { transaction } from '../../../server/core/db/db.ts';
import { offerPasswordLink } from '../../../server/modules/account/account.ts';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { newAddress, newPhone, withPassword } from '../../factories/readers.ts';
import {
  bind,
  errorOf,
  logIn,
  logInByPhone,
  loginOf,
  logOut,
  openLogin,
  openMy,
  register,
  rowOf,
  toastOf,
  unfoldAccount,
} from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';
import { goToPlace } from '../steps/walking.ts';

let app: TestApp;
const { openPage, url, answerWith } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛', chapters: [{}, {}] });
});

test('the login dialog reports missing fields, and its wait of 60 seconds starts at the tap and survives a reload', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  await loginOf(page).locator('[type=submit]').click();
  await errorOf(page, '请输入用户名!').waitFor();
  await loginOf(page).getByLabel('用户名').fill('reader');
  await loginOf(page).locator('[type=submit]').click();
  await errorOf(page, '请输入用户密码!').waitFor();
  expect(await loginOf(page).getByRole('alert').count()).toBe(1);
  expect(await loginOf(page).getByLabel('用户名').getAttribute('maxlength')).toBe('50');
  expect(await loginOf(page).getByLabel('密码').getAttribute('maxlength')).toBe('20');

  await loginOf(page).getByRole('tab', { name: '手机登录' }).click();
  await loginOf(page).locator('[type=submit]').click();
  await errorOf(page, '请输入手机号码!').waitFor();
  await loginOf(page).getByLabel('手机号码').fill('1');
  await errorOf(page, '请输入手机号码!').waitFor({ state: 'detached' });
  // An empty number does not start the wait.
  await loginOf(page).getByLabel('手机号码').fill('');
  await loginOf(page).getByRole('button', { name: '获取验证码' }).click();
  await errorOf(page, '请输入手机号码!').waitFor();
  expect(await loginOf(page).getByRole('button', { name: '获取验证码' }).isEnabled()).toBe(true);
  await loginOf(page).getByLabel('手机号码').fill(newPhone());
  await loginOf(page).locator('[type=submit]').click();
  await errorOf(page, '请输入验证码!').waitFor();
  expect(await loginOf(page).getByLabel('手机号码').getAttribute('maxlength')).toBe('11');
  expect(await loginOf(page).getByLabel('验证码').getAttribute('maxlength')).toBe('6');

  // The wait starts at the tap, also if the call fails, and continues after the dialog is closed.
  const { promise, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/api/user/login-send-sms', (route) => promise.then(() => route.abort()));
  await loginOf(page).getByRole('button', { name: '获取验证码' }).click();
  const counting = loginOf(page).getByRole('button', { name: /^5[0-8]s$/ });
  await counting.waitFor();
  fail();
  await toastOf(page, '网络异常').waitFor();
  expect(await counting.count()).toBe(1);
  await loginOf(page).getByRole('button', { name: '关闭' }).click();
  await loginOf(page).waitFor({ state: 'detached' });
  await openLogin(page);
  await loginOf(page).getByRole('tab', { name: '手机登录' }).click();
  const waiting = loginOf(page).getByRole('button', { name: /^[1-5]?\ds$/ });
  await waiting.waitFor();
  expect(await waiting.isDisabled()).toBe(true);
  // A reload does not end it.
  await page.reload();
  await openLogin(page);
  await loginOf(page).getByRole('tab', { name: '手机登录' }).click();
  await waiting.waitFor();
});

test('a password set in 我的 works for the login, after a wrong password and a network failure', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await register(page, 'island_reader', 'quiet-harbour-7');
  // After logging out, the app works as a visitor.
  await logOut(page);
  await openLogin(page);
  // A wrong password does not log in.
  await logIn(page, 'island_reader', 'wrong-harbour-7');
  await toastOf(page, '用户名或密码错误').waitFor();
  await loginOf(page).getByLabel('密码').fill('quiet-harbour-7');
  // After a network failure, a second tap is enough.
  const letThrough = await answerWith(page, 'user/login', 'down');
  await loginOf(page).locator('[type=submit]').click();
  await toastOf(page, '网络异常').waitFor();
  await letThrough();
  await page.waitForTimeout(1100);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/user/login', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await loginOf(page).locator('[type=submit]').click();
  await expect.poll(() => loginOf(page).locator('[type=submit]').isDisabled()).toBe(true);
  answer.resolve();
  await toastOf(page, '登录成功!').waitFor();
  await loginOf(page).waitFor({ state: 'detached' });
  await rowOf(page, 'island_reader').waitFor();
});

test('a visitor registers in the login dialog, can show the password, and keeps the library', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  const height = async (name: string) => (await page.getByRole('dialog', { name }).boundingBox())?.height;
  const before = await height('登录');
  await loginOf(page).getByRole('tab', { name: '手机登录' }).click();
  expect(await height('登录')).toBe(before);
  await loginOf(page).getByRole('tab', { name: '账号登录' }).click();
  await loginOf(page).getByRole('button', { name: '没有账号？注册' }).click();
  const sheet = page.getByRole('dialog', { name: '注册' });
  await sheet.getByLabel('用户名').fill('new_island');
  await sheet.getByLabel('密码').fill('12345678');
  await sheet.locator('[type=submit]').click();
  await sheet
    .getByRole('alert')
    .getByText(/^密码太简单/)
    .waitFor();
  expect(await sheet.getByLabel('密码').getAttribute('type')).toBe('password');
  await sheet.getByRole('button', { name: '显示输入' }).click();
  expect(await sheet.getByLabel('密码').getAttribute('type')).toBe('text');
  expect(await height('注册')).toBe(before);
  const id = await page.getByText(/· ID/).textContent();
  await sheet.getByLabel('密码').fill('quiet-harbour-5');
  await sheet.locator('[type=submit]').click();
  await sheet.waitFor({ state: 'detached' });
  await rowOf(page, 'new_island').waitFor();
  expect(await page.getByText(/· ID/).textContent()).toContain(id?.replace(/^.*ID/, 'ID'));
});

test('password guesses by others don’t block the reader’s own browser', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await register(page, 'guessed_reader', 'quiet-harbour-8');
  await logOut(page);
  // The clock stands still, so that waits don’t end.
  app.setTime(new Date());
  for (let guess = 0; guess < 6; guess += 1)
    await app.call(
      userLogin,
      { username: 'guessed_reader', password: `wrong-${guess}` },
      { remoteAddress: newAddress() },
    );
  const elsewhere = await openMy(await openPage(), url('/my'));
  await openLogin(elsewhere);
  await logIn(elsewhere, 'guessed_reader', 'quiet-harbour-8');
  await toastOf(elsewhere, '操作太频繁，请稍后再试').waitFor();
  await openLogin(page);
  await logIn(page, 'guessed_reader', 'quiet-harbour-8');
  await rowOf(page, 'guessed_reader').waitFor();
  app.setTime(null);
});

test('a login by phone with a code keeps the visitor’s library', async () => {
  const telephone = newPhone();
  const page = await openPage();
  await page.goto(url('/comic/1'));
  await page.getByRole('button', { name: '订阅' }).click();
  await page.getByRole('button', { name: '已订阅' }).waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  await goToPlace(page, '我的');
  await unfoldAccount(page);
  await openLogin(page);
  await logInByPhone(page, app, telephone);
  await toastOf(page, '登录成功!').waitFor();
  await rowOf(page, `${telephone.slice(0, 3)}****${telephone.slice(7)}`).waitFor();
  await goToPlace(page, '书架');
  await page.getByRole('button', { name: '追更' }).click();
  await page.getByRole('link', { name: '海上的岛' }).filter({ visible: true }).waitFor();
});

test('忘记密码 opens the login by phone if one is bound, otherwise the help', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  await loginOf(page).getByRole('button', { name: '忘记密码?' }).click();
  await page.waitForURL('**/faq?type=0');
  await loginOf(page).waitFor({ state: 'detached' });

  await page.goBack();
  await unfoldAccount(page);
  await bind(page, app);
  await answerWith(page, 'user/detail', { status: 0, message: '请先登录', code: 1401, data: null });
  await answerWith(page, 'comic/info', { status: 0, message: '请先登录', code: 1401, data: null });
  await page.goto(url('/comic/1'));
  await loginOf(page).getByRole('button', { name: '忘记密码?' }).click();
  await loginOf(page).getByRole('tab', { name: '手机登录', selected: true }).waitFor();
  await page.unroute('**/api/comic/info');

  // After a lost session, the dialog belongs to a new anonymous session without a phone.
  const lost = { status: 403, message: '登录已失效，请重新登录', code: -1, data: null };
  const renewed = page.waitForResponse('**/api/user/register');
  await answerWith(page, 'comic/info', lost);
  await page.goto(url('/comic/1'));
  await renewed;
  await loginOf(page).getByRole('button', { name: '忘记密码?' }).click();
  await loginOf(page).getByRole('tab', { name: '手机登录', selected: true }).waitFor();
});

test('an operator’s link sets a new password once, and then shows that it has expired', async () => {
  const { id } = await withPassword(app, 'forgot_all', 'ein langes Wort 7');
  const act = { actor: 'support', action: 'reset-password', reason: '忘了密码' };
  const { token } = await transaction(app.pool, (tx) => offerPasswordLink(tx, act, id, new Date()));
  const page = await openPage();
  await page.goto(url(`/reset-password#${token}`));
  await page.getByText('为账号 forgot_all 设一个新密码').waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  const form = page.locator('form');
  await form.getByRole('button', { name: '保存并登录' }).click();
  await form.getByText('请输入用户密码!').waitFor();
  await form.getByLabel('新密码').fill('12345678');
  await form.getByRole('button', { name: '保存并登录' }).click();
  await form.getByRole('alert').getByText('密码太简单').waitFor();
  await form.getByLabel('新密码').fill('noch ein Wort 8');
  await form.getByRole('button', { name: '保存并登录' }).click();
  await page.waitForURL(url('/my'));
  await page.getByText('forgot_all').first().waitFor();

  await page.goto(url(`/reset-password#${token}`));
  await page.reload();
  await page.getByText('链接已失效，请向客服再要一个').waitFor();
  expect(page.url()).toContain('/reset-password');
});

test('a call that requires a login is repeated after the login', async () => {
  const telephone = newPhone();
  const page = await openPage();
  const letThrough = await answerWith(page, 'comic/info', {
    status: 0,
    message: '请先登录',
    code: 1401,
    data: null,
  });
  await page.goto(url('/comic/1'));
  await loginOf(page).waitFor();
  await letThrough();
  await logInByPhone(page, app, telephone);
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/comic/1');
});

test('from an address that has sent for many codes, the browser computes a proof of work without the reader noticing', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await openLogin(page);
  for (let n = 0; n < 12; n += 1)
    await app.call(loginSendSms, { telephone: newPhone() }, { remoteAddress: '127.0.0.1' });
  expect(await app.call(loginSendSms, { telephone: newPhone() }, { remoteAddress: '127.0.0.1' })).toMatchObject({
    code: 2007,
  });
  await logInByPhone(page, app, newPhone());
  await toastOf(page, '登录成功!').waitFor();
});
