import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { progress, subscribed } from '#contract/calls/library';
import type { TestApp } from '../../app/app.ts';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { imagesDrawn, openReader, PHONE, positionOf, readTo } from '../steps/reading.ts';

const page = (height: number): Bitmap => ({ width: 800, height, along: 'down', from: 0, to: 1 });
const many = (count: number): Bitmap[] => Array.from({ length: count }, () => page(900));

let app: TestApp;
const { openPage, url, chapter, payloadOf } = openReader(
  [
    { title: '海上的岛', chapters: [many(8), many(3)] },
    { title: '山里的灯', chapters: [[page(900)]] },
  ],
  (site) => {
    app = site;
  },
);
const key = (title: string, no: number, n: number) => `${chapter(title, no)}/${n}`;

const tokenOf = async (reader: Page) => (await reader.context().cookies()).filter(({ name }) => name === 'token');

/** Opens a page of the same reader on another device. */
async function onAnotherDevice(first: Page): Promise<Page> {
  const second = await openPage(PHONE);
  await second.context().addCookies(await tokenOf(first));
  return second;
}

async function openChapter(reader: Page, title: string, no: number) {
  await reader.goto(url(`/chapter/${chapter(title, no)}`));
  await imagesDrawn(reader);
}

/** Resolves when the server has saved the progress on this page. Call it before that can happen. */
const progressSaved = (reader: Page, onPage = 0) =>
  reader.waitForResponse((response) => {
    if (!response.url().endsWith('/api/my/progress')) return false;
    const payload = payloadOf(response.request().postData());
    return typeof payload === 'object' && payload !== null && 'page' in payload && payload.page === onPage;
  });
const card = (reader: Page, title: string) =>
  reader.locator('main:visible').getByRole('link', { name: new RegExp(`^\\d*(话未读)?${title}`) });
/** The list of the library. Below a short one is another list, of recommended comics. */
const entries = (reader: Page) => reader.locator('main:visible').getByRole('list').first();
const entry = (reader: Page, title: string) => card(reader, title).and(entries(reader).getByRole('link'));
const backButton = (reader: Page) => reader.getByRole('button', { name: '返回' });
const place = (reader: Page, name: string) =>
  reader.getByRole('navigation', { name: '主要页面' }).getByRole('link', { name });

const atHome = (reader: Page) => reader.getByRole('heading', { level: 1, name: '首页' }).waitFor();

/** Goes from a comic home, and then to another bottom tab. */
async function leaveComic(reader: Page, name?: string) {
  await backButton(reader).click();
  await atHome(reader);
  if (name !== undefined) await place(reader, name).click();
}

test('the reading position is synchronised between devices, also after reading offline', async () => {
  const reader = await openPage();
  await openChapter(reader, '海上的岛', 1);
  const kept = progressSaved(reader, 4);
  await readTo(reader, key('海上的岛', 1, 4), 0.25);
  await kept;
  const other = await onAnotherDevice(reader);
  // The comic is in the history and on the shelf of another device.
  await other.goto(url('/library?tab=history'));
  await card(other, '海上的岛').getByText('第1话 5/8 页').waitFor();
  await other.getByRole('tab', { name: '书架', exact: true }).click();
  await card(other, '海上的岛').getByText('看到第1话').waitFor();
  await place(other, '首页').click();
  await atHome(other);
  await card(other, '海上的岛').first().click();
  await other.getByRole('link', { name: '续看 第1话' }).waitFor();
  await leaveComic(other);
  await card(other, '山里的灯').first().click();
  await other.getByRole('link', { name: '开始阅读' }).waitFor();
  // The reading position is restored there.
  await openChapter(other, '海上的岛', 1);
  await expect.poll(() => positionOf(other)).toMatchObject({ key: key('海上的岛', 1, 4) });

  // After a reload, a page opens at the newer position of another device.
  const later = progressSaved(other, 5);
  await readTo(other, key('海上的岛', 1, 5), 0.5);
  await later;
  const opened = progressSaved(reader, 5);
  await reader.reload();
  await imagesDrawn(reader);
  expect((await positionOf(reader)).key).toBe(key('海上的岛', 1, 5));

  // A position read offline is sent when the network is back.
  await opened;
  await reader.context().setOffline(true);
  const failed = reader.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/my/progress'));
  await readTo(reader, key('海上的岛', 1, 3), 0);
  await failed;
  await expect.poll(() => reader.evaluate(() => localStorage.getItem('progress'))).toContain('"page":3');
  const sent = progressSaved(reader, 3);
  await reader.context().setOffline(false);
  await sent;
  await expect.poll(() => reader.evaluate(() => localStorage.getItem('progress'))).toBeNull();
});

