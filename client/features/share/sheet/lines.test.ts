import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

/** A letter is half as wide as a Chinese character. */
const widthOf = (text: string) => [...text].reduce((sum, each) => sum + (/[ -~]/.test(each) ? 1 : 2), 0);
const lines = (text: string, width: number, most = 2) => linesOf(text, width, most, widthOf);

test.each([
  ['a short one is one line', '萝卜海', 20, ['萝卜海']],
  ['none has no line', '  ', 20, []],
  ['a long one is broken between characters', '小辣椒与萝卜的海', 8, ['小辣椒与', '萝卜的海']],
  ['words of letters stay whole', 'The Quiet Sea', 10, ['The Quiet', 'Sea']],
  ['words among characters too', '海的 Library', 9, ['海的', 'Library']],
  ['a closing mark never begins a line', '小辣椒来了，走', 10, ['小辣椒来', '了，走']],
  ['what does not fit ends in an ellipsis', '小辣椒与萝卜的海与很远的岛', 8, ['小辣椒与', '萝卜的…']],
  ['a word longer than a line is cut', 'Supercalifragilistic', 8, ['Superc…']],
])('of titles, %s', (_, text, width, expected) => {
  expect(lines(text, width)).toEqual(expected);
  for (const line of expected) expect(widthOf(line.replace('…', ' '))).toBeLessThanOrEqual(width);
});

test('a character of two code units is not cut in half', () => {
  expect(lines('𠮷𠮷𠮷𠮷𠮷', 7, 1)).toEqual(['𠮷𠮷…']);
});
