import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import type { TestApp } from '../../app/app.ts';
import { editPart } from '../../factories/editorial.ts';
import { addPromotion, setPromotions } from '../../factories/promotions.ts';
import { signedIn } from '../../factories/readers.ts';
import { campaign } from '../../factories/rewards.ts';
import { expectSoundLedger, giveTo } from '../../factories/wallets.ts';
import { logInByPhone, toastOf } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { buyButton, buyerWith, cardOf, loginToBuy, topUpLink, watchCalls } from '../steps/buy-steps.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { imagesDrawn, readTo } from '../steps/reading.ts';
import { goWithin } from '../steps/walking.ts';

const LONG_AGO = '2020-01-01T00:00:00.000Z';
const FAR_OFF = '2100-01-01T00:00:00.000Z';

let app: TestApp;
let ids: number[] = [];
let comicId = 0;
const strip = { width: 800, height: 700, along: 'down' as const, from: 0, to: 1 };
const site = openSite(async (opened) => {
  app = opened;
  const chapters = Array.from({ length: 6 }, () => [strip, strip, strip]);
  const drawn = await importDrawn(app, [
    { title: '要买的', chapters, options: ['--price', '12', '--free-first', '1'] },
  ]);
  ids = drawn.要买的 ?? [];
  const { rows } = await app.pool.query('select comic_id as id from catalog.chapter where id = $1', [ids[0]]);
  comicId = Number(rows[0]?.id);
});
const { url, answerWith, payloadOf } = site;
const chapter = (no: number) => ids[no - 1] ?? 0;
const openPage = async (options = PHONE): Promise<Page> => {
  const page = await site.openPage(options);
  await watchShifts(page);
  return page;
};
const balanceOf = async (token: string) => {
  const { data } = await app.call(userInfo, { token }, { token });
  return { coins: data?.coins, bonus: data?.bonus, tickets: data?.tickets };
};
const toTheEnd = async (page: Page, no: number) => {
  await imagesDrawn(page);
  await readTo(page, `${chapter(no)}/2`, 0.9);
};

test('a bought chapter opens in place, and an automatic purchase with a network failure is paid once', async () => {
  const { page, token } = await buyerWith(app, openPage, { coins: 100, bonus: 5 });
  await page.goto(url(`/chapter/${chapter(2)}`));
  // It shows the balance. The button names the currency that it spends.
  await cardOf(page).getByText('余额 100 漫币 · 5 赠币').waitFor();
  await cardOf(page).getByRole('button', { name: '5 赠币 + 7 漫币解锁' }).waitFor();
  await page.getByRole('navigation', { name: '阅读' }).getByRole('link', { name: '上一话' }).waitFor();
  await page.getByRole('switch', { name: '自动购买下一话' }).check();
  await buyButton(page).click();
  const toast = toastOf(page, '已解锁，余 93 漫币');
  await toast.waitFor();
  const text = await toast.boundingBox();
  // It is between the bars of the reader. The lower one comes after the pages.
  const lower = page.getByRole('navigation', { name: '阅读' });
  await lower.waitFor();
  const [top, bottom] = await Promise.all([page.locator('header[data-bar]').boundingBox(), lower.boundingBox()]);
  expect(text?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0));
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(bottom?.y ?? 0);
  await imagesDrawn(page);
  expect(new URL(page.url()).pathname).toBe(`/chapter/${chapter(2)}`);
  expect(await balanceOf(token)).toEqual({ coins: 93, bonus: 0, tickets: 0 });
  expect(await shiftsOf(page)).toEqual([]);

  // A failed automatic purchase is left to the reader, who pays once.
  const online = await answerWith(page, 'comic/pay', 'down');
  await toTheEnd(page, 2);
  await cardOf(page).getByText('不会重复扣款').waitFor();
  await online();
  await buyButton(page).click();
  await page.locator(`[data-page="${chapter(3)}/0"]`).waitFor({ state: 'attached' });
  expect(await balanceOf(token)).toMatchObject({ coins: 81 });
});

