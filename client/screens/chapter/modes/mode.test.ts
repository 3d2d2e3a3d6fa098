import { expect, test } from 'vitest';
import { modeOf, readsLeft } from './mode.ts';

const page = { url: '', width: 700, height: 1000, color: '' };
const wide = { ...page, width: 1500 };
const read = (direction: 'strip' | 'ltr' | 'rtl', pages = [page, page]) =>
  // Only the direction of the comic counts.
  ({ comic: { direction }, pages }) as Parameters<typeof modeOf>[1];

test.each([
  ['auto', read('strip'), 'strip'],
  ['auto', read('ltr'), 'paged-ltr'],
  ['auto', read('rtl'), 'paged-rtl'],
  ['auto', read('rtl', [wide, wide]), 'strip-rtl'],
  ['strip', read('rtl'), 'strip'],
  ['double', read('strip'), 'double'],
] as const)('%s, where the comic is %j, is %s', (chosen, chapter, mode) => {
  expect(modeOf(chosen, chapter)).toBe(mode);
});

test('two pages side by side are read as the comic is', () => {
  expect(readsLeft('double', read('rtl'))).toBe(true);
  expect(readsLeft('double', read('strip'))).toBe(false);
});
