import { expect, test } from 'vitest';
import { currentStreak, isRepairable, rewardOf, type Standing, viewMonth } from './calendar.ts';

/** Monday is the 16th. */
const signedOn = (...days: [day: string, streak: number, repairCost?: number][]) =>
  new Map(
    days.map(([day, streak, repairCost = null]) => [day, { day, streak, bonus: 7, tickets: 0, repairCost }] as const),
  ) as Standing['signed'];
const standing = (more: Partial<Standing> = {}): Standing => ({
  attendance: {
    bonus: [1, 2, 3],
    tickets: [0, 0, 1],
    repairCost: 10,
    bonusDays: 30,
    ticketDays: 7,
    gradeBonus: [0, 5],
  },
  level: 0,
  today: '2026-11-19',
  firstDay: '2026-11-01',
  withoutRepair: false,
  passEndsOn: null,
  signed: signedOn(['2026-11-17', 1]),
  ...more,
});

test.each([
  ['a missed day of this week', '2026-11-18', {}, true],
  ['its Monday', '2026-11-16', {}, true],
  ['the Sunday before', '2026-11-15', {}, false],
  ['today', '2026-11-19', {}, false],
  ['a day that is signed', '2026-11-17', {}, false],
  ['the first day of the reader', '2026-11-18', { firstDay: '2026-11-18' }, true],
  ['a day before that', '2026-11-16', { firstDay: '2026-11-18' }, false],
  ['one in 未成年人模式', '2026-11-18', { withoutRepair: true }, false],
  ['a second one of the week', '2026-11-18', { signed: signedOn(['2026-11-16', 1, 10]) }, false],
  ['one after a repair of last week', '2026-11-18', { signed: signedOn(['2026-11-15', 1, 10]) }, true],
] as const)('%s (%s) can be repaired or not: %#', (_name, day, more, can) => {
  expect(isRepairable(standing(more), day)).toBe(can);
});

test.each([
  [0, 1, 1],
  [1, 1, 6],
  // The last value of a short list repeats.
  [2, 1, 6],
  [0, 3, 3],
  [0, 4, 1],
])('in grade %i the day %i of a streak gives %i', (level, streak, bonus) => {
  expect(rewardOf(standing().attendance, level, streak).bonus).toBe(bonus);
});

test('月卡 adds to today and the days until it ends, but not to a repaired day', () => {
  const plain = standing();
  const days = viewMonth(
    { ...plain, attendance: { ...plain.attendance, passBonus: 10 }, passEndsOn: '2026-11-21' },
    '2026-11',
  );
  expect([18, 19, 20, 21].map((date) => days[date - 1]?.reward.bonus)).toEqual([2, 11, 12, 3]);
});

test('a day that can no longer be repaired gives nothing; future days continue the streak', () => {
  const days = viewMonth(standing(), '2026-11');
  const rewardsOf = (...dates: number[]) => dates.map((date) => days[date - 1]?.reward.bonus);
  expect(days).toHaveLength(30);
  expect(rewardsOf(10, 17)).toEqual([0, 7]);
  // Repairing the 18th continues the streak after the 17th, repairing the 16th starts it earlier.
  expect(rewardsOf(16, 18)).toEqual([1, 2]);
  expect(rewardsOf(19, 20, 21, 22)).toEqual([1, 2, 3, 1]);
});

test.each([
  [
    'with today',
    [
      ['2026-11-18', 1],
      ['2026-11-19', 2],
    ],
    2,
  ],
  ['up to yesterday', [['2026-11-18', 4]], 4],
  ['that ended before', [['2026-11-17', 4]], 0],
] as const)('a streak %s counts', (_name, days, streak) => {
  expect(
    currentStreak(standing({ signed: signedOn(...days.map(([day, count]): [string, number] => [day, count])) })),
  ).toBe(streak);
});
