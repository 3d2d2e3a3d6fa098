import { expect, test } from 'vitest';
import { yuanText } from './yuan-text.ts';

test.each([
  [600, '¥6'],
  [650, '¥6.50'],
  [1, '¥0.01'],
  [1_234_509, '¥12345.09'],
])('%i fen are written %s', (fen, text) => {
  expect(yuanText(fen)).toBe(text);
});
