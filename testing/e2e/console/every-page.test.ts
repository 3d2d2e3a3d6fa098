import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { feedbackSubmit } from '#contract/calls/support';
import type { TestApp } from '../../app/app.ts';
import { addComic } from '../../factories/comics.ts';
import { newAddress, signedIn } from '../../factories/readers.ts';
import { orderBy, press } from '../../factories/shop.ts';
import { firstOwner } from '../../factories/staff.ts';
import { createFakeAlipay } from '../../gateways/alipay.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { CONSOLE_FOLDER, DESK, expectSoundPage, openConsoleAs } from '../steps/console.ts';

// One test opens every page.
vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
let cookie = '';
const made = { comic: 0, reader: 0, feedback: 0, order: '' };
const site = openSite(
  async (opened) => {
    app = opened;
    const publishedAt = new Date(Date.now() + 3 * 86_400_000);
    const chapters = [
      { title: '启程', price: 5 },
      { title: '归来', publishedAt },
    ];
    made.comic = (await addComic(app, { title: '雨夜书店', chapters })).comicId;
    const reader = await signedIn(app);
    made.reader = reader.id;
    const from = { token: reader.token, remoteAddress: newAddress() };
    const about = { comicId: made.comic };
    const { data } = await app.call(feedbackSubmit, { type: 5, content: '侵犯了我的权利', about }, from);
    made.feedback = data?.id ?? 0;
    const { orderId, cashier } = await orderBy(app, reader.token);
    await press(app, cashier, 'pay');
    made.order = orderId;
    ({ cookie } = await firstOwner(app, new Date()));
  },
  { consoleFolder: CONSOLE_FOLDER, channels: [createFakeAlipay(() => new Date()).channel] },
);

/** The pages below those of the navigation. */
const below = ({ comic, reader, feedback, order }: typeof made) => [
  ...['', '/chapters', '/prices', '/history'].map((tab) => `/comics/${comic}${tab}`),
  ...['calendar', 'home', 'promotions'].map((part) => `/editorial/${part}`),
  `/readers/${reader}`,
  `/feedback/${feedback}`,
  ...['backups', 'alerts', 'sms', 'jobs', 'settings'].map((tab) => `/system/${tab}`),
  ...['bills', 'channels', 'codes', 'month', 'ledger', `orders/${order}`].map((tab) => `/money/${tab}`),
];

async function open(page: Page, address: string): Promise<void> {
  await page.goto(site.url(`/console${address}`));
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=正在加载]'));
}

test('every page of the console is accessible, light on a wide screen and dark on a phone', async () => {
  const page = await openConsoleAs(site, cookie);
  await open(page, '/');
  const links = await page.getByRole('navigation', { name: '后台' }).getByRole('link').all();
  const sections = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
  expect(sections.length).toBeGreaterThan(10);
  for (const address of [...sections.map((href) => href.replace('/console', '')), ...below(made)])
    await expectSound(page, address);
});

test('on a phone the tab of the page is whole in view', async () => {
  const page = await openConsoleAs(site, cookie, PHONE);
  await open(page, `/comics/${made.comic}/history`);
  const right = () =>
    page.getByRole('link', { name: '历史', exact: true }).evaluate((tab) => tab.getBoundingClientRect().right);
  await expect.poll(right).toBeLessThanOrEqual(PHONE.viewport?.width ?? 0);
});

/** The themes alternate; `npm run drills` checks both at both widths. An error names the page and the width. */
async function expectSound(page: Page, address: string): Promise<void> {
  await open(page, address);
  for (const viewport of [DESK.viewport, { width: 390, height: 844 }]) {
    if (viewport) await page.setViewportSize(viewport);
    await expectSoundPage(page).catch((fault: unknown) => {
      throw new Error(`${address} at ${viewport?.width}`, { cause: fault });
    });
  }
}

test('a file that is no bill is refused in the browser with the reason', async () => {
  const page = await openConsoleAs(site, cookie);
  await open(page, '/money/bills');
  const file = { name: 'bill.csv', mimeType: 'text/csv', buffer: Buffer.from('日期,金额\n1,2\n') };
  await page.getByLabel('选择账单文件').setInputFiles(file);
  await page.getByText('这不是支付宝的账单：没有业务明细的表头').waitFor();
});
