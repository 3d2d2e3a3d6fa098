import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shiftsOf } from './layout-shifts.ts';
import { chooseMode, imagesDrawn, openReader, showBars } from './reading.ts';

const page = { width: 400, height: 600, along: 'down' as const, from: 0, to: 1 };
const { openPage, url, chapter } = openReader([
  { title: '右开', chapters: [Array.from({ length: 8 }, () => page), [page]], options: ['--direction', 'rtl'] },
]);
const DESK = { viewport: { width: 1280, height: 800 } };

async function open(mode: string): Promise<Page> {
  const reader = await openPage(DESK);
  await reader.goto(url(`/chapter/${chapter('右开', 1)}`));
  await chooseMode(reader, mode);
  await reader.reload();
  await imagesDrawn(reader);
  await reader.getByRole('button', { name: '往后' }).waitFor();
  return reader;
}

/** Presses at a place, moves by so much in some steps, and lets go. */
async function dragBy(reader: Page, x: number): Promise<void> {
  await reader.mouse.move(640, 400);
  await reader.mouse.down();
  await reader.mouse.move(640 + x, 400, { steps: 10 });
  await reader.mouse.up();
}

test('the mouse drags pages, which come to rest at one of them, and the arrows at the sides turn them', async () => {
  const reader = await open('paged-rtl');
  const shown = () => reader.locator('output').textContent();
  await dragBy(reader, 900);
  await expect.poll(shown).toBe('2 / 8');
  const box = reader.locator('[data-reader]');
  const scrolled = () => box.evaluate((element) => -element.scrollLeft);
  await expect.poll(scrolled).toBe(1280);
  await expect.poll(() => box.evaluate((element) => element.style.scrollSnapType)).toBe('');
  await dragBy(reader, -900);
  await expect.poll(shown).toBe('1 / 8');
  // One reads to the left, so that the arrow at the left side leads on; what was dragged was no click on the pages.
  const on = reader.getByRole('button', { name: '往后' });
  expect((await on.boundingBox())?.x).toBe(0);
  await on.click();
  await expect.poll(shown).toBe('2 / 8');
  await reader.getByRole('button', { name: '往前' }).click();
  await expect.poll(shown).toBe('1 / 8');
  expect(await shiftsOf(reader)).toEqual([]);
});

test('a horizontal strip follows the mouse and is no click there, and the list of chapters stands at the right side', async () => {
  const reader = await open('strip-rtl');
  const scrolled = () => reader.locator('[data-reader]').evaluate((element) => -element.scrollLeft);
  const before = await scrolled();
  await dragBy(reader, 500);
  await expect.poll(scrolled).toBeGreaterThanOrEqual(before + 490);
  await showBars(reader);
  await reader.getByRole('button', { name: '目录' }).click();
  const drawer = reader.getByRole('dialog', { name: '目录' });
  await drawer.getByRole('link', { name: '第2话' }).waitFor();
  await expect.poll(() => drawer.boundingBox()).toMatchObject({ y: 0, width: 448, height: 800 });
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(1280 - 448);
});
