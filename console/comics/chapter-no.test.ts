import { expect, test } from 'vitest';
import { isChapterNo } from '#contract/chapter-no';

test.each([
  ['12', true],
  ['12.5', true],
  ['12.01', true],
  ['20231130', true],
  ['123456789', false],
  ['1e3', false],
  ['-1', false],
  ['12.', false],
  ['', false],
])('%j as the number of a chapter: %s', (text, expected) => {
  expect(isChapterNo(text)).toBe(expected);
});
