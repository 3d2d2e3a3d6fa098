import { expect, test } from 'vitest';
import { leftText } from './left-text.ts';

test.each([
  [1, '1 分钟'],
  [60, '1 分钟'],
  [61, '2 分钟'],
  [59 * 60, '59 分钟'],
  [59 * 60 + 1, '1 小时'],
  [3600, '1 小时'],
  [3601, '2 小时'],
  [48 * 3600, '48 小时'],
  [48 * 3600 + 1, '3 天'],
  [168 * 3600, '7 天'],
])('%i seconds are %s', (seconds, text) => expect(leftText(seconds)).toBe(text));
