import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { lastCode } from '../../factories/readers.ts';
import { giveTo } from '../../factories/wallets.ts';
import {
  bind,
  logIn,
  logOut,
  openLogin,
  openMy,
  register,
  rowOf,
  toastOf,
  unfoldAccount,
} from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';
import { goBackAfterDialog, goToPlace } from '../steps/walking.ts';

let app: TestApp;
const { openPage, url } = openSite(async (site) => {
  app = site;
  await addComic(site, { title: '海上的岛', genres: ['冒险'], chapters: [{}, {}] });
  await addComic(site, { title: '夜里的港', genres: ['冒险'], ageRating: '18' });
});

test('a forgotten password is replaced with a code by SMS', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await register(page, 'forgetful_reader', 'quiet-harbour-8');
  const telephone = await bind(page, app, 'quiet-harbour-8');
  await rowOf(page, '用户名与密码').click();
  const sheet = page.getByRole('dialog', { name: '修改密码' });
  await sheet.getByRole('button', { name: '忘记原密码? 用短信验证' }).click();
  // A phone gets one message a minute.
  app.setTime(new Date(Date.now() + 61_000));
  await toastOf(page, '发送成功!').waitFor({ state: 'detached' });
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await toastOf(page, '发送成功!').waitFor();
  await sheet.getByLabel('验证码').fill(await lastCode(app, telephone));
  await sheet.getByLabel('新密码').fill('louder-harbour-9');
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.waitFor({ state: 'detached' });
  await logOut(page);
  await openLogin(page);
  await logIn(page, 'forgetful_reader', 'louder-harbour-9');
  await rowOf(page, 'forgetful_reader').waitFor();
  app.setTime(null);
});

test("the badge of the reader's own grade stands out from its row", async () => {
  const page = await openPage();
  await page.goto(url('/my/grades'));
  const row = page.getByRole('list', { name: '全部等级' }).locator('[aria-current]');
  const colorOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(await colorOf(row.getByRole('img'))).not.toBe(await colorOf(row));
});

test('nickname, gender, theme and 未成年人模式 are kept after clearing the cache', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await rowOf(page, '头像').click();
  await page.getByRole('dialog', { name: '头像' }).getByRole('button', { name: '狐狸' }).click();
  await rowOf(page, '头像 狐狸').waitFor();
  await rowOf(page, '昵称').click();
  const sheet = page.getByRole('dialog', { name: '昵称' });
  // An invisible nickname is refused.
  await sheet.getByRole('textbox').fill('\u200b\u200b');
  await sheet.getByRole('button', { name: '保存' }).click();
  await page.getByRole('status').getByText('请求内容不正确').waitFor();
  // Without a network the change fails with a message and can be repeated.
  await sheet.getByRole('textbox').fill('<b>灯塔</b>');
  await page.context().setOffline(true);
  await sheet.getByRole('button', { name: '保存' }).click();
  await toastOf(page, '网络异常').waitFor();
  await page.context().setOffline(false);
  await page.waitForTimeout(1100);
  await sheet.getByRole('button', { name: '保存' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('<b>灯塔</b>').first().waitFor();
  await rowOf(page, '性别').click();
  await page.getByRole('button', { name: '女', exact: true }).click();
  await rowOf(page, '外观').click();
  await page.getByRole('button', { name: '深色', exact: true }).click();
  await page.evaluate(() => localStorage.setItem('something', 'x'.repeat(2048)));
  // Deletes the databases.
  await page.evaluate(() => new Promise((resolve) => Object.assign(indexedDB.open('theirs'), { onsuccess: resolve })));

  const isAsChosen = async () => {
    await page.reload();
    await unfoldAccount(page);
    await page.getByText('<b>灯塔</b>').first().waitFor();
    await rowOf(page, '性别 女').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    const bars = page.locator('meta[name=theme-color]');
    expect(await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('content')))).toEqual([
      '#161a1a',
      '#161a1a',
    ]);
  };
  await isAsChosen();
  await rowOf(page, '清除缓存 4.0 KB').click();
  const name = await rowOf(page, '昵称').textContent();
  await page.getByRole('button', { name: '清除', exact: true }).click();
  await rowOf(page, '清除缓存 0 B').waitFor();

  // 未成年人模式 is turned on and off with the same PIN.
  const turn = async (pin: string, button: string) => {
    await rowOf(page, '未成年人模式').click();
    const teen = page.getByRole('dialog', { name: '未成年人模式' });
    await teen.getByLabel('四位数字密码').fill(pin);
    await teen.locator('[type=submit]', { hasText: button }).click();
    return teen;
  };
  await (await turn('2468', '开启')).waitFor({ state: 'detached' });
  await rowOf(page, '未成年人模式 已开启 · 每天 40 分钟').waitFor();
  // The same PIN changes its tier.
  await rowOf(page, '未成年人模式').click();
  const tiers = page.getByRole('dialog', { name: '未成年人模式' });
  expect(await tiers.getByRole('button', { name: '更改年龄段' }).isDisabled()).toBe(true);
  await tiers.getByRole('button', { name: '16 至 18 岁' }).click();
  await tiers.getByLabel('四位数字密码').fill('2468');
  await tiers.getByRole('button', { name: '更改年龄段' }).click();
  await tiers.waitFor({ state: 'detached' });
  await rowOf(page, '未成年人模式 已开启 · 每天 2 小时').waitFor();
  const refused = await turn('1357', '关闭');
  await toastOf(page, '密码不正确').waitFor();
  await refused.getByRole('button', { name: '关闭' }).first().click();
  await isAsChosen();
  await rowOf(page, '清除缓存 0 B').waitFor();
  await rowOf(page, '未成年人模式 已开启').waitFor();
  expect(await rowOf(page, '昵称').textContent()).toBe(name);
});

