import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Bitmap } from './drawn-comics.ts';
import { imagesDrawn, openReader, PHONE, positionOf, readTo } from './reading.ts';

const page = (height: number): Bitmap => ({ width: 800, height, along: 'down', from: 0, to: 1 });
const many = (count: number): Bitmap[] => Array.from({ length: count }, () => page(900));

const { openPage, url, chapter, payloadOf } = openReader([
  { title: '海上的岛', chapters: [many(8), many(3)] },
  { title: '山里的灯', chapters: [[page(900)]] },
]);
const key = (title: string, no: number, n: number) => `${chapter(title, no)}/${n}`;

/** The same reader on another device. */
async function onAnotherDevice(first: Page): Promise<Page> {
  const second = await openPage(PHONE);
  const cookies = await first.context().cookies();
  await second.context().addCookies(cookies.filter(({ name }) => name === 'token'));
  return second;
}

async function openChapter(reader: Page, title: string, no: number) {
  await reader.goto(url(`/chapter/${chapter(title, no)}`));
  await imagesDrawn(reader);
}

/** Resolves when the server has saved the progress on this page; to be called before that can happen. */
const progressSaved = (reader: Page, onPage = 0) =>
  reader.waitForResponse((response) => {
    if (!response.url().endsWith('/api/my/progress')) return false;
    const payload = payloadOf(response.request().postData());
    return typeof payload === 'object' && payload !== null && 'page' in payload && payload.page === onPage;
  });
const card = (reader: Page, title: string) => reader.getByRole('link', { name: new RegExp(`^\\d*(话未读)?${title}`) });

test('the reading place is restored on another device, and the comic is in the history and on the shelf', async () => {
  const reader = await openPage();
  await openChapter(reader, '海上的岛', 1);
  const kept = progressSaved(reader, 4);
  await readTo(reader, key('海上的岛', 1, 4), 0.25);
  await kept;
  const other = await onAnotherDevice(reader);
  await openChapter(other, '海上的岛', 1);
  await expect.poll(() => positionOf(other)).toMatchObject({ key: key('海上的岛', 1, 4) });
  await other.goto(url('/library?tab=history'));
  await card(other, '海上的岛').getByText('第1话 5/8 页').waitFor();
  await other.goto(url('/library'));
  await card(other, '海上的岛').getByText('读到 第1话').waitFor();
  await other.goto(url('/comic/1'));
  await other.getByRole('link', { name: '续看 第1话' }).waitFor();
  await other.goto(url('/comic/2'));
  await other.getByRole('link', { name: '开始阅读' }).waitFor();
});

test('a device that lies open and is left takes no later place of another device back', async () => {
  const left = await openPage();
  await left.goto(url('/comic/1'));
  const opened = progressSaved(left);
  await left.getByRole('link', { name: '开始阅读' }).click();
  await imagesDrawn(left);
  await opened;
  const kept = progressSaved(left, 2);
  await readTo(left, key('海上的岛', 1, 2), 0);
  await kept;
  const other = await onAnotherDevice(left);
  await openChapter(other, '海上的岛', 1);
  const later = progressSaved(other, 4);
  // Not so far that the chapter counts as finished.
  await readTo(other, key('海上的岛', 1, 4), 0.5);
  await later;
  const sent: string[] = [];
  left.on('request', (request) => sent.push(request.url()));
  await left.goBack();
  await left.getByRole('link', { name: /续看 第1话/ }).waitFor();
  expect(sent.filter((each) => each.endsWith('my/progress'))).toEqual([]);
});

test('a page that is loaded anew opens where another device has read to meanwhile', async () => {
  const first = await openPage();
  await openChapter(first, '海上的岛', 1);
  const kept = progressSaved(first, 2);
  await readTo(first, key('海上的岛', 1, 2), 0);
  await kept;
  const other = await onAnotherDevice(first);
  await openChapter(other, '海上的岛', 1);
  const later = progressSaved(other, 5);
  await readTo(other, key('海上的岛', 1, 5), 0.5);
  await later;
  await first.reload();
  await imagesDrawn(first);
  expect((await positionOf(first)).key).toBe(key('海上的岛', 1, 5));
});

test('a position read without a network is sent when there is one again', async () => {
  const reader = await openPage();
  const opened = progressSaved(reader);
  await openChapter(reader, '海上的岛', 1);
  await opened;
  await reader.context().setOffline(true);
  const failed = reader.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/my/progress'));
  await readTo(reader, key('海上的岛', 1, 3), 0);
  await failed;
  await expect.poll(() => reader.evaluate(() => localStorage.getItem('progress'))).toContain('"page":3');
  const kept = progressSaved(reader, 3);
  await reader.context().setOffline(false);
  await kept;
  await expect.poll(() => reader.evaluate(() => localStorage.getItem('progress'))).toBeNull();
});

test('a chapter of one short page is read once it has been opened', async () => {
  const reader = await openPage();
  const kept = progressSaved(reader);
  await openChapter(reader, '山里的灯', 1);
  await kept;
  await reader.goto(url('/library'));
  await card(reader, '山里的灯').click();
  await reader.getByText('上次读到').waitFor();
});

