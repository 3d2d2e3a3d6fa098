import { describe, expect, test } from 'vitest';
import { cuts, type Size, storedSizes } from './page-recipe.ts';

const size = (width: number, height: number): Size => ({ width, height });

describe('a page on its own', () => {
  test.each([
    ['a single page is at most 1,440 wide', size(2880, 4000), size(1440, 2000)],
    ['a smaller page keeps its size', size(800, 1280), size(800, 1280)],
    ['a square page counts as single', size(3000, 3000), size(1440, 1440)],
    ['a spread is at most 2,400 wide', size(4800, 3400), size(2400, 1700)],
    ['a spread of just three times its height still is one', size(4800, 1600), size(2400, 800)],
    ['a wide scroll is limited in height alone', size(9000, 2880), size(4500, 1440)],
    ['a wide scroll that is low enough keeps its width', size(12_000, 1200), size(12_000, 1200)],
    ['a wide scroll fits into WebP', size(32_766, 1000), size(16_383, 500)],
    ['a long strip keeps its height', size(800, 30_000), size(800, 30_000)],
    ['a long strip that is too wide is scaled', size(2880, 30_000), size(1440, 15_000)],
  ])('%s', (_, page, stored) => {
    expect(storedSizes([page])).toEqual([stored]);
  });
});

describe('pages of one chapter', () => {
  test('panels of a scroll share the scale of the largest one', () => {
    expect(storedSizes([size(9000, 2880), size(5000, 2880), size(3000, 2880)])).toEqual([
      size(4500, 1440),
      size(2500, 1440),
      size(1500, 1440),
    ]);
  });

  test('a panel too wide for WebP is scaled, and the others with it', () => {
    expect(storedSizes([size(32_766, 1000), size(4000, 1000), size(2000, 1000)]).map((page) => page.height)).toEqual([
      500, 500, 500,
    ]);
  });

  test('panels of equal height without a very wide one keep an equal height', () => {
    const stored = storedSizes([size(4800, 2000), size(3000, 2000), size(1000, 2001)]);
    expect(stored.map((page) => page.height)).toEqual([1000, 1000, 1001]);
  });

  test('a wide title strip among ordinary pages does not change their sizes', () => {
    expect(storedSizes([size(2480, 660), size(2480, 3508), size(4960, 3508)])).toEqual([
      size(2480, 660),
      size(1440, 2037),
      size(2400, 1697),
    ]);
  });

  test('panels that are small enough keep their sizes', () => {
    const scroll = [size(1817, 1370), size(1032, 1370), size(1600, 1370), size(1500, 1370)];
    expect(storedSizes(scroll)).toEqual(scroll);
  });
});

describe('cutting', () => {
  test.each([
    ['three times as high as wide is still one piece', size(800, 2400), 1],
    ['one row more is cut', size(800, 2401), 2],
    ['pieces are about 1,280 rows', size(992, 13_865), 11],
    ['a narrow page is cut as well', size(10, 40), 2],
    ['a thread of one column', size(1, 5000), 4],
  ])('%s', (_, page, count) => {
    expect(cuts(page)).toHaveLength(count);
  });

  test('no row is lost or doubled, and the heights of the pieces differ by one row at most', () => {
    for (let height = 2401; height < 40_000; height += 1237) {
      const pieces = cuts(size(800, height));
      let next = 0;
      for (const piece of pieces) {
        expect(piece.top).toBe(next);
        next += piece.height;
      }
      expect(next).toBe(height);
      const heights = pieces.map((piece) => piece.height);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
    }
  });
});