test('the consent sheet is shown once, and reading works after refusing', async () => {
  const page = await openPage(undefined, { consent: null });
  await page.goto(url('/home'));
  const sheet = page.getByRole('region', { name: '隐私与记录' });
  await sheet.getByRole('button', { name: '不同意' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: '海上的岛' }).first().click();
  await page.getByRole('link', { name: '开始阅读' }).waitFor();
  expect(await sheet.count()).toBe(0);
});

test('comics rated 18 are listed in their genre only for readers who have confirmed their age', async () => {
  const page = await openPage();
  await page.goto(url(`/new?genre=${encodeURIComponent('冒险')}`));
  await page.getByRole('link', { name: '海上的岛' }).waitFor();
  expect(await page.getByRole('link', { name: '夜里的港' }).count()).toBe(0);
  await goToPlace(page, '我的');
  await unfoldAccount(page);
  await rowOf(page, '18 岁以上内容').click();
  await page.getByRole('button', { name: '我已年满 18 周岁' }).click();
  await rowOf(page, '18 岁以上内容 显示').waitFor();
  await goBackAfterDialog(page);
  await page.getByRole('link', { name: '夜里的港' }).filter({ visible: true }).waitFor();
});

test('a reader can export all data as one file, and copy the account number', async () => {
  const page = await openPage();
  await page.goto(url('/comic/1'));
  await page.getByRole('button', { name: '订阅' }).click();
  await page.getByRole('button', { name: '已订阅' }).waitFor();
  await page.getByRole('button', { name: '返回' }).click();
  await goToPlace(page, '我的');
  await unfoldAccount(page);
  const number = page.getByRole('link', { name: '1 订阅' });
  await number.waitFor();
  const download = page.waitForEvent('download');
  await rowOf(page, '导出我的数据').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^manyu-\d+\.json$/);
  const kept = JSON.parse(await readFile(await file.path(), 'utf8'));
  const id = Number(/\d+/.exec(file.suggestedFilename())?.[0]);
  expect(kept).toMatchObject({
    account: { id, devices: [{}] },
    library: { comics: [{ subscribedAt: expect.any(String) }] },
  });
  await number.click();
  await page.getByRole('button', { name: '追更', pressed: true }).waitFor();
  await page.getByRole('link', { name: '海上的岛' }).filter({ visible: true }).waitFor();
});

const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value;

test('requesting an account deletion logs out every device, and logging in again cancels it with a message', async () => {
  const page = await openMy(await openPage(), url('/my'));
  await register(page, 'leaving_reader', 'far-away-sea-9');
  const elsewhere = await openMy(await openPage(), url('/my'));
  await openLogin(elsewhere);
  await logIn(elsewhere, 'leaving_reader', 'far-away-sea-9');
  await rowOf(elsewhere, 'leaving_reader').waitFor();
  const token = await tokenOf(elsewhere);
  const { data } = await app.call(userInfo, { token: token ?? '' });
  await giveTo(app, data?.id ?? 0, { coins: 120, tickets: 1 });
  await page.reload();
  await rowOf(page, '注销账号').click();
  const sheet = page.getByRole('dialog', { name: '注销账号' });
  await sheet.getByText('账号里还有 120 漫币、1 张阅读券').waitFor();
  await sheet.getByLabel('密码').fill('far-away-sea-9');
  await sheet.getByRole('button', { name: '确认注销' }).click();
  await openLogin(page);
  // The other device notices at the latest after a reload.
  await elsewhere.reload();
  await expect.poll(() => tokenOf(elsewhere)).not.toBe(token);
  await expect.poll(() => tokenOf(elsewhere)).toBeTruthy();
  await logIn(page, 'leaving_reader', 'far-away-sea-9');
  await toastOf(page, '注销已取消').waitFor();
  await rowOf(page, 'leaving_reader').waitFor();
});