test('leaving an idle device does not overwrite a newer position of another device', async () => {
  const left = await openPage();
  await left.goto(url('/comic/1'));
  const opened = progressSaved(left);
  await left.getByRole('link', { name: '开始阅读' }).click();
  await imagesDrawn(left);
  await opened;
  const kept = progressSaved(left, 2);
  await readTo(left, key('海上的岛', 1, 2), 0);
  await kept;
  const [token] = await tokenOf(left);
  const later = { chapterId: chapter('海上的岛', 1), page: 4, offset: 0.5, ageMs: 0 };
  expect((await app.call(progress, later, { token: token?.value })).status).toBe(1);
  const sent: string[] = [];
  left.on('request', (request) => sent.push(request.url()));
  await left.goBack();
  await left.getByRole('link', { name: /续看 第1话/ }).waitFor();
  expect(sent.filter((each) => each.endsWith('my/progress'))).toEqual([]);
});

test('a chapter read to its end is marked 已读 on every device and gives its growth point; a chapter left earlier is not', async () => {
  const reader = await openPage();
  const payloads: object[] = [];
  reader.on('request', (request) => {
    if (request.url().endsWith('/api/my/progress')) payloads.push(Object(payloadOf(request.postData())));
  });
  const finishedOf = (no: number) =>
    payloads
      .filter((payload) => Reflect.get(payload, 'chapterId') === chapter('海上的岛', no))
      .map((payload) => Reflect.get(payload, 'finished'));
  await reader.goto(url('/comic/1'));
  await reader.getByRole('link', { name: '开始阅读' }).click();
  await imagesDrawn(reader);
  const end = progressSaved(reader, 6);
  // The rest of the chapter is in view.
  await readTo(reader, key('海上的岛', 1, 6), 0.5);
  await end;
  expect(finishedOf(1).at(-1)).toBe(true);
  const chapterRow = (device: Page, title: string) =>
    device.getByRole('region', { name: '章节' }).getByRole('listitem').filter({ hasText: title });
  await reader.goBack();
  await chapterRow(reader, '第2话').getByRole('link').click();
  await imagesDrawn(reader);
  const middle = progressSaved(reader);
  await readTo(reader, key('海上的岛', 2, 0), 0.2);
  await middle;
  expect(finishedOf(2)).not.toContain(true);

  await reader.goBack();
  const other = await onAnotherDevice(reader);
  await other.goto(url('/comic/1'));
  for (const device of [reader, other]) {
    await chapterRow(device, '第1话').getByText('已读').waitFor();
    await chapterRow(device, '第2话').getByText('上次读到').waitFor();
    await leaveComic(device, '我的');
    await device.getByText('成长值 1 / 50').waitFor();
  }
});

