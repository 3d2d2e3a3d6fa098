import { expect, test } from 'vitest';
import { pollDelay } from './poll-delay.ts';

test('an order is polled after one second, then more slowly, at least every five seconds', () => {
  expect([0, 1, 2, 3, 4, 40].map(pollDelay)).toEqual([1000, 1500, 2250, 3375, 5000, 5000]);
});
