import { expect, test } from 'vitest';
import { ARMED_PX, pullOf } from './pull.ts';

const px = (dx: number, dy: number) => {
  const pull = pullOf(dx, dy);
  return typeof pull === 'object' ? Math.round(pull.px) : pull;
};

test.each([
  [0, 3, 'unclear'],
  [7.9, 7.9, 'unclear'],
  [0, -8, 'no'],
  [5, -5, 'unclear'],
  [0, -40, 'no'],
  [60, 10, 'no'],
  [30, 40, 'no'],
  [20, 39.9, 'no'],
])('a finger moved by %i, %i is %s', (dx, dy, outcome) => {
  expect(px(dx, dy)).toBe(outcome);
});

test('a downward move of at least eight pixels is a pull if it is twice as long as its horizontal part', () => {
  expect(px(0, 8)).toBeTypeOf('number');
  expect(px(20, 40)).toBeTypeOf('number');
});

test('the indicator follows the finger with growing resistance and is armed after a long pull', () => {
  expect(px(0, 20)).toBeLessThan(20);
  expect(px(0, 100)).toBeLessThan(ARMED_PX);
  expect(px(0, 240)).toBeGreaterThan(ARMED_PX);
  expect(px(0, 5000)).toBeLessThanOrEqual(96);
});
