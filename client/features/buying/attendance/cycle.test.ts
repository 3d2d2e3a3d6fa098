import { expect, test } from 'vitest';
import { placeInCycle } from './cycle.ts';

const CYCLE = [1, 1, 2, 2, 3, 3, 5].map((bonus, day) => ({ bonus, tickets: day === 6 ? 1 : 0 }));

test.each([
  { streak: 0, isSigned: false, done: 0, today: 0, tomorrow: 1 },
  { streak: 1, isSigned: true, done: 1, today: 0, tomorrow: 1 },
  { streak: 1, isSigned: false, done: 1, today: 1, tomorrow: 2 },
  { streak: 6, isSigned: false, done: 6, today: 6, tomorrow: 1 },
  // The last day of a cycle is shown full until a day of the next one begins.
  { streak: 7, isSigned: true, done: 7, today: 6, tomorrow: 1 },
  { streak: 7, isSigned: false, done: 0, today: 0, tomorrow: 1 },
  { streak: 9, isSigned: true, done: 2, today: 1, tomorrow: 2 },
])('after $streak days, today signed: $isSigned', ({ streak, isSigned, tomorrow, ...place }) => {
  expect(placeInCycle(CYCLE, streak, isSigned)).toMatchObject({ ...place, tomorrow: { bonus: tomorrow } });
});

test('a site without rewards has none tomorrow', () => {
  expect(placeInCycle([], 3, false)).toEqual({ done: 0, today: 0, tomorrow: { bonus: 0, tickets: 0 } });
});
