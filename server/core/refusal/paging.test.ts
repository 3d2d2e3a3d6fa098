import { expect, test } from 'vitest';
import { checksumOf, cursorAfter, readCursor, readPage } from './paging.ts';

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

test('a page reads one row more, to know if another page follows', async () => {
  const limits: number[] = [];
  await readPage(20, async (limit) => {
    limits.push(limit);
    return [];
  });
  expect(limits).toEqual([21]);
});

test('a cursor decodes to its position, and a forged one is refused', () => {
  const time = new Date('2026-11-22T01:02:03.456Z');
  const cursor = cursorAfter([time.toISOString(), 7]);
  expect(readCursor(cursor, ['time', 'number'])).toEqual([time, 7]);
  expect(readCursor(undefined, ['number'])).toBeNull();
  for (const forged of ['', 'x', cursor.slice(1), cursorAfter([7]), cursorAfter(['x', 7]), cursorAfter([1.5])])
    expect(() => readCursor(forged, ['time', 'number'])).toThrow('cursor');
});

test('a cursor with a number in place of a time, the reverse, or an extra part is refused', () => {
  const time = '2026-11-22T01:02:03.456Z';
  expect(readCursor(cursorAfter([time, 0]), ['time', 'number'])).toEqual([new Date(time), 0]);
  for (const position of [
    [7, time],
    [time, time],
    [7, 7],
    [time, 7, 7],
    [time, 2 ** 53],
    [time, 0.5],
    [time, '7'],
  ])
    expect(() => readCursor(cursorAfter(position), ['time', 'number']), String(position)).toThrow('cursor');
  expect(() => readCursor(Buffer.from('{"length":1}').toString('base64url'), ['number'])).toThrow('cursor');
});

test('a time in a cursor must be in the range that the database and the calendar support', () => {
  const read = (time: string) => readCursor(cursorAfter([time]), ['time']);
  for (const time of ['1971-01-01T00:00:00.000Z', '9998-12-31T23:59:59.999Z'])
    expect(read(time)).toEqual([new Date(time)]);
  for (const time of ['1970-12-31T23:59:59.999Z', '9999-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', 'x'])
    expect(() => read(time), time).toThrow('cursor');
});

test('the fingerprint of a list depends on its parts and their order', () => {
  const marks = [['a', 'b'], ['b', 'a'], ['ab'], ['a'], ['a', undefined]].map((list) => checksumOf(...list));
  expect(new Set(marks).size).toBe(5);
  expect(checksumOf('a', 'b')).toBe(checksumOf('a', 'b'));
});
