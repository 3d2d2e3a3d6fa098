import { expect, test } from 'vitest';
import { dayHeading, timeInDay } from './read-time.ts';

/** Half past midnight in Shanghai. */
const now = Date.parse('2026-01-02T16:30:00Z');

test.each([
  ['2026-01-02T16:29:50Z', '今天', '刚刚'],
  ['2026-01-02T16:05:00Z', '今天', '25分钟前'],
  ['2026-01-02T15:59:00Z', '昨天', '23:59'],
  ['2025-12-31T23:00:00Z', '1月1日', '07:00'],
  ['2025-12-31T01:00:00Z', '2025年12月31日', '09:00'],
])('an entry read at %s is under %s, at %s', (at, heading, time) => {
  expect([dayHeading(at, now), timeInDay(at, now)]).toEqual([heading, time]);
});
