import { expect, test } from 'vitest';
import { dayText, momentText, timeText } from './time-text.ts';

// 2026-11-20 12:00 in Shanghai.
const now = Date.parse('2026-11-20T04:00:00Z');

test.each([
  ['2026-11-20T03:59:30Z', '刚刚'],
  ['2026-11-20T04:00:20Z', '刚刚'],
  ['2026-11-20T03:55:00Z', '5分钟前'],
  ['2026-11-20T01:00:00Z', '3小时前'],
  ['2026-11-19T16:00:00Z', '12小时前'],
  ['2026-11-19T15:59:59Z', '昨天'],
  ['2026-11-18T16:00:00Z', '昨天'],
  ['2026-11-18T15:59:59Z', '11-18'],
  ['2026-01-01T00:00:00Z', '01-01'],
  ['2025-12-31T15:59:59Z', '2025-12-31'],
  ['2026-12-24T00:00:00Z', '12-24'],
])('%s reads %s', (iso, text) => {
  expect(timeText(iso, now)).toBe(text);
});

test('a day has its year, in Shanghai', () => {
  expect(dayText('2026-12-31T16:30:00Z')).toBe('2027-01-01');
});

test('a moment has its time of day in Shanghai', () => {
  expect(momentText('2026-11-20T16:30:00Z')).toBe('11-21 00:30');
});
