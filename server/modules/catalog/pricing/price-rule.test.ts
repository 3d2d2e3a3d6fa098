import { expect, test } from 'vitest';
import { costNow, effectivePrices, saleAt } from './price-rule.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const sale = (percent: number) => ({ percent, startsAt: at(0), endsAt: at(30) });
const chapter = (priceCoins: number, freeAt: Date | null = null) => ({ priceCoins, freeAt });

test.each([
  [30, 50, 15],
  [25, 50, 13],
  [30, 99, 30],
  [1, 1, 1],
  [99, 33, 33],
  [100, 29, 29],
  [7, 0, 0],
  [0, 80, 0],
])('%i coins at %i percent cost %i', (price, percent, cost) => {
  expect(costNow(chapter(price), sale(percent), at(5))).toBe(cost);
});

test('what has a price is given away at 0 percent alone', () => {
  for (let price = 1; price <= 200; price++)
    for (let percent = 1; percent <= 99; percent++) {
      const cost = costNow(chapter(price), sale(percent), at(5));
      expect(cost).toBeGreaterThanOrEqual(1);
      expect(cost).toBeLessThanOrEqual(price);
    }
});

test('a chapter whose time has come is free whatever the promotion', () => {
  expect(costNow(chapter(30, at(5)), sale(50), at(5))).toBe(0);
  expect(costNow(chapter(30, at(6)), sale(50), at(5))).toBe(15);
  expect(costNow(chapter(30, at(6)), null, at(5))).toBe(30);
});

test('a promotion runs from its start up to, but not at, its end', () => {
  const [first, second] = [sale(50), { percent: 0, startsAt: at(30), endsAt: at(40) }];
  const running = (minute: number) => saleAt([second, first], at(minute));
  expect([running(-1), running(0), running(29), running(30), running(40)]).toEqual([null, first, first, second, null]);
});

test('a chapter costs what was said of it, or else what its comic costs after the free ones', () => {
  const said = (no: number, ownPriceCoins: number | null) => ({ no, ownPriceCoins });
  const chapters = [said(3, null), said(1, null), said(2, 5), said(4, 0)];
  expect(effectivePrices(chapters, { priceCoins: 30, freeFirst: 2 })).toEqual([30, 0, 5, 0]);
});
