import { expect, test } from 'vitest';
import { ARMED_PX, pullOf } from './pull.ts';

const px = (dx: number, dy: number) => {
  const pull = pullOf(dx, dy);
  return typeof pull === 'object' ? Math.round(pull.px) : pull;
};

test.each([
  [0, 3, 'unclear'],
  [5, -5, 'unclear'],
  [0, -40, 'no'],
  [60, 10, 'no'],
  [30, 40, 'no'],
])('a finger moved by %i, %i is %s', (dx, dy, outcome) => {
  expect(px(dx, dy)).toBe(outcome);
});

test('the sign follows the finger, ever more slowly, and is armed only after a clear way', () => {
  expect(px(0, 20)).toBeLessThan(20);
  expect(px(0, 100)).toBeLessThan(ARMED_PX);
  expect(px(0, 240)).toBeGreaterThan(ARMED_PX);
  expect(px(0, 5000)).toBeLessThanOrEqual(96);
});
