import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { buyButton, buyerWith } from '../steps/buy-steps.ts';
import type { Bitmap } from '../steps/drawn-comics.ts';
import { shiftsOf } from '../steps/layout-shifts.ts';
import { chooseMode, imagesDrawn, openReader, PHONE, positionOf, readTo } from '../steps/reading.ts';

const page = (width = 700): Bitmap => ({ width, height: 1000, along: 'down', from: 0, to: 1 });
const many = (count: number): Bitmap[] => Array.from({ length: count }, () => page());
const long: Bitmap = { width: 400, height: 6000, along: 'down', from: 0, to: 1 };

let app: TestApp;
const { openPage, url, chapter, payloadOf } = openReader(
  [
    {
      title: '右开',
      chapters: [many(6), [page(), page(), page(1500), page(), page()], many(2)],
      options: ['--direction', 'rtl', '--price', '12', '--free-first', '2'],
    },
    { title: '长页', chapters: [[long]] },
  ],
  (opened) => {
    app = opened;
  },
);
const WIDE = { ...PHONE, isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } };

/** The pages in the middle of the screen, from left to right, as `chapter/page`. */
async function pagesShown(reader: Page): Promise<string[]> {
  return reader.evaluate(() =>
    [...document.querySelectorAll('[data-page]')]
      .map((box) => ({ key: box.getAttribute('data-page') ?? '', ...box.getBoundingClientRect().toJSON() }))
      .filter(({ left, right }) => left >= -1 && right <= innerWidth + 1)
      .sort((a, b) => a.left - b.left)
      .map(({ key }) => key),
  );
}

/** Waits until nothing has scrolled for a while: a tap before that stops a fling. */
function atRest(reader: Page): Promise<void> {
  return reader.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = setTimeout(resolve, 400);
        const wait = () => {
          clearTimeout(quiet);
          quiet = setTimeout(resolve, 400);
        };
        document.addEventListener('scroll', wait, { capture: true, passive: true });
      }),
  );
}
const at = (title: string, no: number, ...pages: number[]) => pages.map((n) => `${chapter(title, no)}/${n}`);
const output = (reader: Page) => reader.locator('output').textContent();

test('a page that was read ahead fits the screen when the connection is lost before the tap', async () => {
  const reader = await openPage();
  const picture = reader.waitForEvent('requestfinished', (request) => request.url().includes('/img/open/'));
  await reader.goto(url('/new'));
  await reader.getByRole('link', { name: '右开' }).first().click();
  await picture;
  await reader.context().setOffline(true);
  await reader.getByRole('link', { name: '开始阅读' }).click();
  const first = reader.locator(`[data-source="${chapter('右开', 1)}/0/0"] img`);
  await first.waitFor();
  const box = await first.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});

test('a right-to-left comic is turned page by page into the next chapter, its price, and back into the previous chapter', async () => {
  const reader = await openPage();
  const finished: string[] = [];
  reader.on('request', (request) => {
    if (request.url().endsWith('/api/my/progress')) finished.push(JSON.stringify(payloadOf(request.postData())));
  });
  await reader.goto(url('/home'));
  await reader.goto(url(`/chapter/${chapter('右开', 1)}`));
  await imagesDrawn(reader);
  const entries = await reader.evaluate(() => history.length);
  expect(await pagesShown(reader)).toEqual(at('右开', 1, 0));
  // The colours of its upper and lower edge go on above and below it.
  const around = () =>
    reader
      .locator('[data-panel]')
      .first()
      .evaluate((panel) => getComputedStyle(panel).backgroundImage);
  await expect.poll(around).toMatch(/^linear-gradient\(rgb\(2\d\d, \d, 4\d\) 50%, rgb\([34]\d, \d, 2\d\d\) 50%\)$/);
  expect(await output(reader)).toBe('1 / 6');
  const bar = reader.locator('header[data-bar]');
  // The left side of the screen goes forward, the right side back, and the middle shows the bars.
  await reader.touchscreen.tap(40, 400);
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 1, 1));
  await expect.poll(() => bar.getAttribute('data-bar')).toBe('hidden');
  await atRest(reader);
  await reader.touchscreen.tap(350, 400);
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 1, 0));
  for (let n = 1; n < 6; n += 1) {
    await reader.keyboard.press('ArrowLeft');
    await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 1, n));
  }
  await reader.keyboard.press('Space');
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 2, 0));
  await expect.poll(() => new URL(reader.url()).pathname).toBe(`/chapter/${chapter('右开', 2)}`);
  await expect.poll(() => finished.some((sent) => sent.includes('"page":5') && sent.includes('true'))).toBe(true);
  // The price may still be loading.
  expect(await shiftsOf(reader)).toEqual([]);
  await reader.keyboard.press('End');
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 2, 4));
  await reader.keyboard.press('ArrowLeft');
  await expect.poll(() => reader.getByRole('region', { name: '本话未解锁' }).textContent()).toContain('12 漫币');
  expect(await reader.evaluate(() => history.length)).toBe(entries);
  // From the second chapter, opened directly, one can go back to the last page of the first.
  await reader.goto(url('/home'));
  await reader.goto(url(`/chapter/${chapter('右开', 2)}`));
  await imagesDrawn(reader);
  await reader.keyboard.press('Home');
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 2, 0));
  await reader.keyboard.press('ArrowRight');
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 1, 5));
  await expect.poll(() => new URL(reader.url()).pathname).toBe(`/chapter/${chapter('右开', 1)}`);
  await reader.keyboard.press('ArrowLeft');
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 2, 0));
});

