import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { comicPay } from '#contract/calls/comic';
import { userInfo } from '#contract/calls/session';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { signedIn } from '../../factories/readers.ts';
import { expectSoundShop, orderBy, press, refundBy } from '../../factories/shop.ts';
import { logInByPhone, loginOf } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { buyButton, buyerWith, cardOf, loginToBuy, topUpLink, watchCalls } from '../steps/buy-steps.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { goWithin } from '../steps/walking.ts';

let app: TestApp;
let locked = 0;
let comicId = 0;
const site = openSite(async (opened) => {
  app = opened;
  const comic = await addComic(app, { title: '要买的', chapters: [{}, { price: 12 }, { price: 12 }] });
  comicId = comic.comicId;
  locked = comic.chapters[1]?.id ?? 0;
});
const { url, payloadOf } = site;
const openPage = async (options = PHONE): Promise<Page> => {
  const page = await site.openPage(options);
  await watchShifts(page);
  return page;
};
const payButton = (page: Page) => page.getByRole('button', { name: /^支付 ¥/ });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const coinsOf = async (page: Page) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const { data } = await app.call(userInfo, { token }, { token });
  return data && { coins: data.coins, bonus: data.bonus };
};
/** Drops the response of the next call, which the server has executed. */
const loseAnswer = (page: Page, call: string) =>
  page.route(
    `**/api/${call}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

test('from a locked chapter through login and cashier back to the chapter, which is bought', async () => {
  const { phone } = await signedIn(app);
  const page = await openPage();
  await page.goto(url(`/comic/${comicId}`));
  await page.getByRole('link', { name: /第2话/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: '先看一眼' }).click();
  await loginToBuy(page).click();
  await loginOf(page).waitFor();
  await logInByPhone(page, app, phone);
  await topUpLink(cardOf(page)).click();
  await page.getByText('沙箱支付：不会真的扣钱').waitFor();
  await loseAnswer(page, 'charge/submit');
  await payButton(page).click();
  await page.getByText('不会重复下单').waitFor();
  const orders = watchCalls(page, 'charge/submit');
  await payButton(page).click();
  await page.getByRole('button', { name: '支付', exact: true }).click();
  await page.getByRole('heading', { name: '充值成功' }).waitFor();
  await buyButton(page).waitFor();
  expect(pathOf(page)).toBe(`/chapter/${locked}`);
  expect(orders).toHaveLength(1);
  await buyButton(page).click();
  await page.locator('[data-page]').first().waitFor({ state: 'attached' });
  expect(await coinsOf(page)).toEqual({ coins: 60, bonus: 18 });
  await page.goBack();
  expect(pathOf(page)).toBe(`/comic/${comicId}`);
  await expectSoundShop(app);
});

test('an order waits for its payment, shows network errors, and continues by itself', async () => {
  const { page, token } = await buyerWith(app, openPage);
  const { orderId, cashier } = await orderBy(app, token, { back: `/chapter/${locked}` });
  await page.goto(url(`/payment?order=${orderId}`));
  await page.getByRole('heading', { name: '等待支付' }).waitFor();
  expect(await shiftsOf(page)).toEqual([]);
  const down = await site.answerWith(page, 'charge/order', 'down');
  await page.getByText('已经付的钱不会丢').waitFor();
  // The facts of the order are still there.
  await page.getByText(orderId).waitFor();
  await press(app, cashier, 'silent');
  await down();
  await page.getByRole('heading', { name: '充值成功' }).waitFor();
  // An order opened from the records stays open.
  await page.getByRole('link', { name: '返回', exact: true }).waitFor();
});

test('an unfinished order is offered again, and a closed one can be repeated', async () => {
  const { page, token } = await buyerWith(app, openPage);
  const { orderId, cashier } = await orderBy(app, token, { back: `/chapter/${locked}` });
  await page.route('**/sandbox/cashier/*', (route) => route.fulfill({ body: 'the cashier' }));
  await page.goto(url('/payment'));
  await page.getByRole('region', { name: '未完成的订单' }).getByRole('link', { name: '继续' }).click();
  // One tap opens the payment. The way back from it leads to the order, which does not open it again.
  await page.getByText('the cashier').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: '等待支付' }).waitFor();
  await press(app, cashier, 'cancel');
  await page.getByRole('heading', { name: '订单已关闭' }).waitFor();
  await page.getByText('没有收到付款。').waitFor();
  expect(await page.getByRole('link', { name: '再来一次' }).getAttribute('href')).toBe(
    `/payment?back=%2Fchapter%2F${locked}`,
  );
  // Another one is cancelled in the cashier.
  await orderBy(app, token, { back: `/chapter/${locked}` });
  await page.goto(url('/payment'));
  const unpaid = page.getByRole('region', { name: '未完成的订单' });
  await unpaid.getByText('有一笔 ¥6 待支付').waitFor();
  await unpaid.getByRole('button', { name: '取消' }).click();
  await unpaid.waitFor({ state: 'detached' });
  // And one on its own page.
  const last = await orderBy(app, token, { back: `/chapter/${locked}` });
  await page.goto(url(`/payment?order=${last.orderId}`));
  await page.getByRole('button', { name: '取消订单' }).click();
  await page.getByRole('heading', { name: '订单已关闭' }).waitFor();

  const other = await buyerWith(app, openPage);
  await other.page.goto(url(`/payment?order=${orderId}`));
  await other.page.getByText('没有这张订单').waitFor();
});

test('an order opened without a login shows the login', async () => {
  const { phone, token } = await signedIn(app);
  const { orderId } = await orderBy(app, token);
  const page = await openPage();
  await page.goto(url(`/payment?order=${orderId}`));
  await loginOf(page).waitFor();
  await logInByPhone(page, app, phone);
  await page.getByRole('heading', { name: '等待支付' }).waitFor();
});

test('an order placed without a login is placed after the login', async () => {
  const { phone } = await signedIn(app);
  const page = await openPage();
  await page.goto(url('/payment'));
  const bodies = watchCalls(page, 'charge/submit');
  await payButton(page).click();
  await loginOf(page).waitFor();
  await logInByPhone(page, app, phone);
  await page.getByRole('button', { name: '支付', exact: true }).waitFor();
  expect(new Set(bodies.map((body) => JSON.stringify(payloadOf(body)))).size).toBe(1);
});

test('without channels, without channels for this browser, and in 未成年人模式, the cashier explains that nothing can be bought', async () => {
  const page = await openPage();
  const items = { items: [], channels: [], limits: { order: null, today: null }, bonusDays: 90 };
  await site.answerWith(page, 'charge/item', { status: 1, message: 'success', code: 0, data: items });
  await page.goto(url('/payment'));
  await page.getByText('暂时不能充值').waitFor();
  await page.unrouteAll();
  // There is a channel, but not for phones.
  const item = { id: 1, title: '60 漫币', cash: 600, prices: [], coins: 60, bonus: 0, badge: '', first: 0 };
  const sold = { ...items, items: [item] };
  await site.answerWith(page, 'charge/item', { status: 1, message: 'success', code: 0, data: sold });
  await page.goto(url('/payment'));
  await page.getByText('在这里还不能充值').waitFor();
  await page.unrouteAll();
  await site.answerWith(page, 'charge/item', { status: 0, message: '未成年人模式下不可用', code: 2008, data: null });
  await page.goto(url('/payment'));
  await page.getByText('未成年人模式下不能充值').waitFor();
});

test('prices are those of the chosen channel in its currency, and packages that it does not sell are hidden', async () => {
  const page = await openPage();
  const yuan = { currency: 'CNY', amount: 600 };
  const item = { id: 1, title: '60 漫币', cash: 600, coins: 60, bonus: 0, badge: '', first: 30 };
  const items = [
    { ...item, prices: [yuan, { currency: 'USD', amount: 149 }] },
    { ...item, id: 2, title: '180 漫币', coins: 180, cash: 1800, prices: [{ ...yuan, amount: 1800 }] },
    {
      ...item,
      id: 3,
      coins: 680,
      cash: 6800,
      prices: [
        { ...yuan, amount: 6800 },
        { currency: 'USD', amount: 1099 },
      ],
    },
  ];
  const channels = [
    { id: 'alipay', name: '支付宝', icon: 'alipay', currency: 'CNY', test: false },
    { id: 'stripe', name: '银行卡', icon: 'card', currency: 'USD', test: false },
  ];
  const data = { items, channels, limits: { order: 5000, today: 20_000 }, bonusDays: 90 };
  await site.answerWith(page, 'charge/item', { status: 1, message: 'success', code: 0, data });
  await page.goto(url('/payment'));
  await page.getByRole('radio', { name: /180 漫币/ }).check({ force: true });
  await page.getByRole('button', { name: '支付 ¥18' }).waitFor();
  await page.getByRole('radio', { name: '银行卡' }).check();
  await page.getByRole('button', { name: '支付 US$1.49' }).waitFor();
  await page.getByText('1 漫币约 US$0.0248').waitFor();
  // A package beyond the limits is named, and can't be picked.
  expect(await page.getByRole('radio', { name: /漫币/ }).count()).toBe(1);
  const limit = page.getByRole('region', { name: '充值限额' });
  await limit.getByText('未确认成年，单笔 ¥50 / 每日 ¥200（按标价算）').waitFor();
  await limit.getByText('确认后可选：US$10.99').waitFor();
  const submitted = page.waitForRequest('**/api/charge/submit');
  await page.getByRole('button', { name: '支付 US$1.49' }).click();
  expect(payloadOf((await submitted).postData() ?? '')).toMatchObject({ itemId: 1, channel: 'stripe', expect: 149 });
});

test('the records show payments and their results', async () => {
  const { page, token } = await buyerWith(app, openPage, { bonus: 5 });
  await page.goto(url('/payment/records'));
  await page.getByText('还没有充值').waitFor();
  const paid = await orderBy(app, token);
  await press(app, paid.cashier, 'pay');
  await orderBy(app, token);
  await page.goto(url(`/chapter/${locked}`));
  await buyButton(page).click();
  await page.locator('[data-page]').first().waitFor({ state: 'attached' });
  await goWithin(page, '/payment/records');
  await page.getByText('已到账').waitFor();
  await page.getByRole('link', { name: '继续支付' }).waitFor();
  await page.getByRole('tab', { name: '明细' }).click();
  await page.getByText('+60 漫币').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: '第2话' })
    .getByText(/−\d+ 赠币/)
    .waitFor();
});

test('a QR code is shown, and the result of the payment appears without a reload', async () => {
  const { page, token } = await buyerWith(app, openPage);
  const { orderId, expiresAt } = await orderBy(app, token);
  const channel = { id: 'wechat', name: '微信支付', icon: 'wechat', currency: 'CNY', test: false };
  const amounts = { amount: 600, currency: 'CNY', coins: 60, bonus: 0 };
  const next = { kind: 'qr', text: 'weixin://wxpay/bizpayurl?pr=abc' };
  const order = {
    orderId,
    title: '60 漫币',
    ...amounts,
    channel,
    state: 'created',
    at: expiresAt,
    expiresAt,
    refunds: [],
    back: '/my',
    next,
  };
  await site.answerWith(page, 'charge/order', { status: 1, message: 'success', code: 0, data: order });
  await page.goto(url(`/payment?order=${orderId}`));
  await page.getByRole('img', { name: '付款码' }).waitFor();
  expect(await page.getByText('不会真的扣钱').count()).toBe(0);
  for (const [state, words] of [
    ['paid', '已收到付款，正在到账'],
    ['refunded', '已退款'],
  ]) {
    await page.unrouteAll();
    await site.answerWith(page, 'charge/order', {
      status: 1,
      message: 'success',
      code: 0,
      data: { ...order, state, next: null },
    });
    await page.getByRole('heading', { name: words }).waitFor();
  }
});

test('the order shows a partial refund, and the cashier shows a debt before the next payment', async () => {
  const { page, token } = await buyerWith(app, openPage);
  const { orderId, cashier } = await orderBy(app, token);
  await press(app, cashier, 'pay');
  await refundBy(app, orderId, { amount: 200 });
  await app.app.runFrequentJobs();
  await page.goto(url('/payment/records'));
  const record = page.getByRole('listitem').filter({ hasText: orderId });
  await record.getByText('部分退款').waitFor();
  await record.getByText('已退 ¥2，收回 20 漫币 + 10 赠币').waitFor();
  await goWithin(page, `/payment?order=${orderId}`);
  await page.getByRole('heading', { name: '部分退款' }).waitFor();
  const { comicId: spentOn, chapters } = await addComic(app, { chapters: [{ price: 60 }] });
  const bought = { chapterIds: chapters.map(({ id }) => id), expect: 60, key: `refund-${spentOn}` };
  expect(await app.call(comicPay, bought, { token })).toMatchObject({ code: 0 });
  await refundBy(app, orderId);
  await app.app.runFrequentJobs();
  await page.goto(url('/my'));
  const owed = page.getByText('还欠 60 漫币。下次充值先还清，还清之前不能购买。').filter({ visible: true });
  await owed.waitFor();
  await goWithin(page, '/payment');
  await payButton(page).waitFor();
  await owed.waitFor();
  await goWithin(page, '/payment/records?tab=spending');
  await page.getByText('退款 ¥4.00，收回').waitFor();
  await page.getByText('余额 -60 漫币').waitFor();
  await expectSoundShop(app);
});
