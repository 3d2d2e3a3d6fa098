import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { shiftsOf } from '../steps/layout-shifts.ts';
import { imagesDrawn, openReader } from '../steps/reading.ts';

const page = (height: number, width = 800): Bitmap => ({ width, height, along: 'down', from: 0, to: 1 });
const { openPage, url, chapter } = openReader([
  { title: '坏页', chapters: [[page(700), page(701), page(702), page(703), page(704)]] },
  { title: '一点', chapters: [[page(1, 1)]] },
]);

test('pages that are missing, truncated, invalid or of another size don’t affect their neighbours and the layout', async () => {
  const reader = await openPage();
  const other = await sharp({ create: { width: 90, height: 400, channels: 3, background: '#123456' } })
    .webp()
    .toBuffer();
  const addresses: string[] = [];
  await reader.route('**/img/**', (route) => {
    const address = route.request().url();
    if (!addresses.includes(address)) addresses.push(address);
    const nth = addresses.indexOf(address);
    if (nth === 1) return route.fulfill({ status: 404 });
    if (nth === 2) return route.fulfill({ body: 'not a picture at all' });
    // The connection ends in the middle of the picture.
    if (nth === 4)
      return route.fetch().then(async (answer) => route.fulfill({ body: (await answer.body()).subarray(0, 90) }));
    if (nth === 3) return route.fulfill({ body: Buffer.concat([Buffer.alloc(2), other]) });
    return route.continue();
  });
  await reader.goto(url(`/chapter/${chapter('坏页', 1)}`));
  const inState = (state: string) => reader.locator(`[data-source][data-state="${state}"]`).count();
  await expect.poll(() => inState('failed'), { timeout: 20_000 }).toBe(3);
  await expect.poll(() => inState('ready'), { timeout: 20_000 }).toBe(2);
  const boxes = await reader.locator('[data-page]').evaluateAll((all) => all.map((box) => box.clientHeight));
  for (const [n, height] of boxes.entries()) expect(height).toBeCloseTo(((700 + n) * 390) / 800, -0.5);
  expect(await shiftsOf(reader)).toEqual([]);

  await reader.unroute('**/img/**');
  for (let left = 3; left > 0; left -= 1) {
    await reader.getByRole('button', { name: '重试' }).first().click();
    await expect.poll(() => inState('failed')).toBe(left - 1);
  }
  await expect.poll(() => inState('ready')).toBe(5);
  // Later requests come from the worker; the page itself has requested each picture once.
  const asked = await reader.evaluate((address) => performance.getEntriesByName(address).length, addresses[1] ?? '');
  expect(asked).toBeLessThan(2);
  expect(await shiftsOf(reader)).toEqual([]);
});

test('a chapter of one pixel opens and counts as read', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('一点', 1)}`));
  await imagesDrawn(reader);
  await expect.poll(() => reader.locator('output').textContent()).toBe('100%');
});
