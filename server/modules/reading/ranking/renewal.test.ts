import { expect, test } from 'vitest';
import { dueAfter } from './renewal.ts';

test.each([
  [0, 30_000],
  [300, 30_000],
  [301, 30_100],
  [2_999, 299_900],
  [3_000, 300_000],
  [60_000, 300_000],
])('a ranking that took %i ms is renewed after %i ms: 100 times as long, between 30 s and 5 min', (costMs, dueMs) => {
  expect(dueAfter(costMs)).toBe(dueMs);
});
