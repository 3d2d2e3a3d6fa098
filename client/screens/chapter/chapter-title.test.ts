import { expect, test } from 'vitest';
import { chapterTitle } from './chapter-title.ts';

test.each([
  [1, '飞行魔药', '第1话 飞行魔药'],
  [12.5, '番外', '第12.5话 番外'],
  [3, '', '第3话'],
  [3, '3', '第3话'],
  [3, '第3话 雨夜', '第3话 雨夜'],
  [3, '第03集', '第03集'],
])('number %s titled %j is %s', (no, title, expected) => {
  expect(chapterTitle({ no, title })).toBe(expected);
});
