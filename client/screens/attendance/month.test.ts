import { expect, test } from 'vitest';
import { monthAway, monthText, weeksOf } from './month.ts';

const shape = (month: string) => {
  const weeks = weeksOf(month);
  const days = weeks.flat();
  return {
    weeks: weeks.length,
    before: days.findIndex((day) => day !== null),
    first: days.find((day) => day !== null),
    last: days.findLast((day) => day !== null),
    count: days.filter((day) => day !== null).length,
  };
};

test.each([
  // 1 November 2026 is a Sunday, 1 February 2027 a Monday.
  ['2026-11', { weeks: 6, before: 6, first: '2026-11-01', last: '2026-11-30', count: 30 }],
  ['2027-02', { weeks: 4, before: 0, first: '2027-02-01', last: '2027-02-28', count: 28 }],
  ['2028-02', { weeks: 5, before: 1, first: '2028-02-01', last: '2028-02-29', count: 29 }],
  ['2026-12', { weeks: 5, before: 1, first: '2026-12-01', last: '2026-12-31', count: 31 }],
])('%s is laid out in weeks from Monday on', (month, expected) => {
  expect(shape(month)).toEqual(expected);
  expect(weeksOf(month).every((week) => week.length === 7)).toBe(true);
});

test('months follow each other over the year’s end', () => {
  expect(monthAway('2026-12', 1)).toBe('2027-01');
  expect(monthAway('2026-01', -1)).toBe('2025-12');
  expect(monthAway('2026-11', -11)).toBe('2025-12');
  expect(monthText('2027-01')).toBe('2027年1月');
});
