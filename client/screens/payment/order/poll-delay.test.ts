import { expect, test } from 'vitest';
import { pollDelay } from './poll-delay.ts';

test('an order is asked for after one second, then less and less often, at least each five', () => {
  expect([0, 1, 2, 3, 4, 40].map(pollDelay)).toEqual([1000, 1500, 2250, 3375, 5000, 5000]);
});
