import { expect, test } from 'vitest';
import { benefitText, growthText } from './growth-text.ts';

const next = (benefit: number) => ({ name: '书虫', benefit });

test.each([
  [{ benefit: 0, next: next(0) }, '下一等级是「书虫」'],
  [{ benefit: 0, next: next(1) }, '升到「书虫」，签到每天多得 1 赠币'],
  [{ benefit: 1, next: next(1) }, '「书友」签到每天多得 1 赠币'],
  [{ benefit: 1, next: next(2) }, '「书友」签到每天多得 1 赠币，升到「书虫」多得 2 赠币'],
  [{ benefit: 3, next: null }, '「书友」签到每天多得 3 赠币'],
])('the growth %o is shown as: %s', (growth, text) => {
  expect(benefitText({ points: 0, nextAt: null, ...growth }, '书友', '赠币')).toBe(text);
});

test('points are shown with those of the next grade, if there is one', () => {
  const growth = { points: 20, nextAt: 50, benefit: 0, next: next(1) };
  expect(growthText(growth)).toBe('成长值 20 / 50');
  expect(growthText({ ...growth, nextAt: null, next: null })).toBe('成长值 20，已是最高等级');
  expect(growthText(undefined)).toBe('成长值 –');
});
