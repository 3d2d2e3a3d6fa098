import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { redeemCodeEnded } from '#contract/codes';
import type { TestApp } from '../../app/app.ts';
import { signedIn } from '../../factories/readers.ts';
import { redeeming } from '../../factories/redeeming.ts';
import { MONTH, orderBy, press, sellPass } from '../../factories/shop.ts';
import { addPerson, firstOwner, type StaffPerson } from '../../factories/staff.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsoleAs } from '../steps/console.ts';

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { consoleFolder: CONSOLE_FOLDER },
);

let owner: StaffPerson;
let cookie: string;
beforeAll(async () => {
  owner = await firstOwner(app, new Date());
  ({ cookie } = owner);
});

test('an order is found, refunded in part after a preview, and shown with its refund', async () => {
  const { token } = await signedIn(app);
  const { orderId, cashier } = await orderBy(app, token);
  await press(app, cashier, 'pay');
  const other = await orderBy(app, token);
  const page = await openConsoleAs(site, cookie, PHONE);
  await page.goto(site.url('/console/money'));
  await page.getByText('共 2 张，付款 1 张').waitFor();
  await page.getByRole('searchbox').fill(orderId.toLowerCase());
  await page.getByText('共 1 张').waitFor();
  expect(await page.getByText(other.orderId).count()).toBe(0);
  await page.getByRole('link', { name: orderId }).click();
  await page.getByText('到账 60 漫币、30 赠币').waitFor();

  await page.getByRole('button', { name: '退款' }).click();
  await page.getByLabel('金额（CNY）').fill('7');
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('要大于 0，不超过 ¥6.00').waitFor();
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

test('an order of 月卡 is refunded for the days that have not begun', async () => {
  await sellPass(app);
  const { token } = await signedIn(app);
  const { orderId, cashier } = await orderBy(app, token, { itemId: MONTH.id });
  await press(app, cashier, 'pay');
  const page = await openConsoleAs(site, cookie, PHONE);
  await page.goto(site.url(`/console/money/orders/${orderId}`));
  await page.getByText('30 天，还有 29 天没有开始').waitFor();
  await page.getByText('到账月卡 30 天').waitFor();
  await page.getByRole('button', { name: '退款' }).click();
  await page.getByText('收回天数时最多 ¥14.50').waitFor();
  await page.getByLabel('原因').fill('读者要求');
  await page.getByRole('button', { name: '预览' }).click();
  const dialog = page.getByRole('dialog', { name: '确认退款' });
  await dialog.getByText('没有开始的月卡').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    '已退¥0.00 → 改为¥14.50',
    '还可以退¥14.50 → 改为¥0.00',
    '没有开始的月卡29 天 → 改为0 天',
  ]);
  await dialog.getByRole('button', { name: '退款 ¥14.50' }).click();
  await page.getByText('已登记退款 ¥14.50').waitFor();
  await page.getByText('收回月卡 29 天').waitFor();
  await expectSoundPage(page);
});

test('redeem codes are made after a preview, with a file, and their batch is stopped', async () => {
  const page = await openConsoleAs(site, cookie, PHONE);
  await page.goto(site.url('/console/money/codes'));
  await page.getByText('还没有兑换码').waitFor();
  await page.getByRole('button', { name: '新建一批' }).click();
  await page.getByLabel('名称').fill('淘宝代销');
  await page.getByLabel('几个码').fill('15');
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('至少给一样').waitFor();
  await page.getByLabel('一个码给多少漫币').fill('60');
  await page.getByLabel('一个码卖多少钱（元）').fill('5.5');
  await page.getByLabel('赠币', { exact: true }).fill('6');
  await expectSoundPage(page);
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('全部用掉：900 漫币（售 ¥82.50）、90 赠币').waitFor();
  await expectSoundPage(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '生成 15 个' }).dblclick(),
  ]);
  expect(file.suggestedFilename()).toBe('兑换码-淘宝代销.csv');
  await page.getByRole('button', { name: '收好了' }).click();
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(16);
  const { id, token } = await signedIn(app);
  await redeeming(app, token, lines[1] ?? '');

  await page.getByRole('textbox', { name: '兑换码' }).fill(lines[1]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: '查', exact: true }).click();
  await page.getByText(`读者 ${id} 在`).waitFor();
  await expectSoundPage(page);
  await page.getByRole('link', { name: '淘宝代销' }).first().click();
  await page.getByText('已用 1 / 15 个').waitFor();
  await page.getByRole('table', { name: '用过的' }).getByText(`读者 ${id}`).waitFor();
  await expectSoundPage(page);
  await page.getByRole('button', { name: '停用' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('还没有用的 14 个').waitFor();
  await dialog.getByLabel('原因').fill('泄露');
  await dialog.getByRole('button', { name: '停用' }).click();
  await page.getByText('14 个没用的兑换码失效').waitFor();
  await page.getByText('没用的都失效了').waitFor();
  expect(await redeeming(app, token, lines[2] ?? '')).toBe(redeemCodeEnded);
});

test('a large batch of codes is approved by a second person, and then made by its author', async () => {
  const finance = await addPerson(app, owner, 'finance', '财务小钱', new Date());
  const page = await openConsoleAs(site, finance.cookie, PHONE);
  await page.goto(site.url('/console/money/codes'));
  await page.getByRole('button', { name: '新建一批' }).click();
  await page.getByLabel('名称').fill('线下卡');
  await page.getByLabel('几个码').fill('200');
  await page.getByLabel('赠币', { exact: true }).fill('10');
  await page.getByRole('button', { name: '预览' }).click();
  await page.getByText('要另一位同事批准').waitFor();
  await expectSoundPage(page);
  await page.getByRole('button', { name: '提交，等批准' }).click();
  await page.getByText('已提交，等另一位同事批准').waitFor();
  await page.getByText('等待批准').waitFor();
  await page.getByRole('link', { name: '线下卡' }).first().click();
  await page.getByText('这是你提出的').waitFor();
  await page.getByRole('button', { name: '撤回' }).waitFor();
  await expectSoundPage(page);

  const second = await openConsoleAs(site, cookie);
  await second.goto(site.url('/console/'));
  await second.getByText('1 批兑换码等另一人批准').waitFor();
  await second.getByRole('link', { name: '查看：兑换码' }).click();
  await second.getByRole('button', { name: '驳回' }).waitFor();
  await second.getByRole('button', { name: '预览并批准' }).click();
  await second.getByRole('dialog').getByText('2,000 赠币').waitFor();
  await expectSoundPage(second);
  await second.getByRole('button', { name: '批准 200 个' }).click();
  await second.getByText('由 财务小钱 生成。').waitFor();
  await expectSoundPage(second);

  await page.reload();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '生成 200 个' }).click(),
  ]);
  expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(201);
  await expectSoundPage(page);
  await page.getByRole('button', { name: '收好了' }).click();
  await page.getByText('已用 0 / 200 个').waitFor();
  await page.getByRole('button', { name: '停用' }).waitFor();
});
