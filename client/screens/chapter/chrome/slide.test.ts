import { expect, test } from 'vitest';
import { isSlide, valueAt } from './slide.ts';

test.each([
  [{ x: 0, y: 0 }, null],
  [{ x: 7, y: -7 }, null],
  [{ x: 8, y: 0 }, true],
  [{ x: -20, y: 19 }, true],
  [{ x: 20, y: 20 }, false],
  [{ x: 3, y: -40 }, false],
])('a finger that has moved by %j slides: %s', (by, slides) => {
  expect(isSlide(by)).toBe(slides);
});

test.each([
  [0, 20],
  [8, 20],
  [108, 60],
  [110, 60],
  [113, 60],
  [115, 65],
  [208, 100],
  [400, 100],
])('at %i of 216 pixels a brightness of 20 to 100 in steps of 5 is %i', (x, value) => {
  expect(valueAt({ x, width: 216 }, { least: 20, most: 100, step: 5 })).toBe(value);
  expect(valueAt({ x: 216 - x, width: 216, rtl: true }, { least: 20, most: 100, step: 5 })).toBe(value);
});
