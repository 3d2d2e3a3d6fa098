import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { sign } from '#contract/calls/rewards';
import { userInfo } from '#contract/calls/session';
import { transaction } from '../../../server/core/db/db.ts';
import { DEFAULT_PARTS } from '../../../server/modules/editorial/editorial.ts';
import { grantPass } from '../../../server/modules/membership/membership.ts';
import type { TestApp } from '../../app/app.ts';
import { editPart, PICTURE } from '../../factories/editorial.ts';
import { newVisitor, signedIn } from '../../factories/readers.ts';
import { giveTo } from '../../factories/wallets.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import { toastOf } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { goWithin } from '../steps/walking.ts';

let site: TestApp;
const { openPage, url } = openSite(async (app) => {
  site = app;
});
afterEach(() => site.setTime(null));

/** Noon in Shanghai on a day of the week from Monday, 7 January, to Sunday, 13 January 2030. */
const on = (day: string) => site.setTime(new Date(`2030-01-${day}T04:00:00Z`));
const signOn = async (token: string, day: string) => {
  on(day);
  expect((await site.call(sign, { sign: true }, { token })).code).toBe(0);
};
async function openAs(token: string, options = PHONE): Promise<Page> {
  const page = await openPage(options);
  await watchShifts(page);
  await page.context().addCookies([{ name: 'token', value: token, url: site.url }]);
  await page.goto(url('/attendance'));
  return page;
}
const stateOf = async (token: string) => {
  const { data } = await site.call(sign, {}, { token });
  return data && { streak: data.streak, bonus: data.bonus, tickets: data.tickets };
};
const today = (page: Page) => page.getByRole('region', { name: '今天' });
const calendar = (page: Page) => page.getByRole('region', { name: '签到日历' });

