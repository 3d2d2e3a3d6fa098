import { expect, test } from 'vitest';
import { badgeOf, chapterTitle } from './comic-words.ts';

const none = { new: false, up: false, free: false };

test.each([
  [{ sale: null, flags: none }, null],
  [{ sale: null, flags: { ...none, up: true } }, '更新'],
  [{ sale: null, flags: { ...none, up: true, new: true } }, '新作'],
  [{ sale: { percent: 75, endsAt: '' }, flags: { ...none, new: true } }, '7.5折'],
  [{ sale: { percent: 0, endsAt: '' }, flags: none }, '限免'],
])('a cover of %j bears %s', (comic, badge) => {
  expect(badgeOf(comic)).toBe(badge);
});

test.each([
  [{ no: 12, title: '' }, '第12话'],
  [{ no: 12.5, title: '番外' }, '第12.5话 番外'],
  [{ no: 3, title: '第3话 出海' }, '第3话 出海'],
  [{ no: 3, title: '第三話' }, '第三話'],
])('the chapter %j is called %s', (chapter, text) => {
  expect(chapterTitle(chapter)).toBe(text);
});
