import { expect, test } from 'vitest';
import { FORGOTTEN_PASSWORD } from '#contract/faq';
import { FAQ_TYPES, QUESTION_TYPES, REPORT, typeInAddress, typeLabel } from './feedback-types.ts';

test('the types have the numbers of the contract, and each has its questions', () => {
  expect(FAQ_TYPES.map(({ key, label }) => [key, label])).toEqual([
    [0, '账号登录'],
    [1, '充值'],
    [2, '阅读'],
    [3, '活动'],
    [4, '其他'],
    [5, '举报/侵权'],
  ]);
  expect(QUESTION_TYPES.map(({ key }) => key)).toEqual(['all', 0, 1, 2, 3, 4, 5]);
  expect(typeLabel(REPORT)).toBe('举报/侵权');
});

test.each([
  ['0', 0],
  ['4', 4],
  ['5', 5],
  ['6', 'all'],
  ['', 'all'],
  [null, 'all'],
] as const)('the address names with %j the type %s', (text, type) => {
  expect(typeInAddress(text)).toBe(type);
});

test('the question about a forgotten password is found in other words too', () => {
  expect(['忘记密码怎么办', '密码忘记了', '怎样找回我的密码'].every((text) => FORGOTTEN_PASSWORD.test(text))).toBe(
    true,
  );
  expect(FORGOTTEN_PASSWORD.test('怎样修改密码')).toBe(false);
});
