import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { someOf } from '../../drills/drill.ts';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { shiftsOf, watchShifts } from '../steps/layout-shifts.ts';
import { imagesDrawn, openReader, positionOf, readTo } from '../steps/reading.ts';

/** Each another picture, of a height that is no whole number of pixels on the screen. */
const pages: Bitmap[] = Array.from({ length: 12 }, (_, n) => ({
  width: 400,
  height: 611 + n,
  along: 'down',
  from: 0,
  to: 1,
}));
const panels: Bitmap[] = [0, 1, 2].map((n) => ({ width: 900 + n, height: 400, along: 'left', from: 0, to: 1 }));
const { openPage, url, chapter } = openReader([
  { title: '长长', chapters: [pages], options: ['--direction', 'strip'] },
  { title: '翻页', chapters: [pages.slice(0, 3)], options: ['--direction', 'ltr'] },
  { title: '右开', chapters: [pages.slice(0, 3).toReversed()], options: ['--direction', 'rtl'] },
  { title: '画卷', chapters: [panels], options: ['--direction', 'rtl'] },
]);
const address = () => url(`/chapter/${chapter('长长', 1)}`);

/** After so long the starter leaves the pictures that are still to come to the app. */
const STARTER_GIVES_UP_MS = 2500;

/** Holds the app's code back until the returned function is called, however long the first pictures take. */
async function holdCode(reader: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await reader.addInitScript((givesUpMs) => {
    const { setTimeout } = window;
    const patient = (work: TimerHandler, ms?: number) => (ms === givesUpMs ? 0 : setTimeout(work, ms));
    Object.assign(window, { setTimeout: patient });
  }, STARTER_GIVES_UP_MS);
  await reader.route('**/assets/**.js', (route) => promise.then(() => route.continue()));
  return resolve;
}

/** The pictures in view and where they stand. */
function picturesIn(reader: Page, part: string): Promise<{ src: string; box: number[] }[]> {
  return reader.locator(`${part} img`).evaluateAll((images) =>
    images.flatMap((image) => {
      const { x, y, width, height } = image.getBoundingClientRect();
      const isSeen = y < innerHeight && y + height > 0 && x < innerWidth && x + width > 0;
      return isSeen ? [{ src: image.getAttribute('src') ?? '', box: [x, y, width, height] }] : [];
    }),
  );
}

/**
 * The position that is not on the server yet: it is sent after a second. A chapter opened in another page while it is sent could
 * open at the position of an answer from before.
 */
const unsent = (reader: Page) => reader.evaluate(() => localStorage.getItem('progress'));

/** The page while the code of the app is held back, once all of it is loaded. */
async function firstViewOf(reader: Page) {
  await expect
    .poll(async () => {
      const seen = await picturesIn(reader, '.frame-view');
      return seen.length > 0 && seen.every(({ src }) => src.startsWith('data:image/png'));
    })
    .toBe(true);
  return picturesIn(reader, '.frame-view');
}

test('a chapter shows its beginning before the app is there, which leaves it where it is and fetches no picture twice', async () => {
  const reader = await openPage();
  const fetched: string[] = [];
  reader.on('request', (request) => request.url().includes('/img/') && fetched.push(request.url()));
  const letGo = await holdCode(reader);
  await reader.goto(address(), { waitUntil: 'commit' });
  const drawn = await firstViewOf(reader);
  expect(drawn).toHaveLength(2);
  letGo();
  await imagesDrawn(reader);
  expect(await picturesIn(reader, '[data-reader]')).toEqual(drawn);
  expect(new Set(fetched).size).toBe(fetched.length);
  expect(await shiftsOf(reader)).toEqual([]);
});

