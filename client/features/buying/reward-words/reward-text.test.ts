import { expect, test } from 'vitest';
import { NO_REWARD, rewardText } from './reward-text.ts';

test.each([
  [{ bonus: 2, tickets: 0 }, '2 赠币'],
  [{ bonus: 0, tickets: 1 }, '1 张阅读券'],
  [{ bonus: 5, tickets: 1 }, '5 赠币和 1 张阅读券'],
  [NO_REWARD, ''],
])('%o is %s', (reward, text) => expect(rewardText(reward, '赠币')).toBe(text));
