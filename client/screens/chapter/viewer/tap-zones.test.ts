import { expect, test } from 'vitest';
import { TAP_ZONES, type TapShape, tapAction } from './tap-zones.ts';

test.each([
  ['off', 0.1, 0.9, false, 'menu'],
  ['L', 0.9, 0.1, false, 'backward'],
  ['L', 0.9, 0.5, false, 'forward'],
  ['L', 0.1, 0.99, false, 'forward'],
  ['L', 0.1, 0.99, true, 'backward'],
  ['edges', 0.1, 0.5, false, 'forward'],
  ['edges', 0.5, 0.9, false, 'backward'],
  ['sides', 0.2, 0.5, false, 'backward'],
  ['sides', 0.2, 0.5, true, 'forward'],
  ['sides', 1, 1, false, 'forward'],
] as const)('%s at %s, %s (inverted: %s) is %s', (shape, x, y, inverted, action) => {
  expect(tapAction(shape, x, y, inverted)).toBe(action);
});

test('the middle of every shape shows the bars', () => {
  for (const shape of Object.keys(TAP_ZONES)) expect(tapAction(shape as TapShape, 0.5, 0.5)).toBe('menu');
});