test('two taps buy once, and after a lost response the same key is used, also after a reload', async () => {
  const { page, token } = await buyerWith(app, openPage, { coins: 100 });
  const calls = watchCalls(page, 'comic/pay');
  await page.goto(url(`/chapter/${chapter(3)}`));
  // The server executes the call, but the response is lost.
  await page.route('**/api/comic/pay', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await buyButton(page).dblclick();
  await cardOf(page).getByText('不会重复扣款').waitFor();
  expect(await balanceOf(token)).toMatchObject({ coins: 88 });
  await page.reload();
  // A paid chapter opens automatically; a lost request is repeated with the same key.
  await imagesDrawn(page);
  await page.unroute('**/api/comic/pay');
  expect(calls).toHaveLength(1);
  expect(await balanceOf(token)).toMatchObject({ coins: 88 });

  await goWithin(page, `/chapter/${chapter(4)}`);
  await buyButton(page).waitFor();
  const online = await answerWith(page, 'comic/pay', 'down');
  await buyButton(page).click();
  await cardOf(page).getByText('不会重复扣款').waitFor();
  await page.reload();
  await online();
  await buyButton(page).click();
  await imagesDrawn(page);
  const keys = calls.slice(1).map((body) => JSON.stringify(payloadOf(body)));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await balanceOf(token)).toMatchObject({ coins: 76 });
  await expectSoundLedger(app);
});

test('an anonymous reader logs in at a locked chapter, sees the price in the own balance, and buys in place', async () => {
  const { phone, id } = await signedIn(app);
  await giveTo(app, id, { coins: 50 });
  const page = await openPage();
  // The reader is dark by its own switch: the login, which is no part of it, is dark too.
  const night = JSON.stringify({ device: { night: 'on', menuHinted: true } });
  await page.addInitScript((settings) => localStorage.setItem('reader', settings), night);
  await page.goto(url(`/chapter/${chapter(1)}`));
  await toTheEnd(page, 1);
  await loginToBuy(page).click();
  await page.locator('[data-theme=dark] > dialog').waitFor();
  await page.getByRole('dialog', { name: '登录后解锁第2话' }).waitFor();
  await logInByPhone(page, app, phone);
  await cardOf(page).getByText('余额 50 漫币').waitFor();
  await buyButton(page).click();
  await page.getByRole('heading', { name: '第2话' }).waitFor();
  await expect.poll(() => page.locator(`[data-page="${chapter(2)}/0"]`).count()).toBe(1);
  // The first chapter is still above it.
  expect(await page.locator(`[data-page="${chapter(1)}/2"]`).count()).toBe(1);
  const cookies = await page.context().cookies();
  const current = cookies.find(({ name }) => name === 'token')?.value ?? '';
  expect(await balanceOf(current)).toMatchObject({ coins: 38 });
});

test('a changed price is shown and must be confirmed again', async () => {
  const { page, token } = await buyerWith(app, openPage, { coins: 100 });
  await page.goto(url(`/chapter/${chapter(6)}`));
  await buyButton(page).waitFor();
  await addPromotion(app, { comicIds: [comicId], percent: 50 });
  await app.caughtUp();
  await buyButton(page).click();
  await cardOf(page).getByText('价格刚刚变了').waitFor();
  expect(await balanceOf(token)).toMatchObject({ coins: 100 });
  await page.getByRole('button', { name: '6 漫币解锁' }).click();
  await imagesDrawn(page);
  expect(await balanceOf(token)).toMatchObject({ coins: 94 });
  await setPromotions(app, []);
  await app.caughtUp();
});

test('a ticket opens a chapter, and a ticket that was used elsewhere causes a message', async () => {
  const { page, id, token } = await buyerWith(app, openPage, { tickets: 1, bonus: 5, coins: 20 });
  await page.goto(url(`/chapter/${chapter(4)}`));
  await cardOf(page).getByRole('button', { name: '改用 5 赠币 + 7 漫币' }).waitFor();
  const ticket = cardOf(page).getByRole('button', { name: '用阅读券（剩 1 张）' });
  await ticket.click();
  await imagesDrawn(page);
  expect(await balanceOf(token)).toMatchObject({ tickets: 0 });
  await giveTo(app, id, { tickets: 1, expiresAt: new Date(Date.now() + 3_600_000) });
  await page.goto(url(`/chapter/${chapter(5)}`));
  await ticket.waitFor();
  app.setTime(new Date(Date.now() + 2 * 3_600_000));
  await ticket.click();
  await cardOf(page).getByText('没有可用的阅读券').waitFor();
  app.setTime(null);
});