test.each([
  ['paged-rtl', 'ArrowLeft', PHONE],
  ['paged-ltr', 'ArrowRight', PHONE],
  ['double', 'ArrowLeft', WIDE],
])('a chapter that is bought on its card opens at its first page, in the mode %s', async (mode, forward, options) => {
  const { page: reader } = await buyerWith(app, openPage, { coins: 100 }, options);
  await reader.goto(url(`/chapter/${chapter('右开', 2)}`));
  await chooseMode(reader, mode);
  await reader.reload();
  await imagesDrawn(reader);
  await reader.keyboard.press('End');
  await reader.keyboard.press(forward);
  await buyButton(reader).click();
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 3, 0));
  await atRest(reader);
  expect(await pagesShown(reader)).toEqual(at('右开', 3, 0));
  await expect.poll(() => new URL(reader.url()).pathname).toBe(`/chapter/${chapter('右开', 3)}`);
});

test('the position is kept after a reload, a rotation, in double-page mode, and when changing between strip and pages', async () => {
  const reader = await openPage(WIDE);
  const path = url(`/chapter/${chapter('右开', 2)}`);
  await reader.goto(path);
  await chooseMode(reader, 'double');
  await reader.reload();
  await imagesDrawn(reader);
  // The cover is single, and so is the page before a spread.
  for (const pages of [[0], [1], [2], [4, 3]]) {
    await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 2, ...pages));
    if (pages[0] !== 4) await reader.keyboard.press('ArrowLeft');
  }
  await expect.poll(() => output(reader)).toBe('5 / 5');
  await reader.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 2, 3));
  await reader.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 2, 4, 3));
  await chooseMode(reader, 'strip');
  await reader.reload();
  await imagesDrawn(reader);
  expect((await positionOf(reader)).key).toBe(at('右开', 2, 3)[0]);
  await readTo(reader, `${chapter('右开', 2)}/1`, 0.4);
  for (const mode of ['paged-ltr', 'paged-rtl']) {
    await chooseMode(reader, mode);
    await reader.reload();
    await imagesDrawn(reader);
    expect(await pagesShown(reader)).toEqual(at('右开', 2, 1));
  }
  await chooseMode(reader, 'strip');
  await reader.reload();
  await imagesDrawn(reader);
  const place = await positionOf(reader);
  expect(place.key).toBe(at('右开', 2, 1)[0]);
  expect(place.offset).toBeCloseTo(0.4, 2);
});

test('a page in pieces counts as one page: it can be scrolled, keeps its position, and is finished at its end', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('长页', 1)}`));
  await chooseMode(reader, 'paged-ltr');
  await reader.reload();
  await imagesDrawn(reader);
  expect(await reader.locator('[data-panel]').count()).toBe(1);
  expect(await reader.locator('[data-source]').count()).toBeGreaterThan(1);
  const tall = reader.locator('[data-tall]');
  const scrolled = () => tall.evaluate((box) => box.scrollTop);
  expect(await output(reader)).toBe('0%');
  await reader.keyboard.press('Space');
  await expect.poll(scrolled).toBeGreaterThan(600);
  await reader.waitForTimeout(500);
  const before = await scrolled();
  await reader.reload();
  await imagesDrawn(reader);
  await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(2);
  await reader.getByRole('slider', { name: '阅读进度' }).fill('100');
  await expect.poll(() => output(reader)).toBe('100%');
  await reader.keyboard.press('Space');
  await reader.getByRole('heading', { name: /全书完|已追到最新/ }).waitFor();
});

test('a double tap and a pinch zoom inside the reader, one finger pans, and turning the page ends the zoom', async () => {
  const reader = await openPage();
  await reader.goto(url(`/chapter/${chapter('右开', 1)}`));
  await imagesDrawn(reader);
  const scale = () =>
    reader.evaluate(
      () => new DOMMatrix(getComputedStyle(document.querySelector('[data-reader]') ?? document.body).transform).a,
    );
  const corner = async () =>
    (await reader.locator(`[data-page="${chapter('右开', 1)}/0"]`).boundingBox()) ?? { x: 0, y: 0 };
  const bar = reader.locator('header[data-bar]');
  const before = await bar.getAttribute('data-bar');
  await reader.touchscreen.tap(200, 400);
  await reader.touchscreen.tap(200, 400);
  await expect.poll(scale).toBe(2.5);
  expect(await bar.getAttribute('data-bar')).toBe(before);
  const start = await corner();
  const phone = await reader.context().newCDPSession(reader);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    phone.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x: 200, y: 400 });
  for (const x of [220, 240, 260]) await touch('touchMove', { x, y: 400 });
  await touch('touchEnd');
  expect(Math.round((await corner()).x - start.x)).toBe(60);
  expect(await pagesShown(reader)).toEqual([]);
  await reader.touchscreen.tap(200, 400);
  await reader.touchscreen.tap(200, 400);
  await expect.poll(scale).toBe(1);
  await touch('touchStart', { x: 150, y: 400 }, { x: 250, y: 400 });
  for (const by of [20, 40, 50]) await touch('touchMove', { x: 150 - by, y: 400 }, { x: 250 + by, y: 400 });
  await touch('touchEnd');
  await expect.poll(scale).toBe(2);
  expect(await reader.evaluate(() => window.visualViewport?.scale)).toBe(1);
  await reader.keyboard.press('Space');
  await expect.poll(scale).toBe(1);
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 1, 1));
  await reader.keyboard.press(']');
  await expect.poll(() => new URL(reader.url()).pathname).toBe(`/chapter/${chapter('右开', 2)}`);
  await expect.poll(() => pagesShown(reader)).toEqual(at('右开', 2, 0));
  await imagesDrawn(reader);
  await reader.keyboard.press('?');
  await reader.getByRole('dialog', { name: '键盘' }).waitFor();
});
