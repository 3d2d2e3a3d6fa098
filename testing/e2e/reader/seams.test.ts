import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isDrill } from '../../drills/drill.ts';
import { imagesDrawn, openReader, showBars } from '../steps/reading.ts';

const down = (height: number, from: number, to: number) => ({ width: 800, height, along: 'down' as const, from, to });
const left = (width: number, from: number, to: number) => ({ width, height: 900, along: 'left' as const, from, to });

const { openPage, url, chapter } = openReader([
  { title: '高页', chapters: [[down(8000, 0, 0.5), down(8003, 0.5, 1)]] },
  {
    title: '横卷',
    chapters: [[left(1300, 0, 0.4), left(1001, 0.4, 0.7), left(1100, 0.7, 1)]],
    options: ['--direction', 'rtl'],
  },
]);

/** A gradient changes by less than this between rows; white, dark and placeholders differ by more. */
const STEP = 10;
/** The first page begins below the top bar. */
const ROOM_ABOVE_PX = 57;

/** The largest change between neighbours along a line of pixels in the middle of the screen. */
async function largestStep(page: Page, along: 'down' | 'left'): Promise<number> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const clip = along === 'down' ? { x: width / 2, y: 0, width: 4, height } : { x: 0, y: height / 2, width, height: 4 };
  const image = sharp(await page.screenshot({ clip })).removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const count = along === 'down' ? info.height : info.width;
  const stride = (along === 'down' ? info.width : 1) * info.channels;
  let largest = 0;
  // The last row may be drawn partially.
  for (let at = 1; at < count - 1; at += 1) {
    for (const channel of [0, 1, 2]) {
      const here = data[at * stride + channel] ?? 0;
      largest = Math.max(largest, Math.abs(here - (data[(at - 1) * stride + channel] ?? 0)));
    }
  }
  return largest;
}

/** The number of seams in view. */
const joints = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('[data-source]')].filter((slot) => {
        const { top, bottom, left: from, right } = slot.getBoundingClientRect();
        return bottom > 0 && top < innerHeight && right > 0 && from < innerWidth;
      }).length - 1,
  );

const RATIOS = [1, 2, 2.625, 3];
const WIDTHS = [360, 389, 533];
/** One width for the highest ratio; the panels below have a fractional one. `npm run drills` checks all combinations. */
const screens = RATIOS.flatMap((ratio, nth) =>
  WIDTHS.filter((_, index) => (ratio === 3 && index === nth % WIDTHS.length) || isDrill).map(
    (width) => [ratio, width] as const,
  ),
);

test.each(screens)('at DPR %s and %s px wide a tall page shows no seam between its pieces', async (ratio, width) => {
  const page = await openPage({ viewport: { width, height: 700 }, deviceScaleFactor: ratio, colorScheme: 'dark' });
  await page.goto(url(`/chapter/${chapter('高页', 1)}`));
  await imagesDrawn(page);
  await showBars(page);
  await page.keyboard.press('Escape');
  let seen = 0;
  for (let screen = 0; screen < 5; screen += 1) {
    await page.evaluate(
      (by) => document.querySelector('[data-reader]')?.scrollBy(0, by),
      screen === 0 ? ROOM_ABOVE_PX + 40.3 : 611.7,
    );
    await page.waitForTimeout(250);
    await imagesDrawn(page);
    seen += await joints(page);
    expect(await largestStep(page, 'down')).toBeLessThan(STEP);
  }
  expect(seen).toBeGreaterThan(2);
  await page.context().close();
});

/** Fractional ratios, where panels end within a pixel. `npm run drills` checks all. */
const ratios = RATIOS.filter((ratio) => isDrill || !Number.isInteger(ratio));

test.each(ratios)('at DPR %s the panels of a scroll join from right to left', async (ratio) => {
  const page = await openPage({ viewport: { width: 390, height: 701 }, deviceScaleFactor: ratio, colorScheme: 'dark' });
  await page.goto(url(`/chapter/${chapter('横卷', 1)}`));
  await imagesDrawn(page);
  expect(await page.locator('[data-reader]').getAttribute('data-reader')).toBe('horizontal');
  await page.keyboard.press('Escape');
  let seen = 0;
  for (let screen = 0; screen < 7; screen += 1) {
    await page.waitForTimeout(250);
    await imagesDrawn(page);
    seen += await joints(page);
    expect(await largestStep(page, 'left')).toBeLessThan(STEP);
    await page.keyboard.press('Space');
  }
  expect(seen).toBeGreaterThan(1);
  await page.context().close();
});
