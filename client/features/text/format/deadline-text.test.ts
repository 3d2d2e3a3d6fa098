import { expect, test } from 'vitest';
import { deadlineText, lastDay } from './deadline-text.ts';
import { daysBetween, endOfDay, shanghaiToday } from './shanghai-day.ts';

const at = (shanghai: string) => Date.parse(`${shanghai}:00+08:00`);
const iso = (shanghai: string) => new Date(at(shanghai)).toISOString();
const NOW = at('2026-11-22T09:00');

test.each([
  ['2026-11-22T18:30', '今天 18:30 到期', true],
  ['2026-11-23T00:00', '今天 24:00 到期', true],
  ['2026-11-23T00:01', '明天 00:01 到期', true],
  ['2026-11-24T00:00', '明天 24:00 到期', true],
  ['2026-11-25T12:00', '剩 3 天', true],
  ['2026-11-26T00:00', '剩 3 天', true],
  ['2026-11-26T00:01', '剩 4 天', false],
  ['2026-12-22T23:59', '剩 30 天', false],
  ['2026-12-24T00:00', '2026-12-23 到期', false],
])('on 22 November at 09:00 the end %s is shown as %s', (ends, text, soon) => {
  expect(deadlineText(iso(ends), NOW)).toEqual({ text, soon });
});

test('an end at midnight has the day before as its last day', () => {
  expect(lastDay(iso('2027-02-20T00:00'))).toBe('2027-02-19');
  expect(lastDay(iso('2027-02-20T00:01'))).toBe('2027-02-20');
});

test('a day in Shanghai begins and ends at 16:00 UTC', () => {
  expect(shanghaiToday(Date.parse('2026-11-22T15:59:59Z'))).toBe('2026-11-22');
  expect(shanghaiToday(Date.parse('2026-11-22T16:00:00Z'))).toBe('2026-11-23');
  expect(endOfDay('2026-11-22')).toBe('2026-11-22T16:00:00.000Z');
  expect(daysBetween('2026-11-22', '2026-12-01')).toBe(9);
});
