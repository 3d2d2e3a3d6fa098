import type { Page, Route } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { gift } from '#contract/calls/rewards';
import { userInfo } from '#contract/calls/session';
import type { GiftPart } from '../../../server/modules/editorial/editing.ts';
import type { TestApp } from '../../app/app.ts';
import { editPart } from '../../factories/editorial.ts';
import { lastCode, newPhone, newVisitor, withPassword } from '../../factories/readers.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import { loginOf, toastOf } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

let site: TestApp;
const { openPage, url } = openSite(async (app) => {
  site = app;
});
afterEach(() => site.setTime(null));

function campaign(id: number, title: string, change: Partial<GiftPart> = {}): GiftPart {
  const span = { start: fromNow(-DAY_MS), end: fromNow(20 * DAY_MS) };
  return { id, title, to: { readers: 'all' }, kind: 'bonus', amount: 10, validDays: 90, ...span, ...change };
}

async function openAs(token: string, pathname: string, options = PHONE): Promise<Page> {
  const page = await openPage(options);
  await page.context().addCookies([{ name: 'token', value: token, url: site.url }]);
  await page.goto(url(pathname));
  return page;
}

const balanceOf = async (token: string) => {
  const { data } = await site.call(userInfo, { token });
  return data && { bonus: data.bonus, tickets: data.tickets };
};
const part = (page: Page, name: string) => page.getByRole('region', { name });

test('gifts are claimed one by one or all at once, each once although a response was lost', async () => {
  await editPart(site, 'gifts', [
    campaign(1, '周末赠币', { amount: 20, end: fromNow(3 * DAY_MS) }),
    campaign(2, '看书送券', { kind: 'ticket', amount: 2 }),
    campaign(3, '冬天的赠币', { amount: 5 }),
  ]);
  const token = await newVisitor(site);
  const page = await openAs(token, '/home');
  const place = page.getByRole('navigation', { name: '主要页面' }).getByRole('link', { name: /礼包/ });
  await page.getByRole('link', { name: /有更新\s*礼包/ }).waitFor();
  await place.click();
  await part(page, '可领取').getByText('剩 3 天').waitFor();

  await page.route(
    '**/api/promotion/gift',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: '领取 周末赠币' }).click();
  await toastOf(page, '网络异常').waitFor();
  // The list and the balance show the claimed gift.
  await part(page, '已领取').getByText('周末赠币').waitFor();
  await expect.poll(() => page.getByLabel('我的余额').textContent()).toContain('20');

  await page.getByRole('button', { name: '全部领取' }).click();
  await toastOf(page, '已领取 5 赠币和 2 张阅读券').waitFor();
  await page.getByText('可领的都领到了').waitFor();
  await expect.poll(() => page.getByLabel('我的余额').textContent()).toBe('赠币25阅读券2');
  await page.getByRole('link', { name: /有更新\s*礼包/ }).waitFor({ state: 'detached' });
  expect(await balanceOf(token)).toEqual({ bonus: 25, tickets: 2 });
});

test('a gift is claimed once, despite a network failure and another device', async () => {
  await editPart(site, 'gifts', [campaign(4, '一份赠币'), campaign(5, '又一份')]);
  const token = await newVisitor(site);
  const page = await openAs(token, '/giftbox');
  const button = page.getByRole('button', { name: '领取 一份赠币' });
  await button.waitFor();
  // Without a network nothing is claimed.
  await page.context().setOffline(true);
  await button.click();
  await toastOf(page, '网络异常').waitFor();
  expect(await balanceOf(token)).toEqual({ bonus: 0, tickets: 0 });
  // A second try with the network claims it once.
  await page.context().setOffline(false);
  await button.click();
  await toastOf(page, '已领取 10 赠币').waitFor();
  expect(await balanceOf(token)).toEqual({ bonus: 10, tickets: 0 });

  // Another device claims the other gift between the tap and the arrival of its request. This causes no error here. The page is
  // a new one: after the claim above, the first page requests its list again.
  const open = await openAs(token, '/giftbox');
  const other = open.getByRole('button', { name: '领取 又一份' });
  await other.waitFor();
  const claimFirst = async (route: Route) => {
    await site.call(gift, { claim: 5 }, { token });
    await route.continue();
  };
  await open.route('**/api/promotion/gift', claimFirst, { times: 1 });
  await other.click();
  await toastOf(open, '礼物已失效、过期或已领取').waitFor();
  await part(open, '已领取').getByText('又一份').waitFor();
  await expect.poll(() => open.getByLabel('我的余额').textContent()).toContain('20');
});

