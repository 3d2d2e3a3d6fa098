import { expect, test } from 'vitest';
import { meanColor } from './edge-color.ts';

test.each([
  { pixels: [10, 20, 30, 255], mean: 'rgb(10 20 30)' },
  { pixels: [0, 0, 0, 255, 255, 101, 4, 255], mean: 'rgb(128 51 2)' },
])('the mean of $pixels is $mean', ({ pixels, mean }) => {
  expect(meanColor(Uint8ClampedArray.from(pixels))).toBe(mean);
});
