import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { userTeen } from '#contract/calls/account';
import { waitOpen } from '#contract/calls/comic';
import type { TestApp } from '../../app/app.ts';
import { changeComic } from '../../factories/comics.ts';
import { editPart } from '../../factories/editorial.ts';
import { addCode } from '../../factories/redeeming.ts';
import { sellPass } from '../../factories/shop.ts';
import { toastOf } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { buyerWith } from '../steps/buy-steps.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { imagesDrawn } from '../steps/reading.ts';
import { goWithin } from '../steps/walking.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const strip = { width: 800, height: 700, along: 'down' as const, from: 0, to: 1 };

let app: TestApp;
let ids: number[] = [];
let comicId = 0;
let code = '';
const { openPage, url, answerWith } = openSite(async (site) => {
  app = site;
  const chapters = Array.from({ length: 4 }, () => [strip]);
  const options = ['--price', '12', '--free-first', '1'];
  ids = (await importDrawn(app, [{ title: '慢慢等', chapters, options }])).慢慢等 ?? [];
  const { rows } = await app.pool.query('select comic_id as id from catalog.chapter where id = $1', [ids[0]]);
  comicId = Number(rows[0]?.id);
  await changeComic(app, comicId, { waitHours: 24, waitExceptLatest: 0, waitReadHours: 72, passAfterDays: 10 });
  await app.pool.query(`update catalog.chapter set published_at = now() - interval '20 days'`);
  await editPart(app, 'features', { notices: true, likes: false, ratings: false });
  await sellPass(app);
  code = await addCode(app, { validFrom: new Date(Date.now() - DAY_MS), validUntil: new Date(Date.now() + DAY_MS) });
  await app.caughtUp();
});

const failed = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('button', { name: '重试' }) });
const retry = (page: Page) => failed(page).getByRole('button', { name: '重试' }).click();

/** Noon in Shanghai is 4:00 UTC. */
function nextNoonInShanghai(): Date {
  const noon = 4 * HOUR_MS;
  return new Date(Math.ceil((Date.now() - noon) / DAY_MS) * DAY_MS + noon);
}

test('in 未成年人模式 no code is used and no 月卡 is sold, and 等就免费 opens a chapter', async () => {
  // From 22:00 to 6:00 nothing can be read in this mode.
  app.setTime(nextNoonInShanghai());
  onTestFinished(() => app.setTime(null));
  const { page, token } = await buyerWith(app, openPage, { coins: 100 }, PHONE);
  await app.call(userTeen, { on: true, tier: 'from16', pin: '2580' }, { token });
  await page.goto(url('/payment/redeem'));
  await page.getByText('未成年人模式下不能使用兑换码').waitFor();
  expect(await page.getByLabel('兑换码', { exact: true }).count()).toBe(0);
  await goWithin(page, '/payment?pick=pass');
  await page.getByText('未成年人模式下不能充值').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
  // The page shows the message, so there is no toast.
  expect(await toastOf(page, '未成年人模式下不可用').count()).toBe(0);
  await goWithin(page, `/comic/${comicId}`);
  await page.getByText('等就免费：每 24 小时可免费读 1 话').waitFor();
  expect(await page.getByText('月卡').count()).toBe(0);
  await goWithin(page, `/chapter/${ids[1]}`);
  await page.getByRole('button', { name: '免费读 72 小时' }).click();
  await toastOf(page, '已打开，可以读 72 小时').waitFor();
  await imagesDrawn(page);
});

test('消息, its settings and the cashier with 月卡 say that they could not be loaded, and are loaded when the network is back', async () => {
  const { page, token } = await buyerWith(app, openPage, {}, PHONE);
  await app.call(waitOpen, { id: ids[1] ?? 0, key: 'key-of-a-wait' }, { token });
  const calls = ['comic/wait-list', 'my/notice', 'my/notice-settings', 'charge/item'];
  const [waits, notices, settings, cashier] = await Promise.all(calls.map((call) => answerWith(page, call, 'down')));

  // The list of 等就免费 is left out without a message.
  const failure = page.waitForEvent('requestfailed', (request) => request.url().endsWith('comic/wait-list'));
  await page.goto(url('/my'));
  await failure;
  await page.getByText('· ID').waitFor();
  expect(await page.getByRole('region', { name: '等就免费' }).count()).toBe(0);
  expect(await failed(page).count()).toBe(0);

  await goWithin(page, '/my/notices');
  await failed(page).waitFor();
  await page.getByRole('button', { name: '设置' }).click();
  const sheet = page.getByRole('dialog', { name: '接收哪些消息' });
  await sheet.getByRole('button', { name: '重试' }).waitFor();
  await settings?.();
  await sheet.getByRole('button', { name: '重试' }).click();
  await sheet.getByRole('switch', { name: /更新/ }).waitFor();
  await page.getByRole('button', { name: '关闭' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  await retry(page);
  await failed(page).getByText('没有网络').waitFor();
  await notices?.();
  await page.context().setOffline(false);
  await page.getByText('还没有消息').waitFor();

  await goWithin(page, '/payment?pick=pass');
  await failed(page).waitFor();
  await cashier?.();
  await retry(page);
  await page.getByRole('radio', { name: /月卡 30 天/, checked: true }).waitFor();

  await waits?.();
  await goWithin(page, '/my');
  await page
    .getByRole('region', { name: '等就免费' })
    .getByRole('link', { name: /慢慢等/ })
    .waitFor();
});

test('without a session the page of codes offers to try again', async () => {
  const { page } = await buyerWith(app, openPage, {}, PHONE);
  const session = await answerWith(page, 'user/info', 'down');
  await page.goto(url('/payment/redeem'));
  await failed(page).getByText('暂时连接不上').waitFor();
  await session();
  await retry(page);
  const field = page.getByLabel('兑换码', { exact: true });
  await field.waitFor();
  await page.context().setOffline(true);
  await field.fill(code);
  await page.getByRole('button', { name: '兑换', exact: true }).click();
  await page.getByRole('alert').getByText('没有收到回应').waitFor();
});
