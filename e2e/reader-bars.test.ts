import { expect, test } from 'vitest';
import type { Bitmap } from './drawn-comics.ts';
import { shiftsOf } from './layout-shifts.ts';
import { imagesDrawn, openReader, readTo } from './reading.ts';

const page = (height: number): Bitmap => ({ width: 800, height, along: 'down', from: 0, to: 1 });
const scroll: Bitmap = { width: 1300, height: 900, along: 'left', from: 0, to: 1 };

const { openPage, url, chapter, payloadOf } = openReader([
  { title: '长长', chapters: [Array.from({ length: 24 }, () => page(700))] },
  { title: '一条', chapters: [[page(6000)]] },
  { title: '横卷', chapters: [[scroll, scroll, scroll]], options: ['--direction', 'rtl'] },
]);
const key = (title: string, no: number, n: number) => `${chapter(title, no)}/${n}`;

test('the first page begins below the upper bar, and going back to the beginning shows it whole', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  const bar = await reader.locator('header[data-bar]').boundingBox();
  const top = async () => (await reader.locator(`[data-page="${key('长长', 1, 0)}"]`).boundingBox())?.y;
  expect(await top()).toBe(bar?.height);
  await readTo(reader, key('长长', 1, 7), 0);
  await reader.keyboard.press('Home');
  await expect.poll(top).toBe(bar?.height);
  expect(await shiftsOf(reader)).toEqual([]);
});

test('bars that cover the art at opening leave by themselves, and stay where the reader touches first', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('长长', 1)}`));
  await imagesDrawn(reader);
  await readTo(reader, key('长长', 1, 20), 0.3);
  await reader.clock.install();
  const bar = reader.locator('header[data-bar]');
  for (const open of [() => reader.reload(), () => reader.goto(url(`/chapter/${chapter('横卷', 1)}`))]) {
    await open();
    await imagesDrawn(reader);
    expect(await bar.getAttribute('data-bar')).toBe('shown');
    await reader.clock.runFor(3100);
    await expect.poll(() => bar.getAttribute('data-bar')).toBe('hidden');
  }
  await reader.reload();
  await imagesDrawn(reader);
  await reader.touchscreen.tap(200, 400);
  await reader.touchscreen.tap(200, 400);
  await expect.poll(() => bar.getAttribute('data-bar')).toBe('shown');
  await reader.clock.runFor(5000);
  expect(await bar.getAttribute('data-bar')).toBe('shown');
});

test('a chapter of one long page shows percent, is dragged by percent, and is finished only at its end', async () => {
  const reader = await openPage();
  const finished: unknown[] = [];
  reader.on('request', (request) => {
    if (!request.url().endsWith('/api/my/progress')) return;
    finished.push(JSON.stringify(payloadOf(request.postData())).includes('"finished":true'));
  });
  await reader.goto(url(`/chapter/${chapter('一条', 1)}`));
  await imagesDrawn(reader);
  const output = reader.locator('output');
  const slider = reader.getByRole('slider', { name: '阅读进度' });
  expect(await output.textContent()).toBe('0%');
  await expect.poll(() => finished.length).toBeGreaterThan(0);
  expect(finished).not.toContain(true);
  await slider.fill('50');
  await expect.poll(() => output.textContent()).toBe('50%');
  expect(await slider.getAttribute('aria-valuetext')).toBe('50%');
  const strip = await reader.evaluate(() => document.querySelector('[data-reader]')?.scrollTop ?? 0);
  expect(strip).toBeCloseTo(57 + ((6000 * 390) / 800 - 844) / 2, -1);
  await slider.fill('100');
  await expect.poll(() => output.textContent()).toBe('100%');
  await expect.poll(() => finished.at(-1), { timeout: 5000 }).toBe(true);
});
