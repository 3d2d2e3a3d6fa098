import { expect, test } from 'vitest';
import { inOrder } from '../../features/chapter-ranges/ranges.ts';
import { readingStart } from './reading-start.ts';

const chapters = Array.from({ length: 120 }, (_, index) => ({ id: 1000 + index, no: index + 1 }));

test('a comic without chapters has nothing to start', () => {
  expect(readingStart([], null)).toBeNull();
});

test('reading starts at the first chapter, whatever order the list is in', () => {
  expect(readingStart(inOrder(chapters, 'newest'), null)).toEqual({ id: 1000, label: '开始阅读' });
});

test('reading goes on where it was left', () => {
  expect(readingStart(chapters, { chapterId: 1004, no: 5 })).toEqual({ id: 1004, label: '续看 第5话' });
});

test('a last chapter that is gone counts as none', () => {
  expect(readingStart(chapters, { chapterId: 9, no: 5 })?.label).toBe('开始阅读');
});
