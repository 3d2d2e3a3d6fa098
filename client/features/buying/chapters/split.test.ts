import { expect, test } from 'vitest';
import { costText, splitOf } from './split.ts';

const names = { coins: '漫币', bonus: '赠币', tickets: '阅读券' };

test.each([
  [{ bonus: 0, coins: 12 }, '12 漫币'],
  [{ bonus: 12, coins: 0 }, '12 赠币'],
  [{ bonus: 3, coins: 9 }, '3 赠币 + 9 漫币'],
  [{ bonus: 0, coins: 0 }, '0 漫币'],
])('%j is shown as %s', (spent, text) => expect(costText(spent, names)).toBe(text));

test.each([
  [15, { coins: 300, bonus: 3 }, { bonus: 3, coins: 12, missing: 0 }],
  [15, { coins: 300, bonus: 0 }, { bonus: 0, coins: 15, missing: 0 }],
  [15, { coins: 300, bonus: 40 }, { bonus: 15, coins: 0, missing: 0 }],
  [15, { coins: 4, bonus: 3 }, { bonus: 3, coins: 4, missing: 8 }],
  [15, { coins: 20, bonus: -4 }, { bonus: 0, coins: 15, missing: 0 }],
  [15, { coins: -20, bonus: 5 }, { bonus: 5, coins: 0, missing: 30 }],
])('a price of %i with %j is paid by %j', (price, balances, split) => {
  expect(splitOf(price, balances)).toEqual(split);
});
