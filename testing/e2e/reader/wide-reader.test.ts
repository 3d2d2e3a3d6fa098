import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addComic } from '../../factories/comics.ts';
import { shiftsOf } from '../steps/layout-shifts.ts';
import { chooseMode, imagesDrawn, openReader, showBars } from '../steps/reading.ts';

const page = { width: 400, height: 600, along: 'down' as const, from: 0, to: 1 };
let long: number[] = [];
const { openPage, url, chapter } = openReader(
  [{ title: '右开', chapters: [Array.from({ length: 8 }, () => page), [page]], options: ['--direction', 'rtl'] }],
  async (app) => {
    const chapters = Array.from({ length: 160 }, () => ({ pages: 1 }));
    long = (await addComic(app, { title: '很长', chapters })).chapters.map(({ id }) => id);
  },
);
const DESK = { viewport: { width: 1280, height: 800 } };

async function open(mode: string): Promise<Page> {
  const reader = await openPage(DESK);
  await reader.goto(url(`/chapter/${chapter('右开', 1)}`));
  await chooseMode(reader, mode);
  await reader.reload();
  await imagesDrawn(reader);
  await reader.getByRole('button', { name: '下一页' }).waitFor();
  return reader;
}

/** Drags the mouse horizontally in some steps. */
async function dragBy(reader: Page, x: number): Promise<void> {
  await reader.mouse.move(640, 400);
  await reader.mouse.down();
  await reader.mouse.move(640 + x, 400, { steps: 10 });
  await reader.mouse.up();
}

test('the mouse drags pages, which snap to a page, and arrows at the sides turn them', async () => {
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
  // The comic is right-to-left, so the left arrow goes forward. A drag does not count as a click.
  const on = reader.getByRole('button', { name: '下一页' });
  expect((await on.boundingBox())?.x).toBe(0);
  await on.click();
  await expect.poll(shown).toBe('2 / 8');
  await reader.getByRole('button', { name: '上一页' }).click();
  await expect.poll(shown).toBe('1 / 8');
  expect(await shiftsOf(reader)).toEqual([]);
});

test('a horizontal strip can be dragged without a click, and the chapter list is at the right side', async () => {
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

test('the list opens at the chapter being read each time, beneath its title, and goes to a number', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${long[79]}`));
  const list = reader.getByRole('dialog', { name: '目录' });
  const isSeen = async (of: Locator) => {
    const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
    return y > 844 - 0.85 * 844 && y + height <= 844;
  };
  for (let time = 1; time <= 2; time += 1) {
    await showBars(reader);
    await reader.getByRole('button', { name: '目录' }).click();
    await list.locator('[aria-current=page]').getByText('第80话').waitFor();
    for (const part of [
      list.locator('[aria-current=page]'),
      list.getByRole('heading', { name: '目录' }),
      list.getByRole('button', { name: '51-100' }),
    ])
      await expect.poll(() => isSeen(part)).toBe(true);
    await list.getByLabel('第几话').fill('158');
    await list.getByRole('button', { name: '跳转' }).click();
    await expect.poll(() => isSeen(list.getByRole('link', { name: '第158话' }))).toBe(true);
    expect(await isSeen(list.getByRole('heading', { name: '目录' }))).toBe(true);
    await reader.keyboard.press('Escape');
  }
});
