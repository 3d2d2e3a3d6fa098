import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const SPEEDS = [{ value: 40 }, { value: 80 }, { value: 160 }];

test.each([
  [20, 40],
  [60, 40],
  [61, 80],
  [160, 160],
  [300, 160],
])('a stored value of %i is shown as the level of %i', (at, value) => {
  expect(nearest(SPEEDS, at)).toEqual({ value });
});

test('without levels there is none', () => expect(nearest([], 5)).toBeNull());
