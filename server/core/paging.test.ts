import { expect, test } from 'vitest';
import { cursorAfter, readCursor, readPage } from './paging.ts';

const NUMBERS = [1, 2, 3, 4, 5];
const read = (after: number) => async (limit: number) => NUMBERS.filter((n) => n > after).slice(0, limit);

test.each([
  ['a page with more behind it ends with its last row', 0, { rows: [1, 2], last: 2 }],
  ['a full page with nothing behind it is the last one', 3, { rows: [4, 5], last: null }],
  ['a page that is not full is the last one', 4, { rows: [5], last: null }],
  ['an empty page is the last one', 5, { rows: [], last: null }],
])('%s', async (_what, after, page) => {
  expect(await readPage(2, read(after))).toEqual(page);
});

test('a cursor is read back as the position it was made of, and a forged one is refused', () => {
  const time = new Date('2026-11-22T01:02:03.456Z');
  const cursor = cursorAfter([time.toISOString(), 7]);
  expect(readCursor(cursor, ['time', 'number'])).toEqual([time, 7]);
  expect(readCursor(undefined, ['number'])).toBeNull();
  for (const forged of ['', 'x', cursor.slice(1), cursorAfter([7]), cursorAfter(['x', 7]), cursorAfter([1.5])])
    expect(() => readCursor(forged, ['time', 'number'])).toThrow('cursor');
});
