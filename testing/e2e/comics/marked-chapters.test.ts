import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeChapter } from '../../factories/comics.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { longPress, tapTwice } from '../steps/fingers.ts';
import { imagesDrawn, openReader, PHONE, positionOf, readTo } from '../steps/reading.ts';
import { goWithin } from '../steps/walking.ts';

const page: Bitmap = { width: 800, height: 900, along: 'down', from: 0, to: 1 };
const { openPage, url, chapter } = openReader(
  [{ title: '海上的岛', chapters: [Array.from({ length: 8 }, () => page), [page], [page], [page]] }],
  (app) => changeChapter(app, 1, 4, { priceCoins: 5 }),
);

/** The detail of the comic, with the elements that a test checks. */
async function openDetail(consent: 'given' | 'refused' = 'given') {
  const reader = await openPage(PHONE, { consent });
  await reader.goto(url('/comic/1'));
  return { reader, ...partsOf(reader) };
}

function partsOf(reader: Page) {
  const list = reader.getByRole('region', { name: '章节' });
  const bar = reader.getByRole('region', { name: '选中的话' });
  return {
    bar,
    link: (no: number) => list.getByRole('link', { name: new RegExp(`^第${no}话`) }),
    row: (no: number) => list.getByRole('button', { name: new RegExp(`^第${no}话`) }),
    act: (name: string) => bar.getByRole('button', { name, exact: true }).click(),
    start: reader.getByRole('button', { name: '选择', exact: true }),
    undo: reader.getByRole('button', { name: '撤销' }),
    read: () => list.getByText(/已读|上次读到/).count(),
    stored: (call: string) => reader.waitForResponse(`**/api/my/${call}`),
  };
}

/** Reads the first chapter to a page in its middle. */
async function readInto(reader: Page): Promise<void> {
  await partsOf(reader).link(1).click();
  await imagesDrawn(reader);
  const saved = reader.waitForResponse('**/api/my/progress');
  await readTo(reader, `${chapter('海上的岛', 1)}/4`, 0.5);
  await saved;
  await goWithin(reader, '/comic/1');
}

test('a long press selects chapters; they are marked as read, which can be undone; going back ends the selection', async () => {
  const { reader, bar, link, row, act, undo, read, stored } = await openDetail();
  await readInto(reader);
  await longPress(reader, link(1), () => bar.getByText('已选 1 话').waitFor());
  await row(3).click();
  await bar.getByText('已选 2 话').waitFor();
  expect([await row(1).getAttribute('aria-pressed'), await row(2).getAttribute('aria-pressed')]).toEqual([
    'true',
    'false',
  ]);
  await act('已读');
  await reader.getByText('已把 2 话标为已读').waitFor();
  await link(3).getByText('已读').waitFor();
  await undo.click();
  await expect.poll(() => link(3).getByText('已读').count()).toBe(0);
  await reader.getByRole('link', { name: '续看 第1话 第 5 页，共 8 页' }).waitFor();

  await longPress(reader, link(2), () => bar.waitFor());
  await reader.goBack();
  await bar.waitFor({ state: 'detached' });
  expect(new URL(reader.url()).pathname).toBe('/comic/1');

  await longPress(reader, link(2), () => bar.waitFor());
  const marked = stored('mark-chapters');
  await act('已读');
  await marked;
  await reader.reload();
  await link(2).getByText('已读').waitFor();
  await link(1).getByText('上次读到').waitFor();
  expect(await read()).toBe(2);
});

test('the second tap of a double tap on 已读 or 撤销 presses nothing that comes into its place', async () => {
  const { reader, bar, link, undo } = await openDetail();
  await longPress(reader, link(2), () => bar.waitFor());
  await tapTwice(reader, bar.getByRole('button', { name: '已读', exact: true }));
  await tapTwice(reader, undo);
  await undo.waitFor({ state: 'detached' });
  await reader.waitForTimeout(400);
  expect(new URL(reader.url()).pathname).toBe('/comic/1');
  expect(await reader.getByRole('button', { name: '已订阅' }).count()).toBe(0);
  // A double tap on a toggle counts once.
  await tapTwice(reader, reader.getByRole('button', { name: '订阅', exact: true }));
  await reader.getByRole('button', { name: '已订阅' }).waitFor();
});

test('all chapters up to one are marked as read, and all as unread, with their places', async () => {
  const { reader, bar, link, row, act, start, read, stored } = await openDetail();
  await readInto(reader);
  await reader.getByRole('button', { name: '在别处看过？标记看到哪一话' }).click();
  await row(2).click();
  const marked = stored('mark-read');
  await act('前面都已读');
  // Shown before the server has it.
  await reader.getByRole('link', { name: /^读 第3话/ }).waitFor();
  await link(2).getByText('上次读到').waitFor();
  await marked;
  await goWithin(reader, '/library');
  await reader.locator('main:visible').getByText('看完第2话').waitFor();
  await goWithin(reader, '/comic/1');
  await start.click();
  await act('全选');
  await bar.getByText('已选 4 话').waitFor();
  expect(await bar.getByRole('button', { name: '前面都已读' }).isDisabled()).toBe(true);
  await act('未读');
  await reader.getByRole('link', { name: '开始阅读' }).waitFor();
  expect(await read()).toBe(0);
  // Leaving sends the mark at once.
  const unmarked = stored('mark-chapters');
  await goWithin(reader, '/library');
  await unmarked;
  await goWithin(reader, '/comic/1');
  await reader.getByRole('link', { name: '开始阅读' }).waitFor();
  await link(1).click();
  await imagesDrawn(reader);
  expect(await positionOf(reader)).toEqual({ key: `${chapter('海上的岛', 1)}/0`, offset: 0 });
});

test('a mark that the network loses is shown as not stored, and is sent again', async () => {
  const { reader, link, row, act, start, read, stored } = await openDetail();
  await reader.route('**/api/my/mark-chapters', (route) => route.abort());
  await start.click();
  await row(2).click();
  await act('已读');
  await reader.getByText('没有标成：网络异常').waitFor();
  expect(await read()).toBe(0);
  await reader.unroute('**/api/my/mark-chapters');
  const marked = stored('mark-chapters');
  await reader.getByRole('button', { name: '重试' }).click();
  await marked;
  await link(2).getByText('上次读到').waitFor();
});

test('the selected chapters that can be read are downloaded', async () => {
  const { reader, bar, act, start } = await openDetail();
  await start.click();
  await act('全选');
  await act('下载');
  const sheet = reader.getByRole('dialog', { name: '下载' });
  await sheet.getByText('已选 3 话').waitFor();
  // Closing the sheet keeps the selection.
  await sheet.getByRole('button', { name: '关闭' }).click();
  await bar.getByText('已选 4 话').waitFor();
  await act('下载');
  await sheet.getByRole('button', { name: '下载', exact: true }).click();
  await reader.getByText('已加入下载').waitFor();
  await bar.waitFor({ state: 'detached' });
});

test('without records nothing can be marked, and the bar says why', async () => {
  const { reader, bar, row, start } = await openDetail('refused');
  await start.click();
  await row(2).click();
  await bar.getByText('现在不保存阅读记录，可以在「我的」里改成保存。').waitFor();
  const buttons = bar.getByRole('button', { disabled: true });
  expect(await buttons.allTextContents()).toEqual(['已读', '未读', '前面都已读']);
  expect(await accessibilityFaults(reader)).toEqual([]);
});
