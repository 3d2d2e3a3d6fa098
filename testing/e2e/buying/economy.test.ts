import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { DataOf } from '#contract/call';
import { chargeLog, payLog } from '#contract/calls/wallet';
import type { TestApp } from '../../app/app.ts';
import { editPart } from '../../factories/editorial.ts';
import { lastCode, newPhone } from '../../factories/readers.ts';
import { expectSoundRewards } from '../../factories/rewards.ts';
import { expectSoundShop } from '../../factories/shop.ts';
import { loginOf, toastOf } from '../steps/account-steps.ts';
import { openSite } from '../steps/app.ts';
import { buyButton, cardOf, loginToBuy, topUpLink } from '../steps/buy-steps.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { imagesDrawn, readTo } from '../steps/reading.ts';
import { goWithin } from '../steps/walking.ts';

const PRICE = 40;
const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let ids: number[] = [];
const strip = { width: 800, height: 700, along: 'down' as const, from: 0, to: 1 };
const { openPage, url } = openSite(async (opened) => {
  app = opened;
  const chapters = Array.from({ length: 5 }, () => [strip, strip, strip]);
  const options = ['--price', String(PRICE), '--free-first', '1'];
  ids = (await importDrawn(app, [{ title: '一路看', chapters, options }])).一路看 ?? [];
});
const chapter = (no: number) => ids[no - 1] ?? 0;
const isOpen = (page: Page, no: number) =>
  page.locator(`[data-page="${chapter(no)}/0"]`).waitFor({ state: 'attached' });
const toTheEnd = async (page: Page, no: number) => {
  await imagesDrawn(page);
  await readTo(page, `${chapter(no)}/2`, 0.9);
};

/** The calls whose request or response was lost. */
const lost: string[] = [];

/** Drops the next request of this call; with `reached`, drops only the response. */
function cut(page: Page, call: string, { reached = false } = {}) {
  return page.route(
    `**/api/${call}`,
    async (route) => {
      if (reached) await route.fetch();
      lost.push(call);
      await route.abort();
    },
    { times: 1 },
  );
}

/** The states of the reader's orders, and the lines of the ledger, oldest first. */
async function recordsOf(page: Page) {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const [orders, statement] = await Promise.all([app.call(chargeLog, {}, { token }), app.call(payLog, {}, { token })]);
  const lines: DataOf<typeof payLog>['list'] = statement.data?.list ?? [];
  return {
    orders: orders.data?.list.map(({ state }) => state),
    lines: lines.toReversed().map(({ kind, chapterId, coins, bonus, tickets }) => ({
      kind: chapterId ? `${kind} ${ids.indexOf(chapterId) + 1}` : kind,
      change: [coins, bonus, tickets],
    })),
  };
}

