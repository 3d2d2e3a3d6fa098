import { expect, test } from 'vitest';
import { wishText } from './words.ts';

test.each([
  [{ takesBack: true }, '收回漫币'],
  [{ takesBack: false }, '不收回漫币'],
  [{ takesBack: true, passDays: 30 }, '收回 30 天月卡里还没有开始的天数'],
  [{ takesBack: false, passDays: 30 }, '不收回月卡（30 天）'],
])('a refund that waits for approval, %j, is worded %s', (request, expected) => {
  expect(wishText(request)).toBe(expected);
});
