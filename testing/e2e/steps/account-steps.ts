import type { Page } from 'playwright-core';
import type { TestApp } from '../../app/app.ts';
import { lastCode, newPhone } from '../../factories/readers.ts';

export const loginOf = (page: Page) => page.getByRole('dialog', { name: '登录' });
export const toastOf = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
/** The error under a field. */
export const errorOf = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true });
export const rowOf = (page: Page, name: string) => page.getByRole('button', { name });

/** Opens 我的 and waits for the profile. */
export async function openMy(page: Page, url: string): Promise<Page> {
  await page.goto(url);
  await unfoldAccount(page);
  return page;
}

/** Waits for the profile in 我的 and shows the account rows, which are folded for an anonymous reader. */
export async function unfoldAccount(page: Page) {
  await page.getByText('· ID').waitFor();
  const folded = page.locator('details:not([open]) > summary', { hasText: '账号设置' });
  if (await folded.isVisible()) await folded.click();
}

/** Opens the login dialog from 我的. */
export async function openLogin(page: Page) {
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
  await loginOf(page).waitFor();
}

/** Logs out in 我的. */
export async function logOut(page: Page) {
  await rowOf(page, '退出登录').click();
  await page.getByRole('dialog').getByRole('button', { name: '退出' }).click();
}

/** Types username and password into the dialog and presses. */
export async function logIn(page: Page, username: string, password: string) {
  await loginOf(page).getByLabel('用户名').fill(username);
  await loginOf(page).getByLabel('密码').fill(password);
  await loginOf(page).locator('[type=submit]').click();
}

/** Logs in with a code sent to a phone. */
export async function logInByPhone(page: Page, app: TestApp, telephone: string) {
  const dialog = loginOf(page);
  await dialog.getByRole('tab', { name: '手机登录' }).click();
  await dialog.getByLabel('手机号码').fill(telephone);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await toastOf(page, '发送成功!').waitFor();
  await dialog.getByLabel('验证码').fill(await lastCode(app, telephone));
  await dialog.locator('[type=submit]').click();
}

/** Sets username and password in 我的. */
export async function register(page: Page, username: string, password: string) {
  await rowOf(page, '用户名与密码').click();
  const sheet = page.getByRole('dialog', { name: '设置密码' });
  await sheet.getByLabel('用户名').fill(username);
  await sheet.getByLabel('新密码').fill(password);
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** Binds a first phone in 我的 and returns its number; a reader with a password must enter it first. */
export async function bind(page: Page, app: TestApp, password?: string): Promise<string> {
  const telephone = newPhone();
  await rowOf(page, '手机号').click();
  const sheet = page.getByRole('dialog', { name: '绑定手机号' });
  if (password !== undefined) {
    await sheet.getByLabel('登录密码').fill(password);
    await sheet.getByRole('button', { name: '下一步' }).click();
  }
  await sheet.getByLabel('手机号码').fill(telephone);
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await toastOf(page, '发送成功!').waitFor();
  await sheet.getByLabel('验证码').fill(await lastCode(app, telephone));
  await sheet.getByRole('button', { name: '绑定' }).click();
  await sheet.waitFor({ state: 'detached' });
  return telephone;
}
