import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { watchChannels } from '../../../server/adapters/channels/config.ts';
import type { TestApp } from '../../app/app.ts';
import { scratchRoot } from '../../database/scratch.ts';
import { MERCHANT } from '../../gateways/certificates.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, expectSoundPage, openConsole, openSection } from '../steps/console.ts';

const PUBLIC_URL = 'https://manyu.test';
const dataDir = await mkdtemp(path.join(scratchRoot(), 'manyu-channels-'));
const channels = await watchChannels({ dataDir, publicUrl: PUBLIC_URL, production: true, sandboxPayments: false });

let app: TestApp;
const site = openSite(
  async (opened) => {
    app = opened;
  },
  { consoleFolder: CONSOLE_FOLDER, dataDir, channels, environment: { NODE_ENV: 'production', PUBLIC_URL } },
);

test('an owner adds a channel, switches it on after a check, changes it and removes it', async () => {
  const page = await openConsole(site, app, PHONE);
  await page.goto(site.url('/console'));
  await openSection(page, '账务');
  await page.getByRole('link', { name: '渠道' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByLabel('加一个渠道').selectOption('支付宝');
  await dialog.getByRole('button', { name: '保存' }).click();
  // Each missing field has its own message, and the first one is in view.
  await expect.poll(() => dialog.getByRole('alert').allTextContents()).toEqual(Array(4).fill('要填写'));
  expect(await dialog.getByLabel('APPID').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByLabel('加一个渠道').selectOption('微信支付');
  await dialog.getByLabel('商户私钥的文件').setInputFiles({
    name: 'apiclient_key.pem',
    mimeType: 'application/x-pem-file',
    buffer: Buffer.from(MERCHANT.privateKey),
  });
  await expect.poll(() => dialog.getByLabel('商户私钥', { exact: true }).inputValue()).toContain('PRIVATE KEY');
  await expectSoundPage(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByLabel('加一个渠道').selectOption('Stripe');
  await dialog.getByText('https://manyu.test/pay/stripe/notify').waitFor();
  await dialog.getByLabel('Secret key').fill('sk_live');
  await dialog.getByLabel('Signing secret').fill('whsec_0000000000000000');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('要写 sk_live_ 或 sk_test_ 开头的密钥').waitFor();
  await expect
    .poll(() => dialog.getByLabel('Secret key').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await dialog.getByLabel('Secret key').fill('sk_live_0000000000000000');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('已加上，还没有打开：检查过再打开').waitFor();
  // It is listed once, with its state.
  await page.getByText('停用，不收新的订单').waitFor();
  expect(await page.getByRole('main').getByText('（Stripe）').count()).toBe(1);
  await expectSoundPage(page);

  await page.getByRole('button', { name: '打开', exact: true }).click();
  await dialog.getByText('这个渠道没有要检查的。').waitFor();
  await expectSoundPage(page);
  await dialog.getByRole('button', { name: '打开', exact: true }).click();
  await page.getByText('已打开').waitFor();
  expect(channels.now().map(({ id, off }) => [id, off])).toEqual([['stripe', false]]);

  await page.getByRole('button', { name: '改', exact: true }).click();
  await dialog.getByText('已设置，不写就用现在的').first().waitFor();
  await dialog.getByLabel('币种').fill('USD');
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存，马上生效').waitFor();
  await page.getByRole('button', { name: '去掉' }).click();
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: '去掉' }).click();
  await dialog.getByText('没有连上服务器，请稍后重试').waitFor();
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: '去掉' }).click();
  await page.getByText('已去掉').waitFor();
  expect(channels.now()).toEqual([]);
});
