import { expect, test } from 'vitest';
import type { ComicDetail } from '#contract/shapes';
import { readingStart } from '../reading-start.ts';
import { chapter, comic } from '../testing/made-comic.ts';
import { type Mark, markedComic } from './marked-comic.ts';

const markOf = (nos: number[], more: Partial<Mark>): Mark => ({
  comicId: 1,
  read: true,
  chapters: nos.map((no) => chapter(no)),
  upTo: false,
  known: [],
  text: '',
  ...more,
});
/** Six chapters, of which these are read. */
const six = (...read: number[]) => [1, 2, 3, 4, 5, 6].map((no) => chapter(no, { read: read.includes(no) }));
const readNos = ({ chapters }: ComicDetail) => chapters.filter(({ read }) => read).map(({ no }) => no);

test.each([
  ['as read, without a last read chapter', [], null, markOf([2, 3], {}), [2, 3], 3, '读 第4话'],
  ['as read, beside the last read one', [], { no: 2, page: 7 }, markOf([1, 4], {}), [1, 4], 2, '续看 第2话'],
  ['as read, with the last read one', [], { no: 2, page: 7 }, markOf([1, 2, 3], {}), [1, 2, 3], 2, '读 第4话'],
  ['up to one', [5], { no: 1, page: 7 }, markOf([4], { upTo: true }), [1, 2, 3, 4, 5], 4, '读 第6话'],
  [
    'as unread, beside the last read one',
    [1, 2, 3],
    { no: 3, finished: true },
    markOf([1], { read: false }),
    [2, 3],
    3,
    '读 第4话',
  ],
  [
    'as unread, with the last read one',
    [1, 2, 5],
    { no: 5, finished: true },
    markOf([2, 5], { read: false }),
    [1],
    1,
    '读 第2话',
  ],
  [
    'as unread, without one before it',
    [2, 4, 5],
    { no: 2, finished: true },
    markOf([2], { read: false }),
    [4, 5],
    4,
    '读 第6话',
  ],
  ['all as unread', [1, 2], { no: 2, finished: true }, markOf([1, 2], { read: false }), [], undefined, '开始阅读'],
])('chapters marked %s', (_name, read, last, mark, expected, lastNo, label) => {
  const before = comic({ chapters: six(...read) }, last && { chapterId: 1000 + last.no, ...last });
  const marked = markedComic(before, mark);
  expect([readNos(marked), marked.me.last?.no, readingStart(marked)?.label]).toEqual([expected, lastNo, label]);
});

/** Three hundred chapters, read up to 60. The answer has those from 58 on. */
const long = (start: number | null = 61) => {
  const window = { from: 57, total: 300, locked: 0, numbers: [{ no: 1, count: 300 }] };
  return comic(
    {
      chapters: [58, 59, 60, 61, 62].map((no) => chapter(no, { read: no <= 60 })),
      window: { ...window, start: start === null ? null : chapter(start) },
    },
    { chapterId: 1060, no: 60, finished: true },
  );
};

test.each([
  ['as read, with the next one', markOf([61], {}), 60, 62],
  ['as read, elsewhere', markOf([200], {}), 60, 61],
  [
    'up to one of another range',
    markOf([200], { upTo: true, known: [chapter(199), chapter(200), chapter(201)] }),
    200,
    201,
  ],
  ['as unread, with the last read one', markOf([59, 60], { read: false }), 58, 59],
  ['as unread, all that are known', markOf([58, 59, 60], { read: false }), 60, 61],
  [
    'as unread, all',
    markOf(
      Array.from({ length: 60 }, (_, n) => n + 1),
      { read: false },
    ),
    undefined,
    1,
  ],
])('chapters of a long comic marked %s', (_name, mark, lastNo, next) => {
  const marked = markedComic(long(), mark);
  expect([marked.me.last?.no, readingStart(marked)?.chapterId]).toEqual([lastNo, 1000 + next]);
});

test('the next chapter that the server has named stays next before one that is marked as unread', () => {
  const before = long(70);
  const chapters = before.chapters.map((chapter) => ({ ...chapter, read: true }));
  const marked = markedComic({ ...before, chapters }, markOf([200], { read: false }));
  expect(readingStart(marked)?.chapterId).toBe(1070);
});

test('after everything was read, the first chapter that is marked as unread is next', () => {
  const marked = markedComic(long(null), markOf([60, 62], { read: false }));
  expect([marked.me.last?.no, readingStart(marked)?.chapterId]).toEqual([59, 1060]);
});
