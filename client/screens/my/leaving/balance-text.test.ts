import { expect, test } from 'vitest';
import { balanceText } from './balance-text.ts';

const names = { coins: '漫币', bonus: '赠币', tickets: '阅读券' };

test.each([
  [{ coins: 120, bonus: 30, tickets: 2 }, '120 漫币、30 赠币、2 张阅读券'],
  [{ coins: -5, bonus: 0, tickets: 1 }, '1 张阅读券'],
  [{ coins: 0, bonus: 0, tickets: 0 }, ''],
])('the balance %j is shown as %s', (user, text) => expect(balanceText(user, names)).toBe(text));
