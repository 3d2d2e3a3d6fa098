import { expect, test } from 'vitest';
import { limitText } from './limit-text.ts';

test.each([
  [600, { order: null, today: null }, null],
  [600, { order: 600, today: 600 }, null],
  [601, { order: 600, today: null }, '单笔最多 ¥6'],
  [601, { order: 10_000, today: 600 }, '今天还能充 ¥6'],
  [600, { order: 10_000, today: 0 }, '今天的充值已到限额，明天再来吧'],
])('%i fen under the limits %j: %s', (cash, limits, text) => {
  expect(limitText(cash, limits)).toBe(text);
});
