import { expect, test } from 'vitest';
import { waitAfter } from './use-retry.ts';

test('what fails again and again is tried ever more rarely, but never given up', () => {
  expect([1, 2, 3, 4, 5, 6, 40].map(waitAfter)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});
