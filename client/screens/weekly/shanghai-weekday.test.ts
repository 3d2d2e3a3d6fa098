import { expect, test } from 'vitest';
import { shanghaiWeekday } from './shanghai-weekday.ts';

test.each([
  ['2026-11-22T15:59:59Z', 7],
  ['2026-11-22T16:00:00Z', 1],
  ['2026-11-27T03:00:00Z', 5],
])('at %s it is day %s of the week in Shanghai', (time, day) => {
  expect(shanghaiWeekday(new Date(time))).toBe(day);
});
