import { expect, test } from 'vitest';
import { clockText, dayText, momentText, timeText } from './time-text.ts';

// 2026-11-20 12:00 in Shanghai.
const now = Date.parse('2026-11-20T04:00:00Z');

test.each([
  ['2026-11-20T03:59:30Z', '刚刚'],
  ['2026-11-20T04:00:20Z', '刚刚'],
  ['2026-11-20T03:59:00.001Z', '刚刚'],
  ['2026-11-20T03:59:00Z', '1分钟前'],
  ['2026-11-20T04:00:59.999Z', '刚刚'],
  ['2026-11-20T04:01:00Z', '11-20'],
  ['2026-11-20T03:55:00Z', '5分钟前'],
  ['2026-11-20T03:00:00.001Z', '59分钟前'],
  ['2026-11-20T03:00:00Z', '1小时前'],
  ['2026-11-20T01:00:00Z', '3小时前'],
  ['2026-11-19T16:00:00Z', '12小时前'],
  ['2026-11-19T15:59:59Z', '昨天'],
  ['2026-11-18T16:00:00Z', '昨天'],
  ['2026-11-18T15:59:59Z', '11-18'],
  ['2026-01-01T00:00:00Z', '01-01'],
  ['2025-12-31T15:59:59Z', '2025-12-31'],
  ['2025-12-31T16:00:00Z', '01-01'],
  ['2026-12-24T00:00:00Z', '12-24'],
])('%s reads %s', (iso, text) => {
  expect(timeText(iso, now)).toBe(text);
});

test('a day has its year, in Shanghai', () => {
  expect(dayText('2026-12-31T16:30:00Z')).toBe('2027-01-01');
});

test.each([
  ['2026-11-20T16:30:00Z', '11-21 00:30'],
  ['2025-12-31T16:00:00Z', '01-01 00:00'],
  ['2025-12-31T15:59:00Z', '2025-12-31 23:59'],
  ['2026-12-31T15:59:00Z', '12-31 23:59'],
  ['2026-12-31T16:00:00Z', '2027-01-01 00:00'],
])('the moment %s is %s: its time of day in Shanghai, and its year unless it is this one', (iso, text) => {
  expect(momentText(iso, now)).toBe(text);
});

test('the clock shows the time of day in Shanghai', () => {
  expect(clockText('2025-12-31T16:30:00Z')).toBe('00:30');
});