test.each(someOf(['右开', '翻页'], 1))(
  'so does one whose pages are turned, of which the first is all there is to see: %s',
  async (title) => {
    const reader = await openPage();
    const fetched: string[] = [];
    reader.on('request', (request) => request.url().includes('/img/') && fetched.push(request.url()));
    const letGo = await holdCode(reader);
    await reader.goto(url(`/chapter/${chapter(title, 1)}`), { waitUntil: 'commit' });
    const drawn = await firstViewOf(reader);
    expect(drawn).toHaveLength(1);
    letGo();
    await imagesDrawn(reader);
    expect(await picturesIn(reader, '[data-reader]')).toEqual(drawn);
    expect(new Set(fetched).size).toBe(fetched.length);
    expect(await shiftsOf(reader)).toEqual([]);
  },
);

test('the first panel of a scroll is requested before the app starts, and the app does not fetch it again', async () => {
  const reader = await openPage();
  const fetched: string[] = [];
  reader.on('request', (request) => request.url().includes('/img/') && fetched.push(request.url()));
  const letGo = await holdCode(reader);
  await reader.goto(url(`/chapter/${chapter('画卷', 1)}`), { waitUntil: 'commit' });
  await expect.poll(() => fetched).toHaveLength(1);
  letGo();
  await imagesDrawn(reader);
  expect(new Set(fetched).size).toBe(fetched.length);
});

test('a chapter opened again shows the pages that were read last, before the server sends the position', async () => {
  const reader = await openPage();
  await reader.goto(address());
  await imagesDrawn(reader);
  await readTo(reader, `${chapter('长长', 1)}/5`, 0.5);
  await expect.poll(() => unsent(reader)).toBeNull();
  await imagesDrawn(reader);
  const left = await picturesIn(reader, '[data-reader]');
  const again = await reader.context().newPage();
  await watchShifts(again);
  const letGo = await holdCode(again);
  await again.goto(address(), { waitUntil: 'commit' });
  expect(await firstViewOf(again)).toEqual(left);
  letGo();
  await imagesDrawn(again);
  expect(await picturesIn(again, '[data-reader]')).toEqual(left);
  expect(await shiftsOf(again)).toEqual([]);
});

test('a turned page is shown again too', async () => {
  const reader = await openPage();
  const first = chapter('翻页', 1);
  await reader.goto(url(`/chapter/${first}`));
  await imagesDrawn(reader);
  await reader.keyboard.press('ArrowRight');
  const lastView = () => reader.evaluate(() => JSON.parse(localStorage.getItem('lastView') ?? '{}').pages?.length);
  await expect.poll(lastView).toBe(2);
  await expect.poll(() => unsent(reader)).toBeNull();
  await imagesDrawn(reader);
  const left = await picturesIn(reader, '[data-reader]');
  const again = await reader.context().newPage();
  const letGo = await holdCode(again);
  await again.goto(url(`/chapter/${first}`), { waitUntil: 'commit' });
  expect(await firstViewOf(again)).toEqual(left);
  letGo();
  await imagesDrawn(again);
  expect(await picturesIn(again, '[data-reader]')).toEqual(left);
});

test('the view stays until the server answers, and the chapter opens where another device has read to', async () => {
  const reader = await openPage();
  await reader.goto(address());
  await imagesDrawn(reader);
  await readTo(reader, `${chapter('长长', 1)}/5`, 0.5);
  await expect.poll(() => unsent(reader)).toBeNull();
  const again = await reader.context().newPage();
  await again.addInitScript(() => {
    const view = JSON.parse(localStorage.getItem('lastView') ?? '{}');
    localStorage.setItem('lastView', JSON.stringify({ ...view, scrolled: 0.25 }));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = false;
  await again.route('**/api/comic/read', async (route) => {
    asked = true;
    await promise;
    await route.continue();
  });
  await again.goto(address(), { waitUntil: 'commit' });
  await expect.poll(() => asked).toBe(true);
  expect(await again.locator('.frame-view').count()).toBe(1);
  resolve();
  await imagesDrawn(again);
  expect(await again.locator('.frame-view').count()).toBe(0);
  const { key, offset } = await positionOf(again);
  expect(key).toBe(`${chapter('长长', 1)}/5`);
  expect(offset).toBeCloseTo(0.5, 2);
});