test('an unclaimed gift is claimed and pays for the chapter, once, also when the answer to the claim is lost', async () => {
  const { page, id, token } = await buyerWith(app, openPage, { coins: 20, tickets: 1 });
  const everywhere = { to: { readers: 'listed' as const, ids: [id] }, start: LONG_AGO, end: FAR_OFF };
  await editPart(app, 'gifts', [campaign(1, { ...everywhere, amount: 30 })]);
  await page.goto(url(`/chapter/${chapter(4)}`));
  const card = cardOf(page);
  await card.getByRole('button', { name: '改用阅读券（剩 1 张）' }).waitFor();
  await card.getByRole('button', { name: '改用 12 漫币' }).waitFor();
  await page.route(
    '**/api/promotion/gift',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await card.getByRole('button', { name: '领取 30 赠币并解锁' }).click();
  await card.getByText('不会重复扣款').waitFor();
  // The gift is in the balance; nothing was bought.
  await card.getByText('余额 20 漫币 · 30 赠币 · 1 张阅读券').waitFor();
  await card.getByRole('button', { name: '改用 12 赠币' }).click();
  await toastOf(page, '已解锁，余 18 赠币').waitFor();
  await imagesDrawn(page);
  expect(await balanceOf(token)).toEqual({ coins: 20, bonus: 18, tickets: 1 });

  // Without a fault one tap claims and buys.
  await editPart(app, 'gifts', [campaign(2, { ...everywhere, kind: 'ticket', amount: 1 })]);
  await page.goto(url(`/chapter/${chapter(5)}`));
  await card.getByRole('button', { name: '领取阅读券并解锁' }).click();
  await toastOf(page, '已解锁，余 1 张阅读券').waitFor();
  await imagesDrawn(page);
  expect(await balanceOf(token)).toEqual({ coins: 20, bonus: 18, tickets: 1 });
  await editPart(app, 'gifts', []);
  await expectSoundLedger(app);
});

test('auto-buy buys each next chapter once when the reader reaches it, until the coins are used up', async () => {
  const { page, token } = await buyerWith(app, openPage, { coins: 30 });
  const calls = watchCalls(page, 'comic/pay');
  await page.goto(url(`/chapter/${chapter(2)}`));
  await page.getByRole('switch', { name: '自动购买下一话' }).check();
  await buyButton(page).click();
  await imagesDrawn(page);
  // The chapter is prefetched: the price is known, and nothing is bought.
  await page.waitForTimeout(500);
  expect(calls).toHaveLength(1);
  await toTheEnd(page, 2);
  await toastOf(page, '已自动解锁 第3话 · 12 漫币').waitFor();
  await page.locator(`[data-page="${chapter(3)}/0"]`).waitFor({ state: 'attached' });
  expect(await balanceOf(token)).toMatchObject({ coins: 6 });
  await toTheEnd(page, 3);
  await topUpLink(cardOf(page)).waitFor();
  expect(calls).toHaveLength(2);
  expect(await shiftsOf(page)).toEqual([]);
});

test('a chapter bought on another device opens when the page is shown again', async () => {
  const { page, token } = await buyerWith(app, openPage, { coins: 100 });
  await page.goto(url(`/chapter/${chapter(1)}`));
  await toTheEnd(page, 1);
  await cardOf(page).waitFor();
  const bought = { chapterIds: [chapter(2)], expect: 12, key: 'another-device' };
  expect(await app.call(comicPay, bought, { token })).toMatchObject({ code: 0 });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.locator(`[data-page="${chapter(2)}/0"]`).waitFor({ state: 'attached' });
  expect(await balanceOf(token)).toMatchObject({ coins: 88 });
});
