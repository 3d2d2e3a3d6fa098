import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodeStored } from './decode/decode.ts';
import { findMargins } from './encode/page-margins.ts';

type Box = { left: number; top: number; width: number; height: number };

/** A page of 800 × 1,200 with boxes, encoded as JPEG and decoded again. */
async function drawnPage(boxes: Box[], { paper = '#ffffff', ink = '#1c3a60', quality = 80 } = {}) {
  const layers = boxes.map(({ left, top, width, height }) => ({
    input: { create: { width, height, channels: 3 as const, background: ink } },
    left,
    top,
  }));
  const page = sharp({ create: { width: 800, height: 1200, channels: 3, background: paper } }).composite(layers);
  return decodeStored(await page.jpeg({ quality }).toBuffer());
}

test.each([
  ['white paper', {}],
  ['yellowed paper', { paper: '#fbf5ec' }],
  ['the noise of a poor JPEG', { quality: 30 }],
])('the margins of a drawing are found on %s, and nothing of the drawing is cut off', async (_name, look) => {
  const found = findMargins(await drawnPage([{ left: 80, top: 60, width: 600, height: 960 }], look));
  const known = { top: 60 / 1200, right: 120 / 800, bottom: 180 / 1200, left: 80 / 800 };
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    expect(found?.[side]).toBeLessThanOrEqual(known[side]);
    // A JPEG blurs an edge by up to eight pixels, so margins may be smaller.
    expect(found?.[side]).toBeGreaterThan(known[side] - 0.0125);
  }
});

test('at most a quarter is cut off at a side, and tiny margins are not cut off', async () => {
  const word = await drawnPage([{ left: 380, top: 1100, width: 40, height: 20 }]);
  expect(findMargins(word)).toMatchObject({ top: 0.25, right: 0.25, left: 0.25 });
  expect(findMargins(await drawnPage([{ left: 5, top: 8, width: 790, height: 1184 }]))).toBeUndefined();
});

test.each<[string, Box[], object]>([
  ['drawn to its edges', [{ left: 0, top: 0, width: 800, height: 1200 }], {}],
  ['empty', [], {}],
  ['of one colour that is no paper', [], { paper: '#d8e4f0' }],
])('a page that is %s has none', async (_name, boxes, look) => {
  expect(findMargins(await drawnPage(boxes, look))).toBeUndefined();
});

test('a speck of dust is not a drawing, a pen stroke is', async () => {
  const art = { left: 200, top: 300, width: 400, height: 600 };
  const page = await drawnPage([art], { quality: 100 });
  page.pixels.fill(0, (50 * 800 + 400) * 3, (50 * 800 + 401) * 3);
  expect(findMargins(page)).toMatchObject({ top: expect.closeTo(0.25, 2) });
  page.pixels.fill(0, (50 * 800 + 400) * 3, (50 * 800 + 430) * 3);
  expect(findMargins(page)?.top).toBeLessThan(0.045);
});

test('a picture of one pixel has none', async () => {
  const page = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  expect(findMargins(await decodeStored(page))).toBeUndefined();
});
