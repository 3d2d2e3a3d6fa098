import { expect, test } from 'vitest';
import type { LastRead } from '#contract/shapes';
import { readingStart } from './reading-start.ts';
import { chapter, comic } from './testing/made-comic.ts';

const window = { from: 0, total: 3000, locked: 0, numbers: [{ no: 1, count: 3000 }] };

test('a comic without chapters has nothing to start', () => {
  expect(readingStart(comic({ chapters: [] }))).toBeNull();
});

test('reading starts at the first chapter, whatever order the list is in, and says how much of it is free', () => {
  expect(readingStart(comic())).toEqual({ label: '开始阅读', hint: null, chapterId: 1001 });
  const chapters = [chapter(1), chapter(2), chapter(3, { access: 'locked' }), chapter(4)];
  expect(readingStart(comic({ chapters }))?.hint).toBe('前 2 话免费');
  expect(readingStart(comic({ chapters: [chapter(1, { access: 'locked' })] }))?.hint).toBeNull();
  // A chapter opened by 等就免费 or 月卡 is not free.
  const opened = { by: 'wait', until: '2026-11-29T04:00:00Z' } as const;
  const waited = [chapter(1), chapter(2), chapter(3, { opened }), chapter(4, { access: 'locked' })];
  expect(readingStart(comic({ chapters: waited }))?.hint).toBe('前 2 话免费');
  const bought = [chapter(1), chapter(2, { access: 'owned' })];
  expect(readingStart(comic({ chapters: bought }))?.hint).toBeNull();
});

test.each([
  [12, { page: 2, offset: 0.5 }, '第 3 页，共 12 页'],
  [1, { page: 0, offset: 0.404 }, '读到 40%'],
  [1, { page: 0, offset: 0 }, null],
])('reading continues at the last position: of %i pages at %j', (pages, place, hint) => {
  const chapters = [chapter(1), chapter(2, { pages })];
  const left = comic({ chapters }, { chapterId: 1002, no: 2, ...place });
  expect(readingStart(left)).toEqual({ label: '续看 第2话', hint, chapterId: 1002 });
});

test('after a chapter that was read to its end the next one follows, by number, with its title', () => {
  const chapters = [chapter(4, { title: '第4话 归来' }), chapter(3, { title: '出海' }), chapter(2)];
  const at = (no: number) => readingStart(comic({ chapters }, { chapterId: 1000 + no, no, finished: true }));
  expect(at(2)).toEqual({ label: '读 第3话', hint: '出海', chapterId: 1003 });
  expect(at(3)).toEqual({ label: '读 第4话', hint: '归来', chapterId: 1004 });
});

test('after rereading a finished chapter, reading continues at the first unfinished one after it', () => {
  const chapters = [1, 2, 3, 4].map((no) => chapter(no, { read: no < 4 }));
  const again = { chapterId: 1001, no: 1, page: 5, finished: true };
  expect(readingStart(comic({ chapters }, again))).toMatchObject({ label: '读 第4话', chapterId: 1004 });
  const all = chapters.map((each) => ({ ...each, read: true }));
  expect(readingStart(comic({ chapters: all }, again))).toMatchObject({ hint: '再看一遍', chapterId: null });
  expect(readingStart(comic({ chapters: all, window: { ...window, start: null } }, again))?.chapterId).toBeNull();
});

test.each([
  // The weekdays are in the head of the page; they would not fit into the button of a narrow phone.
  [{ status: 'serial', weekdays: [2, 5] }, '已追平'],
  [{ status: 'complete' }, '已读完全部'],
] as const)('after the last chapter of %j it can be read once more', (facts, label) => {
  const weekdays = 'weekdays' in facts ? [...facts.weekdays] : [];
  const read = comic({ ...facts, weekdays }, { chapterId: 1003, no: 3, finished: true });
  expect(readingStart(read)).toEqual({ label, hint: '再看一遍', chapterId: null });
});

test('a last read chapter that no longer exists counts as none', () => {
  expect(readingStart(comic({}, { chapterId: 9 }))?.label).toBe('开始阅读');
});

test('if only some chapters are loaded, the server names the next one', () => {
  const at = (last: Partial<LastRead> | null, start: { id: number; no: number } | null, locked = 0) =>
    readingStart(comic({ window: { ...window, locked, start } }, last));
  expect(at(null, { id: 1001, no: 1 })).toMatchObject({ label: '开始阅读', hint: null });
  expect(at(null, { id: 1001, no: 1 }, 9)?.hint).toBe('前 3 话免费');
  expect(at({ chapterId: 1003, no: 3, finished: true }, { id: 1004, no: 4 })).toMatchObject({
    label: '读 第4话',
    chapterId: 1004,
  });
  expect(at({ chapterId: 1003, no: 3, finished: true }, null)?.chapterId).toBeNull();
  expect(at({ chapterId: 9, no: 9 }, { id: 1001, no: 1 })).toMatchObject({ label: '读 第1话', chapterId: 1001 });
});
