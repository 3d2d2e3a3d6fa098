import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { scratchRoot } from '../../database/scratch.ts';
import { addComic } from '../../factories/comics.ts';
import { signedIn } from '../../factories/readers.ts';
import { orderBy, press } from '../../factories/shop.ts';
import { firstOwner } from '../../factories/staff.ts';
import { openSite } from '../steps/app.ts';
import { CONSOLE_FOLDER, openConsoleAs } from '../steps/console.ts';

let app: TestApp;
let cookie = '';
let folder: string;
let comicId = 0;
let readerId = 0;
let order = '';
const site = openSite(
  async (opened) => {
    app = opened;
    comicId = (await addComic(app, { title: '雨夜书店', chapters: [{ title: '启程', price: 5 }] })).comicId;
    const reader = await signedIn(app);
    readerId = reader.id;
    const { orderId, cashier } = await orderBy(app, reader.token);
    await press(app, cashier, 'pay');
    order = orderId;
    ({ cookie } = await firstOwner(app, new Date()));
  },
  { consoleFolder: CONSOLE_FOLDER },
);
beforeAll(() => {
  folder = mkdtempSync(path.join(scratchRoot(), 'manyu-mistakes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(address: string): Promise<Page> {
  const page = await openConsoleAs(site, cookie);
  await page.goto(site.url(`/console${address}`));
  return page;
}

test('names that are too long are refused at their field, and a paste that is cut says so', async () => {
  const page = await open(`/comics/${comicId}`);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.getByLabel('作者', { exact: true }).fill(`甲、${'长'.repeat(201)}`);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('一个最多 200 个字').waitFor();
  expect(calls.filter((url) => url.endsWith('comics/edit'))).toEqual([]);

  await page.getByLabel('简介').fill('长'.repeat(500));
  await page.getByLabel('简介').selectText();
  await page.keyboard.press('Control+C');
  await page.getByLabel('书名', { exact: true }).selectText();
  await page.keyboard.press('Control+V');
  await page.getByText('最多 200 个字，多出来的没有粘贴进来').waitFor();
});

test('a picture that is too large or no picture is refused before it is sent', async () => {
  const page = await open(`/comics/${comicId}`);
  const huge = path.join(folder, 'huge.png');
  writeFileSync(huge, '');
  truncateSync(huge, 51 * 1024 ** 2);
  const text = path.join(folder, 'text.png');
  writeFileSync(text, 'no picture');
  await page.getByRole('button', { name: '换封面' }).click();
  await page.getByLabel('选择图片').setInputFiles(huge);
  await page.getByText('「huge.png」超过 50 MB，请先缩小').waitFor();
  await page.getByLabel('选择图片').setInputFiles(text);
  await page.getByText('浏览器显示不了这张图片').waitFor();
  const { rows } = await app.pool.query('select id from uploads.upload');
  expect(rows).toEqual([]);
});

test('double clicks on actions with money show each step and have one effect', async () => {
  const done = async () => {
    const { rows } = await app.pool.query(
      `select action, count(*)::int as times from audit.entry where subject in ('reader', 'order') group by action order by action`,
    );
    return rows.map(({ action, times }) => `${action} ${times}`);
  };
  const page = await open(`/readers/${readerId}`);
  await page.getByRole('button', { name: '调整余额' }).dblclick();
  await page.getByLabel('数目').fill('20');
  await page.getByLabel('原因').fill('昨天打不开');
  await page.getByRole('button', { name: '预览' }).dblclick();
  const adjust = page.getByRole('button', { name: '调整 +20 赠币' });
  await adjust.waitFor();
  expect(await done()).toEqual([]);
  await adjust.dblclick();
  await page.getByText(/已调整/).waitFor();

  await page.goto(site.url(`/console/money/orders/${order}`));
  await page.getByRole('button', { name: '退款', exact: true }).dblclick();
  await page.getByLabel('原因').fill('读者要求');
  await page.getByRole('button', { name: '预览' }).dblclick();
  const refund = page.getByRole('button', { name: '退款 ¥6.00' });
  await refund.waitFor();
  expect(await done()).toEqual(['adjust 1']);
  await refund.dblclick();
  await page.getByText('已登记退款').waitFor();
  expect(await done()).toEqual(['adjust 1', 'refund 1']);
});

test('a save that fails offline keeps the typed text, and can be repeated after a lost answer', async () => {
  const page = await open(`/comics/${comicId}`);
  const title = page.getByLabel('书名', { exact: true });
  await title.fill('雨夜书店二');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('没有连上服务器').first().waitFor();
  expect(await title.inputValue()).toBe('雨夜书店二');
  await page.context().setOffline(false);
  // The server saves it, but the answer is lost.
  await page.route(
    '**/console/api/comics/edit',
    async (route) => {
      // As the browser would send it.
      const origin = new URL(site.url('/')).origin;
      const headers = { ...(await route.request().allHeaders()), origin, 'sec-fetch-site': 'same-origin' };
      await route.fetch({ headers });
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect
    .poll(async () => (await app.pool.query('select title from catalog.comic')).rows)
    .toEqual([{ title: '雨夜书店二' }]);
  await page.getByText('没有连上服务器').first().waitFor();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByText('已保存').waitFor();
});

test('if two tabs edit one comic, the second shows the saved values of the first, and loses nothing', async () => {
  const [first, second] = [await open(`/comics/${comicId}`), await open(`/comics/${comicId}`)];
  const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();
  await first.getByLabel('简介').fill('第一页写的');
  await second.getByLabel('简介').fill('第二页写的');
  await second.getByLabel('作者').first().fill('乙');
  await save(first);
  await first.getByText('已保存').waitFor();
  await save(second);
  await second.getByText('第一页写的').first().waitFor();
  expect(await second.getByLabel('简介').first().inputValue()).toBe('第二页写的');
  expect(await second.getByLabel('作者').first().inputValue()).toBe('乙');
  const { rows } = await app.pool.query('select description, authors from catalog.comic');
  expect(rows).toEqual([{ description: '第一页写的', authors: ['作者'] }]);
});
