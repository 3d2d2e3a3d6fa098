import { expect, test } from 'vitest';
import { stepsBack } from './return-way.ts';

const departure = { orderId: 'A1', length: 5, entry: 'order', steps: 2 };

test.each([
  ['paid without leaving the page', departure, { length: 5, entry: 'order' }, -2],
  ['back from the cashier by the browser', departure, { length: 6, entry: 'order' }, -2],
  ['returned by a cashier of one page', departure, { length: 7, entry: 'returned' }, -4],
  ['returned by a cashier of three pages', departure, { length: 9, entry: 'returned' }, -6],
  ['opened in another tab', null, { length: 1, entry: 'other' }, null],
  ['opened by an address without the page before', { ...departure, steps: null }, { length: 7, entry: 'r' }, null],
  ['in a history that is full', departure, { length: 50, entry: 'returned' }, null],
  ['in a history shorter than it was', departure, { length: 4, entry: 'returned' }, null],
])('an order %s goes back by %j at %j: %j', (_name, from, now, steps) => {
  expect(stepsBack(from, now)).toBe(steps);
});
