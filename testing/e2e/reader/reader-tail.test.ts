import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { addComic, setOnline } from '../../factories/comics.ts';
import { shiftsOf } from '../steps/layout-shifts.ts';
import { chooseMode, imagesDrawn, openReader, readTo } from '../steps/reading.ts';

let app: TestApp;
const page = { width: 400, height: 500, along: 'down' as const, from: 0, to: 1 };
const priced = ['--price', '12', '--free-first', '1'];
const { openPage, url, chapter, payloadOf } = openReader(
  [
    { title: '右开', chapters: [[page, page, page], [page]], options: ['--direction', 'rtl', ...priced] },
    {
      title: '长条',
      chapters: [
        [page, page, page],
        [page, page],
      ],
    },
  ],
  (opened) => {
    app = opened;
  },
);

/** Delays the next response of a call until the returned function is called. */
async function holdBack(reader: Page, call: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await reader.route(`**/api/${call}`, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

test('a late price causes no layout shift', async () => {
  const reader = await openPage();
  for (const [mode, ...keys] of [
    ['paged-rtl', 'End', 'ArrowLeft'],
    ['strip', 'End'],
  ] as const) {
    const answer = await holdBack(reader, 'comic/chapter-verify');
    await reader.goto(url(`/chapter/${chapter('右开', 1)}`));
    await chooseMode(reader, mode);
    await reader.reload();
    await imagesDrawn(reader);
    for (const key of keys) await reader.keyboard.press(key);
    const waiting = reader.getByRole('status').filter({ hasText: '第2话' });
    await expect.poll(async () => (await waiting.boundingBox())?.x).toBeCloseTo(24, 0);
    answer();
    await reader.getByRole('region', { name: '本话未解锁' }).waitFor();
    await reader.getByRole('button', { name: '登录解锁' }).waitFor();
    expect(await shiftsOf(reader)).toEqual([]);
    await reader.unroute('**/api/comic/chapter-verify');
  }
});

test('a failed next chapter is retried automatically, and its message stays until it is loaded', async () => {
  const reader = await openPage();
  await reader.clock.install();
  let asked = 0;
  let isDown = true;
  await reader.route('**/api/comic/read', (route) => {
    const { id } = Object(payloadOf(route.request().postData()));
    if (id !== chapter('长条', 2)) return route.fallback();
    asked += 1;
    return isDown ? route.abort() : route.fallback();
  });
  await reader.goto(url(`/chapter/${chapter('长条', 1)}`));
  const failed = reader.getByText('下一话没有加载成功');
  await failed.waitFor({ state: 'attached' });
  expect(asked).toBe(1);
  await reader.clock.runFor(2100);
  await expect.poll(() => asked).toBe(2);
  await failed.waitFor({ state: 'attached' });
  await reader.clock.runFor(2100);
  expect(asked).toBe(2);
  isDown = false;
  await reader.clock.runFor(2100);
  await reader.getByRole('heading', { name: '第2话' }).waitFor({ state: 'attached' });
  expect(asked).toBe(3);
});

test('a comic taken offline while it is read keeps its loaded pages, and is gone after a reload', async () => {
  const { comicId, chapters } = await addComic(app, { title: '会下架', chapters: [{ pages: 600 }, {}] });
  const reader = await openPage();
  await reader.route('**/img/**', async (route) => {
    const pixels = { width: 2, height: 3, channels: 3 as const, background: '#305080' };
    const picture = await sharp({ create: pixels }).webp().toBuffer();
    await route.fulfill({ body: Buffer.concat([Buffer.alloc(2), picture]) });
  });
  await reader.goto(url(`/chapter/${chapters[0]?.id}`));
  await imagesDrawn(reader);
  await expect.poll(() => reader.locator('output').textContent()).toBe('1 / 600');
  await readTo(reader, `${chapters[0]?.id}/450`, 0.5);
  await imagesDrawn(reader);
  expect(await reader.locator('[data-source] img').count()).toBeLessThanOrEqual(30);
  await setOnline(app, comicId, false);
  await app.caughtUp();
  await readTo(reader, `${chapters[0]?.id}/599`, 0.2);
  await imagesDrawn(reader);
  await reader.getByText('下一话没有加载成功').waitFor({ state: 'attached' });
  await expect.poll(() => reader.locator('output').textContent()).toBe('600 / 600');
  await reader.reload();
  await reader.getByText('章节不存在或已下架').waitFor();
  expect(await shiftsOf(reader)).toEqual([]);
});
