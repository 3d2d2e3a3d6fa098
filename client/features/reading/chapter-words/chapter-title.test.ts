import { expect, test } from 'vitest';
import { chapterName, chapterTitle } from './chapter-title.ts';

test.each([
  [{ no: 12, title: '' }, '第12话'],
  [{ no: 12.5, title: '番外' }, '第12.5话 番外'],
  [{ no: 12.01, title: '番外 海边' }, '番外 海边'],
  [{ no: 12.91, title: '最终话' }, '最终话'],
  [{ no: 0.01, title: '' }, '番外'],
  [{ no: 12.25, title: '第12.25话 相遇' }, '第12.25话 相遇'],
  [{ no: 3, title: '第3话 出海' }, '第3话 出海'],
  [{ no: 3, title: '第三話' }, '第三話'],
  [{ no: 20231130, title: '' }, '2023-11-30'],
  [{ no: 20231399, title: '' }, '第20231399话'],
])('the chapter %j is called %s', (chapter, text) => {
  expect(chapterTitle(chapter)).toBe(text);
});

test.each([
  [{ no: 12, title: '重逢' }, '第12话'],
  [{ no: 12.5, title: '重逢' }, '第12.5话'],
  [{ no: 12.01, title: '番外 海边' }, '番外 海边'],
  [{ no: 12.01 }, '番外'],
  [{ no: 20231130.01, title: '公告' }, '公告'],
])('the chapter %j is called %s in a narrow place', (chapter, text) => {
  expect(chapterName(chapter)).toBe(text);
});
