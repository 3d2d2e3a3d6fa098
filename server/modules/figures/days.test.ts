import { expect, test } from 'vitest';
import { daysDue } from './days.ts';
import { largestSources, noTotals } from './totals.ts';

const NONE = { lastClosed: null, firstOpen: null, last: null };

test.each([
  ['a new site begins with yesterday', NONE, null, ['05-09 open']],
  ['views from before are totalled first', NONE, '2026-05-07', ['05-07 closes', '05-08 closes', '05-09 open']],
  [
    'totals that are up to date are not changed',
    { lastClosed: '2026-05-08', firstOpen: '2026-05-09', last: '2026-05-09' },
    null,
    [],
  ],
  [
    'a day closes one day later',
    { lastClosed: '2026-05-07', firstOpen: '2026-05-08', last: '2026-05-08' },
    null,
    ['05-08 closes', '05-09 open'],
  ],
  [
    'an open day without views closes too',
    { lastClosed: null, firstOpen: '2026-05-08', last: '2026-05-08' },
    null,
    ['05-08 closes', '05-09 open'],
  ],
  [
    'days off are caught up with',
    { lastClosed: '2026-05-05', firstOpen: '2026-05-06', last: '2026-05-06' },
    '2026-05-06',
    ['05-06 closes', '05-07 closes', '05-08 closes', '05-09 open'],
  ],
])('%s', (_, folded, firstViewed, due) => {
  const found = daysDue(folded, firstViewed, '2026-05-10');
  expect(found.map(({ day, closes }) => `${day.slice(5)} ${closes ? 'closes' : 'open'}`)).toEqual(due);
});

test('the largest sources are kept, all others are one', () => {
  const of = (readers: number, views: number) => ({ ...noTotals(), readers, views });
  const bySource = new Map([
    ['small', of(1, 5)],
    ['large', of(9, 9)],
    ['', of(4, 4)],
    ['smaller', of(0, 2)],
  ]);
  expect(largestSources(bySource, 2)).toEqual([
    { source: 'large', totals: of(9, 9) },
    { source: '', totals: of(4, 4) },
    { source: null, totals: of(1, 7) },
  ]);
  expect(largestSources(bySource, 4).map(({ source }) => source)).toEqual(['large', '', 'small', 'smaller']);
});

test('a source is as large as its old and new readers together; of one size the first by name is kept', () => {
  const of = (readers: number, newReaders: number) => ({ ...noTotals(), readers, newReaders });
  const bySource = new Map([
    ['b', of(2, 1)],
    ['old', of(3, 0)],
    ['new', of(0, 4)],
    ['a', of(1, 2)],
  ]);
  expect(largestSources(bySource, 4).map(({ source }) => source)).toEqual(['new', 'a', 'b', 'old']);
});
