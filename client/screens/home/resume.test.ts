import { expect, test } from 'vitest';
import { resumeOf } from './resume.ts';

const cover = { url: '/img/c', width: 240, height: 320, color: '#808080' };
const item = (
  comicId: number,
  no: number,
  latestNo: number,
  place: { page: number; offset?: number; finished?: boolean },
  readOn: number | null = place.finished ? null : no,
) => ({
  comic: {
    id: comicId,
    title: `漫画 ${comicId}`,
    cover,
    authors: [],
    genres: [],
    status: 'serial' as const,
    weekdays: [],
    latest: { id: 900, no: latestNo, title: '', publishedAt: '2026-11-20T00:00:00.000Z' },
    views: 0,
    flags: { new: false, up: false, free: true },
    sale: null,
  },
  chapter: { id: comicId * 10 + no, no, title: '' },
  offset: 0,
  finished: false,
  pages: 10,
  at: '2026-11-20T00:00:00.000Z',
  readOn: readOn === null ? null : { id: comicId * 10 + readOn, no: readOn },
  ...place,
});

test.each([
  ['in the middle of a chapter', [item(1, 3, 3, { page: 4, offset: 0.5 })], ['/chapter/13', '第3话 · 45%', 0]],
  ['with chapters that came out since', [item(1, 3, 5, { page: 0 })], ['/chapter/13', '第3话', 2]],
  [
    'at an end after which more came out',
    [item(1, 3, 4, { page: 9, finished: true }, 4)],
    ['/chapter/14', '看完第3话', 1],
  ],
  [
    'after a chapter read again, at the first that is not finished',
    [item(1, 1, 9, { page: 2, finished: true }, 8)],
    ['/chapter/18', '看完第1话', 2],
  ],
  [
    'of the next comic where the last one is read up',
    [item(1, 3, 3, { page: 9, finished: true }), item(2, 1, 2, { page: 1 })],
    ['/chapter/21', '第1话 · 10%', 1],
  ],
  [
    'past one read up that is read again',
    [item(1, 1, 3, { page: 2, finished: true }), item(2, 1, 1, { page: 1 })],
    ['/chapter/21', '第1话 · 10%', 0],
  ],
])('reading continues %s', (_, items, expected) => {
  const resume = resumeOf(items);
  expect([resume?.to, resume?.line, resume?.more]).toEqual(expected);
});

test('chapters that came after the last visit are counted by themselves', () => {
  const fresh = (unread?: number) => resumeOf([{ ...item(1, 3, 5, { page: 0 }), unread }])?.fresh;
  expect([fresh(), fresh(1), fresh(9)]).toEqual([0, 1, 2]);
});

test('a comic rated 18 is passed over', () => {
  const [hidden, other] = [item(1, 1, 3, { page: 4 }), item(2, 1, 3, { page: 0 })];
  expect(resumeOf([{ ...hidden, comic: { ...hidden.comic, restricted: true } }, other])?.to).toBe('/chapter/21');
});

test('a reader who has read everything or nothing has no comic to continue', () => {
  expect(resumeOf([])).toBeNull();
  expect(resumeOf([item(1, 3, 3, { page: 9, finished: true })])).toBeNull();
});
