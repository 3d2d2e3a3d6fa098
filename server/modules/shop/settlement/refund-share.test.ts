import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceOfUnused, shareOf } from './refund-share.ts';

const order = (coins: number, grantedBonus: number, amount: number, cashFen = amount) => ({
  coins,
  grantedBonus,
  passDays: 0,
  amount,
  cashFen,
});
const done = (amount: number, coins: number, bonus: number, cashFen = amount) =>
  ({ amount, coins, bonus, passDays: 0, cashFen, state: 'done', takesBack: true }) as const;

test.each([
  [order(60, 30, 600), [], 600, { coins: 60, bonus: 30, cashFen: 600 }],
  [order(60, 30, 600), [], 199, { coins: 19, bonus: 9, cashFen: 199 }],
  [order(60, 30, 600), [done(199, 19, 9)], 401, { coins: 41, bonus: 21, cashFen: 401 }],
  [order(60, 30, 600), [], 1, { coins: 0, bonus: 0, cashFen: 1 }],
  [order(60, 0, 600), [{ ...done(300, 30, 0), state: 'failed' as const }], 300, { coins: 30, bonus: 0, cashFen: 300 }],
  [order(60, 0, 600), [{ ...done(300, 0, 0), takesBack: false }], 300, { coins: 30, bonus: 0, cashFen: 300 }],
  [order(60, 30, 149, 600), [], 50, { coins: 20, bonus: 10, cashFen: 201 }],
  [order(60, 30, 149, 600), [done(50, 20, 10, 201)], 99, { coins: 40, bonus: 20, cashFen: 399 }],
  [order(60, 0, 150, 600), [], 1, { coins: 0, bonus: 0, cashFen: 4 }],
])('of %j after %j, %i are worth %j', (granted, earlier, amount, share) => {
  expect(shareOf(granted, earlier, amount)).toEqual({ ...share, passDays: 0 });
});

test('the shares of any parts of a payment are never negative and add up to the grant', () => {
  const some = fc.integer({ min: 1, max: 100_000 });
  const property = fc.property(
    some,
    some,
    fc.nat(10_000),
    fc.array(some, { maxLength: 6 }),
    (cashFen, coins, bonus, cuts) => {
      const amount = cuts.reduce((sum, cut) => sum + cut, 7);
      const parts = [...cuts, 7];
      const taken: ReturnType<typeof done>[] = [];
      for (const cash of parts) {
        const share = shareOf(order(coins, bonus, amount, cashFen), taken, cash);
        expect(Math.min(share.coins, share.bonus, share.cashFen)).toBeGreaterThanOrEqual(0);
        taken.push(done(cash, share.coins, share.bonus, share.cashFen));
      }
      const sum = (what: 'coins' | 'bonus' | 'cashFen') => taken.reduce((total, each) => total + each[what], 0);
      expect([sum('coins'), sum('bonus'), sum('cashFen')]).toEqual([coins, bonus, cashFen]);
    },
  );
  fc.assert(property, { numRuns: 300, seed: 1 });
});

const pass = (passDays: number, amount: number) => ({ ...order(0, 0, amount), passDays });
const daysTaken = (amount: number, passDays: number) => ({ ...done(amount, 0, 0), passDays });

test.each([
  [pass(30, 3000), [], 30, 3000],
  [pass(30, 3000), [], 25, 2500],
  [pass(30, 2999), [], 25, 2500],
  [pass(30, 3000), [], 0, 0],
  [pass(30, 3000), [daysTaken(1000, 10)], 15, 1500],
  [pass(30, 3000), [{ ...daysTaken(1000, 10), state: 'failed' as const }], 25, 2500],
  [pass(30, 3000), [{ ...daysTaken(1000, 0), takesBack: false }], 25, 2500],
  [pass(30, 3000), [daysTaken(1050, 10)], 15, 1450],
  [pass(400, 1), [], 399, 1],
])('of %j after %j, the %i days that have not begun can be refunded for %i', (granted, earlier, unused, amount) => {
  expect(priceOfUnused(granted, earlier, unused)).toBe(amount);
});

test('a refund of all days that have not begun takes all of them, and used days stay paid', () => {
  const property = fc.property(
    fc.integer({ min: 1, max: 3660 }),
    fc.integer({ min: 1, max: 100_000 }),
    fc.nat(),
    (days, amount, seed) => {
      const unused = seed % (days + 1);
      const refundable = priceOfUnused(pass(days, amount), [], unused);
      expect(shareOf(pass(days, amount), [], refundable).passDays).toBeGreaterThanOrEqual(unused);
      expect(amount - refundable).toBe(Math.floor((amount * (days - unused)) / days));
    },
  );
  fc.assert(property, { numRuns: 300, seed: 1 });
});
