import { expect, test } from 'vitest';
import { markOf } from './mark.ts';

test.each([
  ['小辣椒与萝卜头', '萝卜', '萝卜'],
  ['Pepper&Carrot', 'carrot', 'Carrot'],
  ['小辣椒与萝卜头', 'luobo', null],
  ['小辣椒', '', null],
  ['İstanbul', 'stan', null],
])('in 「%s」 the match for 「%s」 is %s', (text, words, marked) => {
  const mark = markOf(text, words);
  expect(mark && text.slice(mark.start, mark.end)).toBe(marked);
});