test('a chapter of one short page counts as read when opened, and a deletion can be undone', async () => {
  const reader = await openPage();
  const keptFirst = progressSaved(reader);
  await openChapter(reader, '海上的岛', 1);
  await keptFirst;
  // A chapter of one short page counts as read when it is opened.
  await reader.goto(url('/comic/2'));
  const kept = progressSaved(reader);
  await reader.getByRole('link', { name: '开始阅读' }).click();
  await kept;
  await reader.goBack();
  await leaveComic(reader, '书架');
  await reader.getByRole('tab', { name: '书架', exact: true }).waitFor();
  await card(reader, '山里的灯').click();
  await reader.getByText('上次读到').waitFor();

  // A second tap on 返回 within 300 ms is ignored.
  await reader.waitForTimeout(300);
  await backButton(reader).click();
  await reader.getByRole('tab', { name: '历史', exact: true }).click();
  await entry(reader, '海上的岛').waitFor();
  const remove = async () => {
    await reader.getByRole('button', { name: '编辑' }).click();
    await reader.getByRole('button', { name: '海上的岛' }).click();
    await reader.getByRole('button', { name: '删除 1' }).click();
    await entry(reader, '海上的岛').waitFor({ state: 'detached' });
  };
  // A deletion in edit mode can be undone.
  await remove();
  await reader.getByRole('button', { name: '撤销' }).click();
  await entry(reader, '海上的岛').waitFor();

  // It comes back when the deletion fails.
  await reader.route('**/api/my/del-history', (route) => route.abort());
  await reader.getByRole('button', { name: '编辑' }).click();
  await reader.getByRole('button', { name: '全选' }).click();
  await reader.getByRole('button', { name: '删除 2' }).click();
  await entry(reader, '海上的岛').waitFor({ state: 'detached' });
  await reader.getByText('网络异常').waitFor();
  await entry(reader, '海上的岛').waitFor();
  await reader.unrouteAll();

  // Without an undo it is deleted.
  await remove();
  await reader.reload();
  await entry(reader, '山里的灯').waitFor();
  expect(await entry(reader, '海上的岛').count()).toBe(0);
});

test('a subscription is shown at once, has the state of the last tap, and appears on another device', async () => {
  const reader = await openPage();
  await reader.goto(url('/comic/1'));
  const button = reader.getByRole('button', { name: /订阅$/ });
  await button.waitFor();
  // It is shown at once, and reverted if the call fails.
  const seen = Promise.withResolvers<void>();
  await reader.route('**/api/my/add-subscribe', (route) => seen.promise.then(() => route.abort()));
  await button.click();
  await expect.poll(() => button.textContent()).toBe('已订阅');
  seen.resolve();
  await expect.poll(() => button.textContent()).toBe('订阅');
  await reader.unrouteAll();

  // The last of several quick taps counts.
  for (let tap = 0; tap < 3; tap += 1) await button.click();
  await expect.poll(() => button.textContent()).toBe('已订阅');
  const [token] = await tokenOf(reader);
  const followed = async () => (await app.call(subscribed, {}, { token: token?.value })).data?.list.length;
  await expect.poll(followed).toBe(1);
  // It appears on another device.
  const other = await onAnotherDevice(reader);
  await other.goto(url('/library?tab=subscribe'));
  await card(other, '海上的岛').waitFor();
  expect(await entries(other).getByRole('listitem').count()).toBe(1);
  await expect.poll(() => button.textContent()).toBe('已订阅');

  // The count keeps the value of the call's response, although a cached detail may be some seconds old.
  let old: Buffer | undefined;
  // Simulates another node with a cached count.
  await reader.route('**/api/comic/info', async (route) => {
    old ??= await (await route.fetch()).body();
    await route.fulfill({ body: old });
  });
  await leaveComic(reader);
  await card(reader, '山里的灯').first().click();
  const count = reader.locator('header').getByText(/^订阅\d+$/);
  await reader.getByRole('button', { name: '订阅', exact: true }).waitFor();
  expect(await count.count()).toBe(0);
  const answered = reader.waitForResponse('**/api/my/add-subscribe');
  await reader.getByRole('button', { name: '订阅', exact: true }).click();
  await answered;
  // The duplicate-request block delays a refetched detail by a second.
  await reader.waitForTimeout(2500);
  expect(await count.textContent()).toBe('订阅1');
  await reader.unrouteAll();
  await reader.reload();
  await expect.poll(() => count.textContent()).toBe('订阅1');
});

test('no positions are stored for a reader who refuses storage', async () => {
  const reader = await openPage(PHONE, { consent: 'refused' });
  const sent: string[] = [];
  reader.on('request', (request) => sent.push(request.url()));
  await openChapter(reader, '海上的岛', 1);
  await readTo(reader, key('海上的岛', 1, 2), 0);
  await reader.waitForTimeout(1500);
  expect(sent.filter((each) => each.endsWith('my/progress'))).toEqual([]);
  await reader.goto(url('/library'));
  await reader.getByText('书架还是空的').waitFor();
});
