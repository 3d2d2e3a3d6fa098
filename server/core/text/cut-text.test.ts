import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['a short text', '长💎', 3, '长💎'],
  ['a text that ends inside a character', '长💎', 2, '长'],
  ['a text that ends between two characters', '💎💎', 2, '💎'],
  ['nothing', '💎', 0, ''],
])('%s is cut to whole characters', (_what, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});
