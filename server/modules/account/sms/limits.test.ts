import { expect, test } from 'vitest';
import { type MaySend, maySend, maySendNotice } from './limits.ts';
import type { HourAndDay, SentLately } from './send-store.ts';

const NOW = new Date('2026-03-01T04:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BUDGET = 10_000;

const NONE: HourAndDay = { hour: 0, day: 0 };
const NOTHING: SentLately = {
  toPhone: [],
  toPhoneByRequester: [],
  toPhoneFromNetwork: [],
  toPrefix: NONE,
  fromHost: NONE,
  fromBlock: NONE,
  fromNetwork: NONE,
  all: { today: 0, hour: 0, dayBefore: 0 },
};

function decide(sent: Partial<SentLately>, { isOwn = false, dailyBudget = BUDGET } = {}): MaySend {
  return maySend({ ...NOTHING, ...sent }, { dailyBudget, isOwn }, NOW);
}
const effortOf = (sent: Partial<SentLately>, of: { isOwn?: boolean; dailyBudget?: number } = {}) => {
  const may = decide(sent, of);
  return typeof may === 'object' && 'effort' in may ? may.effort : may;
};
/** A number of sends, newest first: the oldest at this age, each other one a second later. */
const sends = (count: number, oldestMs: number): Date[] =>
  Array.from({ length: count }, (_, i) => new Date(NOW.getTime() - oldestMs + i * 1000)).reverse();

test('the first code of a day needs no proof of work', () => {
  expect(decide({})).toEqual({ effort: 0, left: BUDGET, isReserved: false });
});

test.each([
  ['one requester in a minute', 'toPhoneByRequester', 1, MINUTE_MS],
  ['one requester in an hour', 'toPhoneByRequester', 5, HOUR_MS],
  ['one requester in a day', 'toPhoneByRequester', 10, DAY_MS],
  ['one network in an hour', 'toPhoneFromNetwork', 8, HOUR_MS],
  ['one network in a day', 'toPhoneFromNetwork', 16, DAY_MS],
  ['everybody in an hour', 'toPhone', 20, HOUR_MS],
  ['everybody in a day', 'toPhone', 40, DAY_MS],
] as const)('a phone gets from %s (%s) at most %i codes, until before its end', (_, by, most, withinMs) => {
  // None of these was sent within the last minute, which has its own limit, except in its own case.
  const filled = sends(most, withinMs - 1);
  expect(decide({ [by]: filled })).toEqual({ retryAfter: 1 });
  expect(decide({ [by]: sends(most, withinMs) })).not.toHaveProperty('retryAfter');
  expect(decide({ [by]: filled.slice(1) })).not.toHaveProperty('retryAfter');
});

test('the delay is the longest of all reached limits, in whole seconds', () => {
  const toPhoneByRequester = sends(1, 500);
  expect(decide({ toPhoneByRequester })).toEqual({ retryAfter: 60 });
  expect(decide({ toPhoneByRequester, toPhoneFromNetwork: sends(8, HOUR_MS - 90_000) })).toEqual({ retryAfter: 90 });
});

test('codes that others request for a phone do not delay its owner, the owner’s own do', () => {
  const others = { toPhone: sends(40, HOUR_MS / 2), toPhoneFromNetwork: sends(16, HOUR_MS / 2) };
  expect(effortOf({ ...others, toPrefix: { hour: 500, day: 500 } }, { isOwn: true })).toBe(0);
  expect(decide({ toPhoneByRequester: sends(1, 1000) }, { isOwn: true })).toEqual({ retryAfter: 59 });
});

test.each([
  ['fromHost', 'hour', 100],
  ['fromHost', 'day', 300],
  ['fromNetwork', 'day', 2_500],
] as const)('%s in the %s: at most %i codes, with any effort', (from, period, most) => {
  expect(decide({ [from]: { ...NONE, [period]: most - 1 } })).toHaveProperty('effort', expect.any(Number));
  expect(decide({ [from]: { ...NONE, [period]: most } })).toEqual({ retryAfter: 3600 });
});

test('a network can always get a hundred codes a day, even with a small budget', () => {
  expect(decide({ fromNetwork: { hour: 0, day: 99 } }, { dailyBudget: 200 })).toHaveProperty('effort');
  expect(decide({ fromNetwork: { hour: 0, day: 100 } }, { dailyBudget: 200 })).toEqual({ retryAfter: 3600 });
});

test.each([
  ['a minute', 2, MINUTE_MS],
  ['an hour', 5, HOUR_MS],
  ['a day', 10, DAY_MS],
] as const)(
  'a phone that got codes within %s needs work for another after %i, and twice as much after twice as many',
  (_, dear, withinMs) => {
    expect(effortOf({ toPhone: sends(dear - 1, withinMs - 1) })).toBe(0);
    expect(effortOf({ toPhone: sends(dear, withinMs - 1) })).toBe(1);
    expect(effortOf({ toPhone: sends(dear, withinMs) })).toBe(0);
    expect(effortOf({ toPhone: sends(2 * dear - 1, withinMs - 1) })).toBe(1);
    expect(effortOf({ toPhone: sends(2 * dear, withinMs - 1) })).toBe(2);
  },
);

test.each([
  ['toPrefix', 10, 30],
  ['fromHost', 10, 30],
  ['fromBlock', 20, 60],
  ['fromNetwork', 40, 120],
] as const)('%s needs a proof of work after %i in the hour and %i in the day', (by, hour, day) => {
  expect(effortOf({ [by]: { hour: hour - 1, day: day - 1 } })).toBe(0);
  expect(effortOf({ [by]: { hour, day: 0 } })).toBe(1);
  expect(effortOf({ [by]: { hour: 0, day } })).toBe(1);
  expect(effortOf({ [by]: { hour: 2 * hour, day } })).toBe(2);
});

test('no code needs more than the fourth step of effort', () => {
  expect(effortOf({ toPrefix: { hour: 79, day: 0 } })).toBe(3);
  expect(effortOf({ toPrefix: { hour: 80, day: 0 } })).toBe(4);
  expect(effortOf({ toPrefix: { hour: 5_000, day: 5_000 } })).toBe(4);
});

test.each([
  [2_999, 0],
  [3_000, 1],
  [4_999, 1],
  [5_000, 2],
  [6_999, 2],
  [7_000, 3],
  [9_999, 3],
])('after %i of 10000 codes of the day everybody needs effort %i', (today, effort) => {
  const all = { today, hour: 0, dayBefore: 0 };
  expect(effortOf({ all })).toBe(effort);
  expect(effortOf({ all }, { isOwn: true })).toBe(effort);
});

test('an hour is unusual from three times the previous hours, or three times the even share of the budget', () => {
  const effortAfter = (hour: number, dayBefore: number, dailyBudget: number) =>
    effortOf({ all: { today: 0, hour, dayBefore } }, { dailyBudget });
  expect(effortAfter(599, 24 * 200, 4_800)).toBe(0);
  expect(effortAfter(600, 24 * 200, 4_800)).toBe(1);
  expect(effortAfter(299, 0, 4_800)).toBe(0);
  expect(effortAfter(300, 0, 4_800)).toBe(1);
  expect(effortAfter(9, 0, 48)).toBe(0);
  expect(effortAfter(10, 0, 48)).toBe(1);
});

test('an attack on all codes requires the fourth step from nobody', () => {
  expect(effortOf({ all: { today: 0, hour: 5_000, dayBefore: 0 } })).toBe(3);
});

test('the last three tenths of the budget are for phones of accounts', () => {
  const after = (today: number, isOwn = false) => decide({ all: { today, hour: 0, dayBefore: 0 } }, { isOwn });
  expect(after(6_999)).toMatchObject({ isReserved: false, left: 3_001 });
  expect(after(7_000)).toMatchObject({ isReserved: true, left: 3_000 });
  expect(after(9_999, true)).toMatchObject({ isReserved: false, left: 1 });
  expect(after(10_000, true)).toBe('spent');
  // The answer for other phones does not depend on the reserved rest.
  expect(after(10_001)).toMatchObject({ isReserved: true, left: 0 });
  expect(decide({}, { dailyBudget: 0 })).toBe('spent');
});

test('a notice is sent while the budget and the limits of the phone allow it', () => {
  const may = (sent: Partial<SentLately>) => maySendNotice({ ...NOTHING, ...sent }, BUDGET, NOW);
  expect(may({ all: { today: 9_999, hour: 0, dayBefore: 0 } })).toBe(true);
  expect(may({ all: { today: 10_000, hour: 0, dayBefore: 0 } })).toBe(false);
  expect(may({ toPhone: sends(20, HOUR_MS - 1) })).toBe(false);
  expect(may({ toPhone: sends(20, HOUR_MS) })).toBe(true);
});