/** An anonymous reader opens a locked chapter and logs in; the login request is lost once. */
async function logIn(page: Page) {
  await cut(page, 'comic/chapter-verify');
  await page.goto(url(`/chapter/${chapter(1)}`));
  await toTheEnd(page, 1);
  // Lost background calls are repeated automatically.
  await loginToBuy(page).click();
  const dialog = loginOf(page);
  await dialog.getByRole('tab', { name: '手机登录' }).click();
  const telephone = newPhone();
  await dialog.getByLabel('手机号码').fill(telephone);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await toastOf(page, '发送成功!').waitFor();
  await dialog.getByLabel('验证码').fill(await lastCode(app, telephone));
  await cut(page, 'user/login-by-sms');
  await dialog.locator('[type=submit]').click();
  await toastOf(page, '网络异常').waitFor();
  await dialog.locator('[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}

/** From the chapter to the cashier and back. The response to the order is lost, and its state fails once. */
async function topUp(page: Page) {
  await topUpLink(cardOf(page)).click();
  const pay = page.getByRole('button', { name: /^支付 ¥/ });
  await pay.waitFor();
  await cut(page, 'charge/submit', { reached: true });
  await pay.click();
  await page.getByText('不会重复下单').waitFor();
  await pay.click();
  await page.getByRole('button', { name: '支付', exact: true }).waitFor();
  await cut(page, 'charge/order');
  await page.getByRole('button', { name: '支付', exact: true }).click();
  await page.getByRole('heading', { name: '充值成功' }).waitFor();
  await buyButton(page).waitFor();
}

/** Buys the chapter with a lost response and reads on. The next one is bought automatically, and then the coins are used up. */
async function buyAndReadOn(page: Page) {
  await page.getByRole('switch', { name: '自动购买下一话' }).check();
  await cut(page, 'comic/pay', { reached: true });
  await buyButton(page).click();
  await cardOf(page).getByText('不会重复扣款').waitFor();
  await buyButton(page).click();
  await isOpen(page, 2);
  await toTheEnd(page, 2);
  await toastOf(page, `已自动解锁 第3话 · ${PRICE} 漫币`).waitFor();
  await isOpen(page, 3);
  await toTheEnd(page, 3);
  await topUpLink(cardOf(page)).waitFor();
}

/** Claims a ticket with a lost response and opens the chapter with it. */
async function useTicket(page: Page) {
  await editPart(app, 'gifts', [
    {
      id: 1,
      title: '看书送券',
      to: { readers: 'all' },
      kind: 'ticket',
      amount: 1,
      validDays: 30,
      start: new Date(Date.now() - DAY_MS).toISOString(),
      end: new Date(Date.now() + DAY_MS).toISOString(),
    },
  ]);
  await goWithin(page, '/giftbox');
  const button = page.getByRole('button', { name: '领取 看书送券' });
  await button.waitFor();
  await cut(page, 'promotion/gift', { reached: true });
  await button.click();
  await toastOf(page, '网络异常').waitFor();
  await page.getByRole('region', { name: '已领取' }).getByText('看书送券').waitFor();
  await goWithin(page, `/chapter/${chapter(4)}`);
  await cut(page, 'comic/pay', { reached: true });
  const ticket = cardOf(page).getByRole('button', { name: '用阅读券（剩 1 张）' });
  await ticket.click();
  await cardOf(page).getByText('不会重复扣款').waitFor();
  await ticket.click();
  await isOpen(page, 4);
}

async function signIn(page: Page) {
  await goWithin(page, '/attendance');
  const button = page.getByRole('button', { name: /^签到，领 / });
  await button.waitFor();
  await cut(page, 'promotion/sign', { reached: true });
  await button.click();
  await toastOf(page, '网络异常').waitFor();
  await page.getByRole('region', { name: '今天' }).getByText('今天已签到').waitFor();
}

async function lookAtRecords(page: Page) {
  await cut(page, 'my/charge-log');
  await goWithin(page, '/payment/records');
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByText('已到账').waitFor();
  await page.getByRole('tab', { name: '明细' }).click();
  await page.getByText('+60 漫币').waitFor();
}

test('with a network failure at every step from a locked chapter to the records, everything is charged and granted once', async () => {
  const page = await openPage();
  await logIn(page);
  await topUp(page);
  expect(new URL(page.url()).pathname).toBe(`/chapter/${chapter(2)}`);
  await buyAndReadOn(page);
  await useTicket(page);
  await signIn(page);
  await lookAtRecords(page);
  expect(lost).toEqual([
    'comic/chapter-verify',
    'user/login-by-sms',
    'charge/submit',
    'charge/order',
    'comic/pay',
    'promotion/gift',
    'comic/pay',
    'promotion/sign',
    'my/charge-log',
  ]);
  const { orders, lines } = await recordsOf(page);
  expect(orders).toEqual(['granted']);
  expect(lines).toEqual([
    { kind: 'topup', change: [60, 30, 0] },
    { kind: 'purchase 2', change: [-10, -30, 0] },
    { kind: 'purchase 3', change: [-40, 0, 0] },
    { kind: 'gift', change: [0, 0, 1] },
    { kind: 'purchase 4', change: [0, 0, -1] },
    // The daily bonus plus that of the grade after the top-up.
    { kind: 'sign', change: [0, 2, 0] },
  ]);
  await expectSoundShop(app);
  await expectSoundRewards(app);
});