test('a gift for new readers opens the login, or the binding of a phone, and then the gift', async () => {
  await editPart(site, 'gifts', [campaign(6, '新人礼包', { to: { readers: 'new', days: 7 }, amount: 50 })]);
  const anonymous = await openAs(await newVisitor(site), '/giftbox');
  await anonymous.getByRole('button', { name: '去绑定手机号，领取 新人礼包' }).click();
  await loginOf(anonymous).waitFor();

  const { token } = await withPassword(site, 'new_reader', 'quiet-harbour-8');
  const page = await openAs(token, '/giftbox');
  await page.getByRole('button', { name: '去绑定手机号，领取 新人礼包' }).click();
  const sheet = page.getByRole('dialog', { name: '绑定手机号' });
  await sheet.getByLabel('登录密码').fill('quiet-harbour-8');
  await sheet.getByRole('button', { name: '下一步' }).click();
  const telephone = newPhone();
  await sheet.getByLabel('手机号码').fill(telephone);
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await toastOf(page, '发送成功!').waitFor();
  await sheet.getByLabel('验证码').fill(await lastCode(site, telephone));
  await sheet.getByRole('button', { name: '绑定' }).click();
  await page.getByRole('button', { name: '领取 新人礼包', exact: true }).click();
  await toastOf(page, '已领取 50 赠币').waitFor();
});

/** Opens the gift box with an adjustable clock for the page and the app. */
async function openWithClock() {
  const page = await openPage();
  let passedMs = 0;
  // The Date header has the machine's time, not the app's.
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + passedMs).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.clock.install();
  await page.goto(url('/giftbox'));
  const pass = async (ms: number) => {
    passedMs = ms;
    site.setTime(new Date(Date.now() + ms));
    await page.clock.fastForward(ms);
  };
  return { page, pass };
}

test('a gift that ends while the screen is open is shown as ended, and an empty box links to attendance', async () => {
  await editPart(site, 'gifts', [
    campaign(7, '今夜的赠币', { end: fromNow(HOUR_MS), to: { readers: 'new', days: 7 } }),
  ]);
  const { page, pass } = await openWithClock();
  await page.getByText(/^(今天|明天) \d\d:\d\d 到期$/).waitFor();
  await pass(HOUR_MS + 5000);
  await part(page, '已过期').getByText('今夜的赠币').waitFor();
  expect(await part(page, '可领取').count()).toBe(0);

  site.setTime(null);
  await editPart(site, 'gifts', []);
  await page.reload();
  await page.getByText('现在没有礼包').waitFor();
  await page.getByRole('link', { name: '去签到' }).click();
  await page.getByRole('heading', { name: '每日签到' }).waitFor();
  // After signing, the link is not shown.
  await page.getByRole('button', { name: /^签到/ }).click();
  await page.getByText('签到成功').waitFor();
  await page.goBack();
  await page.getByText('今天已签到，明天还有奖励').waitFor();
  await page.getByRole('link', { name: '看签到' }).waitFor();
  expect(await page.getByRole('link', { name: '去签到' }).count()).toBe(0);
});

test('every state is accessible, fits 320 px and shifts nothing', async () => {
  await editPart(site, 'gifts', [
    campaign(8, '一份名字特别特别长、长到一行放不下的礼包', { end: fromNow(HOUR_MS) }),
    campaign(9, '看书送券', { kind: 'ticket' }),
    campaign(10, '新人礼包', { to: { readers: 'new', days: 7 } }),
    campaign(11, '领过的'),
    campaign(12, '错过的', { end: fromNow(-HOUR_MS) }),
  ]);
  const token = await newVisitor(site);
  await site.call(gift, { claim: 11 }, { token });
  const page = await openPage({ ...PHONE, viewport: { width: 320, height: 640 } });
  await watchShifts(page);
  await page.context().addCookies([{ name: 'token', value: token, url: site.url }]);
  await page.goto(url('/giftbox'));
  await part(page, '已过期').waitFor();
  expect(await shiftsOf(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBe(0);
  await page.route('**/api/promotion/gift', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').getByRole('button', { name: '重试' }).waitFor();
  expect(await shiftsOf(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
});
