import { expect, test } from 'vitest';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { imagesDrawn, openReader, positionOf, readTo } from '../steps/reading.ts';
import { goWithin } from '../steps/walking.ts';

const page: Bitmap = { width: 800, height: 900, along: 'down', from: 0, to: 1 };
const { openPage, url, chapter } = openReader([
  { title: '海上的岛', chapters: [Array.from({ length: 8 }, () => page), [page, page, page]] },
]);

test('the chapters up to one are marked as read, an earlier one instead, and all as unread', async () => {
  const reader = await openPage();
  await reader.goto(url('/comic/1'));
  await reader.getByRole('button', { name: '在别处看过？标记看到哪一话' }).click();
  const sheet = reader.getByRole('dialog', { name: '看到哪一话了' });
  const mark = async (no: number) => {
    await sheet.getByRole('radio', { name: new RegExp(`^第${no}话`) }).check();
    await sheet.getByRole('button', { name: `标为看到第${no}话` }).click();
  };
  await mark(2);
  await reader.getByRole('link', { name: /^第2话.*上次读到/ }).waitFor();
  await reader.getByRole('button', { name: '在别处看过？标记看到哪一话' }).click();
  await mark(1);
  await reader.getByRole('link', { name: /^读 第2话/ }).waitFor();
  await reader.getByRole('link', { name: /^第1话.*上次读到/ }).waitFor();
  await reader.goto(url('/library'));
  await reader.locator('main:visible').getByText('看完第1话').waitFor();
  await goWithin(reader, '/comic/1');
  // A place that this device has cached is not kept either.
  await reader.getByRole('link', { name: /^第1话/ }).click();
  await imagesDrawn(reader);
  const saved = reader.waitForResponse('**/api/my/progress');
  await readTo(reader, `${chapter('海上的岛', 1)}/4`, 0.5);
  await saved;
  await goWithin(reader, '/comic/1');
  await reader.getByRole('button', { name: '在别处看过？标记看到哪一话' }).click();
  await sheet.getByRole('button', { name: '全部标为未读' }).click();
  await reader.getByRole('dialog', { name: '全部标为未读' }).getByRole('button', { name: '标为未读' }).click();
  await reader.getByRole('link', { name: '开始阅读' }).waitFor();
  expect(await reader.getByText(/已读|上次读到/).count()).toBe(0);
  await reader.getByRole('link', { name: /^第1话/ }).click();
  await imagesDrawn(reader);
  expect(await positionOf(reader)).toEqual({ key: `${chapter('海上的岛', 1)}/0`, offset: 0 });
});
