import { expect, test } from 'vitest';
import { gradeOf } from './grade.ts';

test.each([
  [0, '新读者', 50],
  [50, '常客', 300],
  [300, '书友', 1_000],
  [1_000, '书虫', 5_000],
  [5_000, '藏家', 20_000],
  [20_000, '行家', 100_000],
])('from %i points on a reader is %s, until %i', (from, name, nextAt) => {
  expect(gradeOf(from)).toMatchObject({ grade: { name }, nextAt });
  expect(gradeOf(nextAt - 1)).toMatchObject({ grade: { name }, nextAt });
});

test('the highest grade has no next one, and each grade has its level and icon', () => {
  expect(gradeOf(99_999).grade).toEqual({ level: 5, name: '行家', icon: 'grade-5' });
  expect(gradeOf(100_000)).toEqual({ grade: { level: 6, name: '岛主', icon: 'grade-6' }, nextAt: null });
});
