import { expect, test } from 'vitest';
import { countText } from './count-text.ts';

test.each([
  [0, '0'],
  [9999, '9999'],
  [10_000, '1万'],
  [12_345, '1.2万'],
  [19_999, '1.9万'],
  [1_234_567, '123万'],
  [99_999_999, '9999万'],
  [100_000_000, '1亿'],
  [345_000_000, '3.4亿'],
])('%i is written %s', (count, text) => {
  expect(countText(count)).toBe(text);
});
