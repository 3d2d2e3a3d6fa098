import { expect, test } from 'vitest';
import { placeInCycle, rewardsInCycle } from './cycle.ts';

const CYCLE = [1, 1, 2, 2, 3, 3, 5].map((bonus, day) => ({ bonus, tickets: day === 6 ? 1 : 0 }));

test.each([
  { streak: 0, isSigned: false, done: 0, today: 0 },
  { streak: 1, isSigned: true, done: 1, today: 0 },
  { streak: 1, isSigned: false, done: 1, today: 1 },
  { streak: 6, isSigned: false, done: 6, today: 6 },
  // The last day of a cycle is shown full until a day of the next one begins.
  { streak: 7, isSigned: true, done: 7, today: 6 },
  { streak: 7, isSigned: false, done: 0, today: 0 },
  { streak: 9, isSigned: true, done: 2, today: 1 },
])('after $streak days, today signed: $isSigned', ({ streak, isSigned, ...place }) => {
  expect(placeInCycle(CYCLE, streak, isSigned)).toEqual(place);
});

/** The last days of a month; 月卡 adds 5 until the 30th. */
const monthUpTo = (today: string, bonuses: Record<string, number>) =>
  Object.entries(bonuses).map(([date, bonus]) => ({ date, reward: { bonus, tickets: 0 }, today: date === today }));
const bonusesOf = (rewards: readonly { bonus: number }[]) => rewards.map(({ bonus }) => bonus);

test.each([
  // The calendar knows the days of the month; the others are reckoned from the cycle.
  {
    days: monthUpTo('2026-11-28', { '2026-11-27': 1, '2026-11-28': 6, '2026-11-29': 7, '2026-11-30': 7 }),
    passUntil: '2026-12-02T16:00:00.000Z',
    cycle: [1, 6, 7, 7, 8, 8, 5],
    tomorrow: 7,
  },
  // The last day of a month: tomorrow is in no answer.
  { days: monthUpTo('2026-11-30', { '2026-11-30': 6 }), passUntil: '2026-12-01T16:00:00.000Z', tomorrow: 7 },
  // 月卡 ends with today: from midnight on it adds nothing.
  { days: monthUpTo('2026-11-30', { '2026-11-30': 6 }), passUntil: '2026-11-30T16:00:00.000Z', tomorrow: 2 },
  { days: monthUpTo('2026-11-30', { '2026-11-30': 1 }), passUntil: undefined, tomorrow: 2 },
])('on the second day of a cycle, with 月卡 until $passUntil', ({ days, passUntil, cycle, tomorrow }) => {
  const shown = rewardsInCycle({ cycle: CYCLE, days, passBonus: 5 }, 1, passUntil);
  expect(shown.tomorrow.bonus).toBe(tomorrow);
  if (cycle) expect(bonusesOf(shown.cycle)).toEqual(cycle);
});

test('after the last day of a cycle tomorrow is the first day of the next one', () => {
  const days = monthUpTo('2026-11-30', { '2026-11-30': 5 });
  expect(rewardsInCycle({ cycle: CYCLE, days }, 6, undefined).tomorrow).toEqual({ bonus: 1, tickets: 0 });
});

test('before the day is known, the rewards are those of the cycle', () => {
  const shown = rewardsInCycle({ cycle: CYCLE, days: [], passBonus: 5 }, 0, '2030-01-01T00:00:00.000Z');
  expect(shown).toEqual({ cycle: CYCLE, tomorrow: CYCLE[1] });
});

test('a site without rewards has none tomorrow', () => {
  expect(placeInCycle([], 3, false)).toEqual({ done: 0, today: 0 });
  expect(rewardsInCycle({ cycle: [], days: [] }, 0, undefined).tomorrow).toEqual({ bonus: 0, tickets: 0 });
});
