import { expect, test } from 'vitest';
import { limitText } from './limit-text.ts';

test('for another currency the text names the price that limits count', () => {
  expect(limitText(601, { order: 600, today: null, unpaid: 0 }, 'USD')).toBe('单笔最多 ¥6（按标价 ¥6.01 算）');
  expect(limitText(600, { order: 600, today: null, unpaid: 0 }, 'USD')).toBeNull();
});

test.each([
  [600, { order: null, today: null }, null],
  [600, { order: 600, today: 600 }, null],
  [601, { order: 600, today: null }, '单笔最多 ¥6'],
  [601, { order: 10_000, today: 600 }, '今天还能充 ¥6'],
  [600, { order: 10_000, today: 0 }, '今天的充值已到限额，明天再来吧'],
  [600, { order: 600, today: 1200, unpaid: 600 }, null],
  [600, { order: 600, today: 1199, unpaid: 600 }, '先支付未完成的 ¥6，或等它半小时后关闭'],
  [1201, { order: 600, today: 1200, unpaid: 600 }, '今天还能充 ¥12'],
])('%i fen under the limits %j: %s', (cash, limits, text) => {
  expect(limitText(cash, { unpaid: 0, ...limits }, 'CNY')).toBe(text);
});
