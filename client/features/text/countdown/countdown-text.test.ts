import { expect, test } from 'vitest';
import { countdownText } from './countdown-text.ts';

test.each([
  [0, '00:00:00'],
  [-5000, '00:00:00'],
  [1, '00:00:01'],
  [59_999, '00:01:00'],
  [3_600_000 + 61_000, '01:01:01'],
  [86_399_000, '23:59:59'],
  [86_400_000, '1天 00:00:00'],
  [86_400_000 + 86_399_000, '1天 23:59:59'],
  [2 * 86_400_000 + 11_045_000, '2天 03:04:05'],
])('%i ms left is %s', (left, text) => {
  expect(countdownText(left)).toBe(text);
});