test('the seventh day in a row gives a ticket, is shown at once, and is signed once although its response was lost', async () => {
  on('01');
  const token = await newVisitor(site);
  for (const day of ['01', '02', '03', '04', '05', '06']) await signOn(token, day);
  on('07');
  const page = await openAs(token);
  const button = page.getByRole('button', { name: '签到，领 5 赠币和 1 张阅读券' });
  await button.waitFor();
  // A day with both rewards shows both.
  const seventh = page.getByRole('region', { name: '连续签到的奖励' }).getByRole('listitem').nth(6);
  expect(await seventh.locator('[aria-hidden]:has(> svg)').allTextContents()).toEqual(['+5', '+1']);
  await page.route(
    '**/api/promotion/sign',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await button.click();
  await toastOf(page, '网络异常').waitFor();
  await today(page).getByText('今天已签到').waitFor();
  await today(page).getByText('明天可得 1 赠币').waitFor();
  await calendar(page).getByText('01-07，今天，已签到').waitFor();
  expect(await stateOf(token)).toEqual({ streak: 7, bonus: 17, tickets: 1 });
  // The page of an event about attendance has a link to the calendar.
  const ever = { body: '', start: '2026-01-01T00:00:00.000Z', end: null };
  await editPart(site, 'events', [{ id: 1, title: '签到七天', image: PICTURE, link: '/attendance', ...ever }]);
  await goWithin(page, '/event?id=1');
  await page.getByText('我的进度：已连续签到 7 / 7 天').waitFor();
  await page.getByRole('link', { name: '看签到' }).waitFor();
});

test('with 月卡 the day, the cycle and the calendar show the same rewards', async () => {
  on('08');
  await editPart(site, 'attendance', { ...DEFAULT_PARTS.attendance, passBonus: 5 });
  const { id, token } = await signedIn(site);
  const days = { key: 'days', source: 'staff', days: 2, priceFen: 0 } as const;
  await transaction(site.pool, (tx) => grantPass(tx, id, days, new Date('2030-01-08T04:00:00Z')));
  const page = await openAs(token);
  await page.getByRole('button', { name: '签到，领 6 赠币' }).waitFor();
  await today(page).getByText('明天再签可得 6 赠币').waitFor();
  const strip = page.getByRole('region', { name: '连续签到的奖励' }).getByRole('listitem');
  expect((await strip.allTextContents()).slice(0, 3)).toEqual(['+66 赠币今天', '+66 赠币第2天', '+22 赠币第3天']);
  await calendar(page).getByText('01-09，可得 6 赠币').waitFor();
  await page.getByText('有月卡的那天签到，另得 5 赠币，上面的数字已经算在内。').waitFor();
  await editPart(site, 'attendance', DEFAULT_PARTS.attendance);
});

test('signing without a network shows an error, and works when it is back', async () => {
  on('10');
  const token = await newVisitor(site);
  const page = await openAs(token);
  const button = page.getByRole('button', { name: '签到，领 1 赠币' });
  await button.waitFor();
  await page.context().setOffline(true);
  await button.click();
  await today(page).getByRole('alert').getByText('没有连上').waitFor();
  await page.context().setOffline(false);
  await button.click();
  await today(page).getByText('签到成功，得到 1 赠币').waitFor();
  expect(await stateOf(token)).toEqual({ streak: 1, bonus: 1, tickets: 0 });
});

test('a missed day of this week is repaired for bonus, and every state is accessible', async () => {
  on('07');
  const token = await newVisitor(site);
  await signOn(token, '07');
  await signOn(token, '09');
  on('10');
  const page = await openAs(token, { ...PHONE, viewport: { width: 320, height: 640 } });
  const repair = page.getByRole('button', { name: '补签 01-08' });
  await repair.waitFor();
  // It fits 320 px and shifts nothing.
  expect(await shiftsOf(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  const seen = await page.evaluate(() => ({
    wider: document.documentElement.scrollWidth - innerWidth,
    small: [...document.querySelectorAll('a, button')]
      .filter((control) => control.checkVisibility())
      .filter((control) => control.clientWidth < 43.5 || control.clientHeight < 43.5)
      .map((control) => control.outerHTML.slice(0, 120)),
  }));
  expect(seen).toEqual({ wider: 0, small: [] });
  // The price and the missing amount are shown first.
  await repair.click();
  const sheet = page.getByRole('dialog', { name: '补签 01-08' });
  await sheet.getByText('还差 3 赠币').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sheet.getByRole('button', { name: '补签', exact: true }).isDisabled()).toBe(true);
  await sheet.getByRole('button', { name: '取消' }).click();

  // Then the day is repaired.
  const { data: before } = await site.call(sign, {}, { token });
  expect(before?.streak).toBe(1);
  const readerId = await readerOf(token);
  await giveTo(site, readerId, { bonus: 10, expiresAt: new Date('2031-01-01'), now: new Date('2030-01-10T04:00:00Z') });
  await page.reload();
  await repair.click();
  await sheet.getByText('需 5 赠币，你有 12 赠币').waitFor();
  await sheet.getByRole('button', { name: '补签', exact: true }).click();
  await toastOf(page, '已补签 01-08，得到 1 赠币').waitFor();
  await calendar(page).getByText('01-08，已补签').waitFor();
  expect(await stateOf(token)).toMatchObject({ streak: 3, bonus: 8 });

  // The last state: today is signed.
  await page.getByRole('button', { name: '签到，领' }).click();
  await today(page).getByText('签到成功').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

async function readerOf(token: string): Promise<number> {
  const { data } = await site.call(userInfo, { token });
  if (!data) throw new Error('no reader');
  return data.id;
}

test('an open screen shows the new day at midnight in Shanghai', async () => {
  const token = await newVisitor(site);
  await site.call(sign, { sign: true }, { token });
  const page = await openPage();
  await page.clock.install();
  await page.context().addCookies([{ name: 'token', value: token, url: site.url }]);
  await page.goto(url('/attendance'));
  await today(page).getByText('今天已签到').waitFor();
  const now = Date.now();
  const DAY_MS = 24 * 3_600_000;
  const left = DAY_MS - ((now + 8 * 3_600_000) % DAY_MS) + 5000;
  site.setTime(new Date(now + left));
  await page.clock.fastForward(left);
  await page.getByRole('button', { name: '签到，领 1 赠币' }).waitFor();
});

test('earlier months show their signed days, and a day signed on another device is shown as signed', async () => {
  site.setTime(new Date('2029-12-31T04:00:00Z'));
  const token = await newVisitor(site);
  await site.call(sign, { sign: true }, { token });
  on('10');
  const page = await openAs(token);
  await calendar(page).getByRole('heading', { name: '2030年1月' }).waitFor();
  expect(await page.getByRole('button', { name: '下个月' }).isDisabled()).toBe(true);
  // The previous month is the reader’s first one: it shows its signed days, and earlier months can’t be opened.
  await page.getByRole('button', { name: '上个月' }).click();
  await calendar(page).getByText('12-31，已签到').waitFor();
  expect(await page.getByRole('button', { name: '上个月' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: '下个月' }).click();
  await calendar(page).getByText('01-10，今天').waitFor();

  // A day signed on another device is shown as signed, without an error.
  await signOn(token, '10');
  await page.getByRole('button', { name: '签到，领 1 赠币' }).click();
  await today(page).getByText('今天已签到').waitFor();
});
