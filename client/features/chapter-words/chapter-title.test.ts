import { expect, test } from 'vitest';
import { chapterTitle } from './chapter-title.ts';

test.each([
  [{ no: 12, title: '' }, '第12话'],
  [{ no: 12.5, title: '番外' }, '第12.5话 番外'],
  [{ no: 3, title: '第3话 出海' }, '第3话 出海'],
  [{ no: 3, title: '第三話' }, '第三話'],
  [{ no: 20231130, title: '' }, '2023-11-30'],
  [{ no: 20231399, title: '' }, '第20231399话'],
])('the chapter %j is called %s', (chapter, text) => {
  expect(chapterTitle(chapter)).toBe(text);
});
