import { expect, test } from 'vitest';
import { parseChineseNumber } from './chinese-number.ts';

test.each([
  ['零', 0],
  ['〇', 0],
  ['七', 7],
  ['两', 2],
  ['玖', 9],
  ['十', 10],
  ['十二', 12],
  ['二十', 20],
  ['廿三', 23],
  ['卅', 30],
  ['卌一', 41],
  ['百', 100],
  ['一百零五', 105],
  ['一百二十三', 123],
  ['貳佰拾', 210],
  ['一千零一', 1001],
  ['叁仟', 3000],
  ['一万', 10_000],
  ['二萬零三十', 20_030],
  ['十二万三千四百五十六', 123_456],
  ['一二三', 123],
  ['二〇二六', 2026],
])('%s is %d', (text, number) => {
  expect(parseChineseNumber(text)).toBe(number);
});

test.each(['', '话', '第十', '十2', '一百话'])('「%s」 is no numeral', (text) => {
  expect(parseChineseNumber(text)).toBeUndefined();
});
