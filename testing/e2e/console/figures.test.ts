import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole, openSection } from '../steps/console.ts';

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
    await app.pool.query(
      `insert into figures.day (day, computed_at, closed) select (now() at time zone 'Asia/Shanghai')::date - n, now(), true
       from generate_series(1, 40) n`,
    );
    await app.pool.query(
      `insert into figures.source_day (day, position, source, readers, new_readers, views, buyers, unlocks, coins, bonus,
         tickets, payers, topups, cash_fen) select day, 0, 'weibo', 1234, 5, 9, 1, 2, 30, 0, 0, 1, 1, 600 from figures.day`,
    );
  },
  { consoleFolder: CONSOLE_FOLDER },
);

/** A heading of each tab of 系统. */
const SYSTEM_TABS = {
  检查: '磁盘与短信',
  备份: '备份',
  告警: '告警',
  短信: '短信网关',
  任务: '定时任务',
  设置: '设置',
};
/** Four screens of a phone; all in one page were 8. */
const MOST_TAB_HEIGHT = 4 * 844;

test('the overview leads to the figures, whose span and figure are in the address, and to the health of the site', async () => {
  const page = await openConsole(site, app, PHONE);
  await page.goto(site.url('/console'));
  await page.getByRole('heading', { name: '开业清单' }).waitFor();
  await page.getByRole('table', { name: '最近七天' }).getByText('1,234').first().waitFor();
  await expectSoundPage(page);
  await openSection(page, '数据');
  await page.getByRole('img', { name: '读者的走势，数字在下面的表里' }).waitFor();
  await expectSoundPage(page);
  await page.getByRole('button', { name: '7 天' }).click();
  await page.getByRole('button', { name: /^净充值/ }).click();
  await page.getByRole('img', { name: /^净充值/ }).waitFor();
  const { searchParams } = new URL(page.url());
  expect([...searchParams.keys()].toSorted()).toEqual(['figure', 'from', 'to']);
  await expect.poll(() => page.getByRole('table', { name: '每天的数字' }).getByRole('row').count()).toBe(1 + 7);
  await page.reload();
  await page.getByRole('img', { name: /^净充值/ }).waitFor();
  await expectSoundPage(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^每天 .*\.csv$/);

  await openSection(page, '系统');
  await page.getByRole('heading', { name: '检查' }).waitFor();
  const tabs = page.getByRole('navigation', { name: '系统' });
  expect(await tabs.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
  for (const [tab, heading] of Object.entries(SYSTEM_TABS)) {
    await tabs.getByRole('link', { name: tab }).click();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight), tab).toBeLessThan(MOST_TAB_HEIGHT);
  }
  await page.reload();
  await page.getByRole('heading', { name: '设置', exact: true }).waitFor();
  await tabs.getByRole('link', { name: '告警' }).click();
  await page.getByRole('button', { name: '设置接收方' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('机器人的地址').fill('http://127.0.0.1/');
  await dialog.getByLabel('发邮件').check();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => dialog.getByRole('alert').allTextContents()).toEqual(['要填写', '要填写']);
  await dialog.getByLabel('发邮件').uncheck();
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('要写 https:// 开头的地址').waitFor();
  expect(await dialog.getByLabel('机器人的地址').evaluate((field) => field === document.activeElement)).toBe(true);
  await expectSoundPage(page);
  await dialog.getByLabel('机器人的地址').fill('https://robot.example.com/send?key=1');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存，一分钟之内生效').waitFor();
  await page.getByText('发给 webhook').first().waitFor();

  await tabs.getByRole('link', { name: '短信' }).click();
  await page.getByLabel('加一家').selectOption('阿里云短信服务');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => dialog.getByRole('alert').allTextContents()).toEqual(Array(4).fill('要填写'));
  await dialog.getByLabel('AccessKey ID').fill('LTAI5tAaaaaaaaaaaaaaaaaa');
  await dialog.getByLabel('AccessKey Secret').fill('Secret000000000000000000000000');
  await dialog.getByLabel('签名').fill('【漫屿】');
  await dialog.getByLabel('验证码的模板').fill('SMS_154950909');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('要写短信签名，2 到 20 个字，不带【】').waitFor();
  await expectSoundPage(page);
  await dialog.getByLabel('签名').fill('漫屿');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存，马上生效；发一条试试').waitFor();
  const gateways = page.locator('section', { has: page.getByRole('heading', { name: '短信网关' }) });
  await gateways.getByText('1. 阿里云短信服务').waitFor();
  await gateways.getByRole('button', { name: '改', exact: true }).click();
  await dialog.getByText('已设置，不写就用现在的').waitFor();
  expect(await dialog.getByLabel('AccessKey Secret').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await gateways.getByLabel('一天最多几条').fill('300');
  // Another one is added on the server.
  const twilio = { account_sid: `AC${'0'.repeat(32)}`, auth_token: '0'.repeat(32), from: 'Manyu', signature: '漫屿' };
  await appendFile(path.join(app.imageDir, 'sms.yaml'), `twilio: ${JSON.stringify(twilio)}\n`);
  await gateways.getByRole('button', { name: '保存上限' }).click();
  await gateways.getByText('刚刚有人改过，没有保存').waitFor();
  await gateways.getByText('2. Twilio').waitFor();
  await gateways.getByRole('button', { name: '保存上限' }).click();
  await page.getByText('已保存，马上生效', { exact: true }).waitFor();
  // The button was disabled while the call ran.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('保存上限');
  await gateways.getByRole('button', { name: '去掉' }).first().click();
  await dialog.getByRole('button', { name: '去掉' }).click();
  await gateways.getByText('1. Twilio').waitFor();
  await gateways.getByRole('button', { name: '去掉' }).click();
  await dialog.getByRole('button', { name: '去掉' }).click();
  await gateways.getByText('没有网关：读者的验证码在发件箱里').waitFor();
});
