import { expect, test } from 'vitest';
import { marksOf } from './chapter-marks.ts';

test.each([
  [true, 'owned', '已读 · 已购'],
  [false, 'owned', '已购'],
  [true, 'locked', '已读'],
  [false, 'free', ''],
] as const)('a chapter in the drawer, read: %s, access: %s, is marked 「%s」', (read, access, marks) => {
  expect(marksOf({ read, access })).toBe(marks);
});
