import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discounted } from './discount.ts';

const TEN = { chapters: 10, percent: 90 };
const FIFTY = { chapters: 50, percent: 75 };
const sumOf = (costs: readonly number[]) => costs.reduce((sum, cost) => sum + cost, 0);
const times = (count: number, cost: number) => Array.from({ length: count }, () => cost);

test.each([
  { what: 'one too few', costs: times(9, 10), total: 90 },
  { what: 'just enough', costs: times(10, 10), total: 90 },
  { what: 'one too few for the next', costs: times(49, 10), total: 441 },
  { what: 'just enough for the next', costs: times(50, 10), total: 375 },
  { what: 'a broken coin', costs: [...times(9, 10), 11], total: 91 },
  { what: 'a coin each', costs: times(10, 1), total: 10 },
  { what: 'hardly more than a coin each', costs: [...times(9, 1), 2], total: 10 },
  { what: 'nothing', costs: [], total: 0 },
])('$what costs $total', ({ costs, total }) => {
  expect(sumOf(discounted(costs, [FIFTY, TEN]))).toBe(total);
});

test('if two discounts apply, the lower percentage is used, in any order', () => {
  const odd = { chapters: 20, percent: 95 };
  expect(sumOf(discounted(times(20, 10), [odd, TEN]))).toBe(180);
  expect(sumOf(discounted(times(20, 10), [TEN, odd]))).toBe(180);
});

test('the parts are whole, between a coin and the full cost, and add up to the total', () => {
  const cost = fc.integer({ min: 1, max: 10_000 });
  const percent = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(fc.array(cost, { minLength: 1, maxLength: 200 }), percent, (costs, given) => {
      const parts = discounted(costs, [{ chapters: 1, percent: given }]);
      expect(sumOf(parts)).toBe(Math.max(costs.length, Math.ceil((sumOf(costs) * given) / 100)));
      for (const [index, part] of parts.entries()) {
        expect(Number.isInteger(part) && part >= 1).toBe(true);
        expect(part).toBeLessThanOrEqual(costs[index] ?? 0);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});
