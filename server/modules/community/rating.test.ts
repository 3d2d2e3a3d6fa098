import { expect, test } from 'vitest';
import { meanOf } from './rating.ts';

test.each([
  ['no ratings', { ratings: 0, stars: 0 }, null],
  ['nine ratings', { ratings: 9, stars: 45 }, null],
  ['ten ratings of five stars', { ratings: 10, stars: 50 }, 4.3],
  ['ten ratings of one star', { ratings: 10, stars: 10 }, 2.3],
  ['the usual stars', { ratings: 40, stars: 140 }, 3.5],
  ['a thousand ratings of five stars', { ratings: 1000, stars: 5000 }, 5],
])('the mean of %s', (_what, ratings, mean) => {
  expect(meanOf(ratings)).toBe(mean);
});
