import { expect, test } from 'vitest';
import { TAP_ZONES, type TapShape, tapAction } from './tap-zones.ts';

test.each([
  ['off', 0.1, 0.9, '', 'menu'],
  ['L', 0.9, 0.1, '', 'backward'],
  ['L', 0.9, 0.5, '', 'forward'],
  ['L', 0.1, 0.99, '', 'forward'],
  ['L', 0.1, 0.99, 'inverted', 'backward'],
  ['edges', 0.1, 0.5, '', 'forward'],
  ['edges', 0.5, 0.9, '', 'backward'],
  ['rows', 0.1, 0.1, '', 'backward'],
  ['rows', 0.9, 0.5, '', 'menu'],
  ['sides', 0.2, 0.5, '', 'backward'],
  ['sides', 0.2, 0.5, 'inverted', 'forward'],
  ['sides', 0.2, 0.5, 'mirrored', 'forward'],
  ['sides', 0.2, 0.5, 'inverted mirrored', 'backward'],
  ['sides', 1, 1, '', 'forward'],
] as const)('%s at %s, %s (%s) is %s', (shape, x, y, how, action) => {
  const zones = { shape, inverted: how.includes('inverted'), mirrored: how.includes('mirrored') };
  expect(tapAction(zones, x, y)).toBe(action);
});

test('the middle of every shape shows the bars', () => {
  const shapes = Object.keys(TAP_ZONES) as TapShape[];
  for (const shape of shapes) expect(tapAction({ shape, inverted: false, mirrored: false }, 0.5, 0.5)).toBe('menu');
});
