import { expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import type { TestApp } from '../../app/app.ts';
import { signedIn } from '../../factories/readers.ts';
import { orderBy, press } from '../../factories/shop.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole } from '../steps/console.ts';

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { consoleFolder: CONSOLE_FOLDER },
);

test('an order is found, refunded in part after a preview, and shown with its refund', async () => {
  const { token } = await signedIn(app);
  const { orderId, cashier } = await orderBy(app, token);
  await press(app, cashier, 'pay');
  const other = await orderBy(app, token);
  const page = await openConsole(site, app, PHONE);
  await page.goto(site.url('/console/money'));
  await page.getByText('共 2 张，付款 1 张').waitFor();
  await expectSoundPage(page);
  await page.getByRole('searchbox').fill(orderId.toLowerCase());
  await page.getByText('共 1 张').waitFor();
  expect(await page.getByText(other.orderId).count()).toBe(0);
  await page.getByRole('link', { name: orderId }).click();
  await page.getByText('到账 60 漫币、30 赠币').waitFor();
  await expectSoundPage(page);

  await page.getByRole('button', { name: '退款' }).click();
  await page.getByLabel('金额（CNY）').fill('7');
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('0 到 ¥6.00 之间').waitFor();
  await expectSoundPage(page);
  await page.getByLabel('金额（CNY）').fill('1.99');
  await page.getByLabel('原因').fill('读者要求');
  await page.getByRole('button', { name: '预览' }).click();
  const dialog = page.getByRole('dialog', { name: '确认退款' });
  await dialog.getByText('读者的漫币').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    '已退¥0.00 → 改为¥1.99',
    '还可以退¥6.00 → 改为¥4.01',
    '读者的漫币60 → 改为41',
    '读者的赠币30 → 改为21',
  ]);
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: '退款 ¥1.99' }).dblclick();
  await page.getByText('已登记退款 ¥1.99').waitFor();
  await page.getByText('原因：读者要求；经手：林老板').waitFor();
  expect(await page.getByText(/退款号 /).count()).toBe(1);
  await expectSoundPage(page);
  expect((await app.call(userInfo, { token })).data).toMatchObject({ coins: 41, bonus: 21 });
});
