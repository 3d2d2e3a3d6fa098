import { expect, test } from 'vitest';
import type { Page } from '#contract/shapes';
import { DECODED_LIMIT, distanceTo, reachOf, sourcesToLoad } from './preload-order.ts';
import { layOutStrip } from './strip-layout.ts';

const page = (height: number, pieces?: number): Page => ({
  url: 'p',
  width: 100,
  height,
  color: '#000000',
  pieces: pieces
    ? Array.from({ length: pieces }, (_, n) => ({ url: `${n}`, top: (n * height) / pieces, height: height / pieces }))
    : undefined,
});
const strip = (...pages: Page[]) =>
  layOutStrip([{ id: 1, pages }], { axis: 'vertical', across: 100, devicePixelRatio: 1 });
const pageNumbers = (targets: { key: string }[]) => targets.map(({ key }) => Number(key.split('/')[1]));

test('the page in view is first, then five pages ahead, then two behind', () => {
  const layout = strip(...Array.from({ length: 20 }, () => page(1000)));
  const targets = sourcesToLoad(layout, { start: 8100, end: 8900 });
  expect(pageNumbers(targets)).toEqual([8, 9, 7, 10, 11, 6, 12, 13]);
});

test('all short pages within two screens are loaded', () => {
  const layout = strip(...Array.from({ length: 40 }, () => page(100)));
  const targets = sourcesToLoad(layout, { start: 1000, end: 1300 });
  expect(pageNumbers(targets)).toEqual([10, 11, 12, 9, 13, 14, 8, 15, 16, 7, 17, 18, 6, 5, 4]);
});

test('at any position no more images are requested than the strip holds', () => {
  for (const layout of [
    strip(...Array.from({ length: 600 }, () => page(140))),
    strip(page(1)),
    strip(page(90_000, 60)),
  ]) {
    for (let start = -57; start < layout.length; start += 997) {
      const targets = sourcesToLoad(layout, { start, end: start + 844 });
      expect(targets.length).toBeLessThanOrEqual(DECODED_LIMIT);
      expect(targets.length).toBeGreaterThan(0);
    }
  }
});

test.each([
  ['above the strip', { start: -57, end: 787 }, [0, 1], [0, 6]],
  ['at a joint', { start: 1000, end: 2000 }, [1, 2], [0, 7]],
  ['past the end', { start: 20_000, end: 20_800 }, [20, 20], [17, 20]],
])('%s a view requests what it shows and what is near', (_name, view, seen, wanted) => {
  const layout = strip(...Array.from({ length: 20 }, () => page(1000)));
  expect(reachOf(layout, view)).toEqual({ seen, wanted });
});

test('if tall pages have pieces, the nearest pieces are requested, up to the limit', () => {
  const layout = strip(page(20_000, 20), page(20_000, 20), page(20_000, 20));
  const targets = sourcesToLoad(layout, { start: 20_500, end: 21_300 });
  expect(targets).toHaveLength(DECODED_LIMIT);
  expect(targets[0]?.key).toBe('1/1/0');
  expect(targets[1]?.key).toBe('1/1/1');
});

test.each([
  ['in view', { start: 150, end: 250 }, 0],
  ['just ahead', { start: 300, end: 400 }, 1],
  ['ahead', { start: 400, end: 500 }, 101],
  ['behind', { start: 0, end: 50 }, 101],
])('distance %s', (_name, source, expected) => {
  expect(distanceTo(source, { start: 100, end: 300 })).toBeCloseTo(expected, 3);
});
