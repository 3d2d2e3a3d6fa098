import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from './refund-share.ts';

const order = (coins: number, grantedBonus: number, cashFen: number) => ({ coins, grantedBonus, cashFen });
const done = (cashFen: number, coins: number, bonus: number) =>
  ({ cashFen, coins, bonus, state: 'done', takesBack: true }) as const;

test.each([
  [order(60, 30, 600), [], 600, { coins: 60, bonus: 30 }],
  [order(60, 30, 600), [], 199, { coins: 19, bonus: 9 }],
  [order(60, 30, 600), [done(199, 19, 9)], 401, { coins: 41, bonus: 21 }],
  [order(60, 30, 600), [], 1, { coins: 0, bonus: 0 }],
  [order(60, 0, 600), [{ ...done(300, 30, 0), state: 'failed' as const }], 300, { coins: 30, bonus: 0 }],
  [order(60, 0, 600), [{ ...done(300, 0, 0), takesBack: false }], 300, { coins: 30, bonus: 0 }],
])('of %j after %j, %i fen are worth %j', (granted, earlier, cashFen, share) => {
  expect(shareOf(granted, earlier, cashFen)).toEqual(share);
});

test('however a payment is cut, the parts are never less than nothing and add up to what was granted', () => {
  const amount = fc.integer({ min: 1, max: 100_000 });
  const property = fc.property(amount, fc.nat(10_000), fc.array(amount, { maxLength: 6 }), (coins, bonus, cuts) => {
    const cashFen = cuts.reduce((sum, cut) => sum + cut, 7);
    const parts = [...cuts, 7];
    const taken: ReturnType<typeof done>[] = [];
    for (const cash of parts) {
      const share = shareOf(order(coins, bonus, cashFen), taken, cash);
      expect(Math.min(share.coins, share.bonus)).toBeGreaterThanOrEqual(0);
      taken.push(done(cash, share.coins, share.bonus));
    }
    const sum = (what: 'coins' | 'bonus') => taken.reduce((total, each) => total + each[what], 0);
    expect([sum('coins'), sum('bonus')]).toEqual([coins, bonus]);
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
});