test('a chapter read to its end is marked 已读 on every device and gives its growth point, one left before it is not', async () => {
  const reader = await openPage();
  const payloads: object[] = [];
  reader.on('request', (request) => {
    if (request.url().endsWith('/api/my/progress')) payloads.push(Object(payloadOf(request.postData())));
  });
  const finishedOf = (no: number) =>
    payloads
      .filter((payload) => Reflect.get(payload, 'chapterId') === chapter('海上的岛', no))
      .map((payload) => Reflect.get(payload, 'finished'));
  await openChapter(reader, '海上的岛', 1);
  const end = progressSaved(reader, 6);
  // The rest of the chapter is in view.
  await readTo(reader, key('海上的岛', 1, 6), 0.5);
  await end;
  expect(finishedOf(1).at(-1)).toBe(true);
  await openChapter(reader, '海上的岛', 2);
  const middle = progressSaved(reader);
  await readTo(reader, key('海上的岛', 2, 0), 0.2);
  await middle;
  expect(finishedOf(2)).not.toContain(true);

  const chapterRow = (device: Page, title: string) =>
    device.getByRole('region', { name: '章节' }).getByRole('listitem').filter({ hasText: title });
  for (const device of [reader, await onAnotherDevice(reader)]) {
    await device.goto(url('/comic/1'));
    await chapterRow(device, '第1话').getByText('已读').waitFor();
    await chapterRow(device, '第2话').getByText('上次读到').waitFor();
    await device.goto(url('/my'));
    await device.getByText('成长值 1 / 50').waitFor();
  }
});

test('what is deleted in edit mode can be had back, and is gone when nobody asks for it', async () => {
  const reader = await openPage();
  for (const title of ['海上的岛', '山里的灯']) {
    const kept = progressSaved(reader);
    await openChapter(reader, title, 1);
    await kept;
  }
  await reader.goto(url('/library?tab=history'));
  await card(reader, '海上的岛').waitFor();
  const remove = async () => {
    await reader.getByRole('button', { name: '编辑' }).click();
    await reader.getByRole('button', { name: '海上的岛' }).click();
    await reader.getByRole('button', { name: '删除 1' }).click();
    await card(reader, '海上的岛').waitFor({ state: 'detached' });
  };
  await remove();
  await reader.getByRole('button', { name: '撤销' }).click();
  await card(reader, '海上的岛').waitFor();
  await remove();
  await reader.reload();
  await card(reader, '山里的灯').waitFor();
  expect(await card(reader, '海上的岛').count()).toBe(0);
});

test('a deletion that fails brings the entry back', async () => {
  const reader = await openPage();
  const kept = progressSaved(reader);
  await openChapter(reader, '海上的岛', 1);
  await kept;
  await reader.goto(url('/library?tab=history'));
  await card(reader, '海上的岛').waitFor();
  await reader.route('**/api/my/del-history', (route) => route.abort());
  await reader.getByRole('button', { name: '编辑' }).click();
  await reader.getByRole('button', { name: '全选' }).click();
  await reader.getByRole('button', { name: '删除 1' }).click();
  await card(reader, '海上的岛').waitFor({ state: 'detached' });
  await reader.getByText('网络异常').waitFor();
  await card(reader, '海上的岛').waitFor();
});

test('a subscription shows at once, ends where the last of quick taps left it, and is seen on another device', async () => {
  const reader = await openPage();
  await reader.goto(url('/comic/1'));
  const button = reader.getByRole('button', { name: /订阅$/ });
  await button.waitFor();
  for (let tap = 0; tap < 3; tap += 1) await button.click();
  await expect.poll(() => button.textContent()).toBe('已订阅');
  const other = await onAnotherDevice(reader);
  await other.goto(url('/library?tab=subscribe'));
  await expect
    .poll(async () => {
      await other.reload();
      await other
        .getByText(/海上的岛|还没有订阅/)
        .first()
        .waitFor();
      return other.getByRole('main').getByRole('listitem').count();
    })
    .toBe(1);
  await expect.poll(() => button.textContent()).toBe('已订阅');
});

test('the count beside a subscription stays that of its own answer, though the detail may be some seconds old', async () => {
  const reader = await openPage();
  let old: Buffer | undefined;
  // Another node, which keeps counts for some seconds.
  await reader.route('**/api/comic/info', async (route) => {
    old ??= await (await route.fetch()).body();
    await route.fulfill({ body: old });
  });
  await reader.goto(url('/comic/2'));
  const count = reader.locator('header').getByText(/^订阅\d+$/);
  await reader.getByRole('button', { name: '订阅' }).waitFor();
  expect(await count.count()).toBe(0);
  const answered = reader.waitForResponse('**/api/my/add-subscribe');
  await reader.getByRole('button', { name: '订阅' }).click();
  await answered;
  // A refetched detail would wait a second for the duplicate block, since it was fetched just before.
  await reader.waitForTimeout(2500);
  expect(await count.textContent()).toBe('订阅1');
  await reader.unrouteAll();
  await reader.reload();
  await expect.poll(() => count.textContent()).toBe('订阅1');
});

test('a subscription that could not be sent is shown as it was', async () => {
  const reader = await openPage();
  await reader.goto(url('/comic/1'));
  const button = reader.getByRole('button', { name: /订阅$/ });
  await button.waitFor();
  const seen = Promise.withResolvers<void>();
  await reader.route('**/api/my/add-subscribe', (route) => seen.promise.then(() => route.abort()));
  await button.click();
  await expect.poll(() => button.textContent()).toBe('已订阅');
  seen.resolve();
  await expect.poll(() => button.textContent()).toBe('订阅');
});

test('a reader who refuses storage leaves no positions', async () => {
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
