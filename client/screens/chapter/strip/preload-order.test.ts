import { expect, test } from 'vitest';
import type { Page } from '#contract/shapes';
import { DECODED_LIMIT, distanceTo, sourcesToLoad } from './preload-order.ts';
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

test('the page in view first, then on, then back: five ahead and two behind', () => {
  const layout = strip(...Array.from({ length: 20 }, () => page(1000)));
  const targets = sourcesToLoad(layout, { start: 8100, end: 8900 }, new Set());
  expect(pageNumbers(targets)).toEqual([8, 9, 7, 10, 11, 6, 12, 13]);
});

test('what the observer reports as near is loaded too', () => {
  const layout = strip(...Array.from({ length: 30 }, () => page(100)));
  const near = new Set(['1/12/0']);
  expect(pageNumbers(sourcesToLoad(layout, { start: 0, end: 300 }, near))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 12]);
});

test('tall pages in pieces never ask for more than may be held, and the nearest pieces win', () => {
  const layout = strip(page(20_000, 20), page(20_000, 20), page(20_000, 20));
  const targets = sourcesToLoad(layout, { start: 20_500, end: 21_300 }, new Set());
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
