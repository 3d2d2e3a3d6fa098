import { expect, test } from 'vitest';
import {
  shanghaiDay,
  shanghaiDayEnd,
  shanghaiMinute,
  shanghaiMinutes,
  shanghaiSeconds,
  shanghaiTime,
  shanghaiWeekday,
} from './shanghai-day.ts';

const MIDNIGHT = new Date('2026-11-22T16:00:00Z');
const BEFORE = new Date('2026-11-22T15:59:59.999Z');
const NEXT_MIDNIGHT = new Date('2026-11-23T16:00:00Z');

test('the day of Shanghai begins eight hours before that of Greenwich', () => {
  expect(shanghaiTime(BEFORE)).toBe('2026-11-22T23:59:59.999');
  expect(shanghaiTime(MIDNIGHT)).toBe('2026-11-23T00:00:00.000');
  expect([BEFORE, MIDNIGHT].map(shanghaiDay)).toEqual(['2026-11-22', '2026-11-23']);
});

test('a time is shown to the second or to the minute', () => {
  expect([shanghaiSeconds(BEFORE), shanghaiMinutes(BEFORE)]).toEqual(['2026-11-22 23:59:59', '2026-11-22 23:59']);
});

test('the minute of a day is an integer from 0 to 1439', () => {
  const times = [MIDNIGHT, new Date(MIDNIGHT.getTime() + 59_999), new Date(MIDNIGHT.getTime() + 60_000), BEFORE];
  expect(times.map(shanghaiMinute)).toEqual([0, 0, 1, 1439]);
});

test('Monday is 1 and Sunday 7', () => {
  expect([BEFORE, MIDNIGHT, NEXT_MIDNIGHT].map(shanghaiWeekday)).toEqual([7, 1, 2]);
});

test('a day ends at the next midnight, which belongs to the day after it', () => {
  expect(shanghaiDayEnd(BEFORE)).toEqual(MIDNIGHT);
  expect(shanghaiDayEnd(MIDNIGHT)).toEqual(NEXT_MIDNIGHT);
});
