import { expect, test } from 'vitest';
import { errorReport } from './error-report.ts';

const COMIC = { id: 7, title: '海上的岛' };

test('a report from the detail names the comic', () => {
  expect(errorReport({ comic: COMIC })).toMatchObject({ type: 2, content: '《海上的岛》：\n', about: { comicId: 7 } });
});

test('a report from the reader also names the chapter, and the page if it is known', () => {
  const chapter = { id: 34, title: '第3话 潮' };
  expect(errorReport({ comic: COMIC, chapter, page: 5 })).toMatchObject({
    content: '《海上的岛》 第3话 潮 第 5 页：\n',
    about: { comicId: 7, chapterId: 34, page: 5 },
  });
  expect(errorReport({ comic: COMIC, chapter }).content).toBe('《海上的岛》 第3话 潮：\n');
});
