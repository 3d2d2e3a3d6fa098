import { expect, test } from 'vitest';
import { outdated, readRotation } from './rotation.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Three in the morning in Shanghai, every day of two years. */
const nightly = Array.from({ length: 730 }, (_, index) => new Date(Date.UTC(2026, 10, 21, 19) - index * DAY_MS));
const kept = (times: readonly Date[], given: string) => {
  const rotation = readRotation(given);
  if (!rotation) throw new Error(`${given} was not understood`);
  const gone = new Set(outdated(times, rotation));
  return times.filter((time) => !gone.has(time)).map((time) => time.toISOString().slice(0, 10));
};

test('the newest backup of each of the last days, weeks and months is kept', () => {
  expect(kept(nightly, '3d')).toEqual(['2026-11-21', '2026-11-20', '2026-11-19']);
  // Weeks begin on Monday in Shanghai: this week already had its Sunday, 22 November.
  expect(kept(nightly, '3w')).toEqual(['2026-11-21', '2026-11-20', '2026-11-14', '2026-11-07']);
  expect(kept(nightly, '2d,2m')).toEqual(['2026-11-21', '2026-11-20', '2026-10-30']);
  expect(kept(nightly, '7d,4w,6m')).toHaveLength(7 + 3 + 5);
});

test('days without a backup do not count, so an unused site loses none', () => {
  const old = nightly.slice(100, 105);
  expect(kept(old, '7d,4w,6m')).toHaveLength(5);
});

test('the last backup of an earlier day is always kept', () => {
  const [late, early] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T02:00:00Z')];
  const [last, first] = [new Date('2026-10-03T10:00:00Z'), new Date('2026-10-03T02:00:00Z')];
  expect(outdated([first, last, early, late], { days: 1, weeks: 0, months: 0 })).toEqual([early, first]);
});

test('the newest backup of a day is kept, and the newest of all always', () => {
  const [late, early] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T02:00:00Z')];
  expect(outdated([early, late], { days: 1, weeks: 1, months: 1 })).toEqual([early]);
  expect(outdated([early, late], { days: 0, weeks: 0, months: 0 })).toEqual([early]);
});

test.each(['', '7', 'd', '0d', '7d,', '7d 4w', '7y', '-1d'])('%j is no rotation', (given) => {
  expect(readRotation(given)).toBeNull();
});
