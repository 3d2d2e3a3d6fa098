import { expect, test } from 'vitest';
import { inOrder } from '../../features/chapter-ranges/ranges.ts';
import { readingStart } from './reading-start.ts';

const chapters = Array.from({ length: 120 }, (_, index) => ({ id: 1000 + index, no: index + 1 }));

test('a comic without chapters has nothing to start', () => {
  expect(readingStart([], null, 'serial')).toBeNull();
});

test('reading starts at the first chapter, whatever order the list is in', () => {
  expect(readingStart(inOrder(chapters, 'newest'), null, 'serial')).toEqual({ id: 1000, label: '开始阅读' });
});

test('reading goes on where it was left', () => {
  const start = readingStart(inOrder(chapters, 'newest'), { chapterId: 1004, finished: false }, 'serial');
  expect(start).toEqual({ id: 1004, label: '续看 第5话' });
});

test('after a chapter that was read to its end the next one follows, by number', () => {
  const start = readingStart(inOrder(chapters, 'newest'), { chapterId: 1004, finished: true }, 'serial');
  expect(start).toEqual({ id: 1005, label: '续看 第6话' });
});

test.each([
  ['serial', '已读完最新话'],
  ['complete', '已读完全部'],
] as const)('after the last chapter of a %s comic the button says %s', (status, label) => {
  expect(readingStart(chapters, { chapterId: 1119, finished: true }, status)).toEqual({ id: 1119, label });
});

test('a last chapter that is gone counts as none', () => {
  expect(readingStart(chapters, { chapterId: 9, finished: true }, 'serial')?.label).toBe('开始阅读');
});
