import { expect, test } from 'vitest';
import type { Page } from '#contract/shapes';
import { stripAxis } from './strip-axis.ts';

const pages = (...sizes: [number, number][]): Page[] =>
  sizes.map(([width, height], n) => ({ url: `${n}`, width, height, color: '#000000' }));

const scroll = pages([1800, 900], [1750, 901], [400, 902]);

test.each([
  ['a right-to-left scroll of equally high, mostly wide panels', 'rtl', scroll, 'horizontal'],
  ['the same panels read from left to right', 'ltr', scroll, 'vertical'],
  ['the same panels of a strip', 'strip', scroll, 'vertical'],
  ['panels three pixels apart', 'rtl', pages([1800, 900], [1800, 903]), 'vertical'],
  ['a manga of upright pages', 'rtl', pages([900, 1300], [900, 1300]), 'vertical'],
  ['as many wide pages as upright ones', 'rtl', pages([1800, 900], [600, 900]), 'vertical'],
  ['no pages', 'rtl', [], 'vertical'],
] as const)('%s', (_name, direction, list, axis) => {
  expect(stripAxis(direction, list)).toBe(axis);
});
