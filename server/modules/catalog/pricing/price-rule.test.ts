import { expect, test } from 'vitest';
import { basePrices, currentPrice, priceWithPass, saleAt } from './price-rule.ts';

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
  expect(currentPrice(chapter(price), sale(percent), at(5))).toBe(cost);
});

test.each([
  ['no promotion', 30, null, 70, 21],
  ['rounding up', 11, null, 70, 8],
  ['a promotion that is lower', 30, 50, 70, 15],
  ['a promotion that is higher', 30, 90, 70, 21],
  ['a free promotion', 30, 0, 70, 0],
  ['one coin', 1, null, 1, 1],
  ['a free chapter', 0, null, 70, 0],
])('with 月卡 and %s, %i coins at %s percent and at %i percent cost %i', (_what, price, percent, pass, cost) => {
  expect(priceWithPass(chapter(price), percent === null ? null : sale(percent), at(5), pass)).toBe(cost);
});

test('a priced chapter is free only at 0 percent', () => {
  for (let price = 1; price <= 200; price++)
    for (let percent = 1; percent <= 99; percent++) {
      const cost = currentPrice(chapter(price), sale(percent), at(5));
      expect(cost).toBeGreaterThanOrEqual(1);
      expect(cost).toBeLessThanOrEqual(price);
    }
});

test('a chapter after its free time is free with any promotion', () => {
  expect(currentPrice(chapter(30, at(5)), sale(50), at(5))).toBe(0);
  expect(currentPrice(chapter(30, at(6)), sale(50), at(5))).toBe(15);
  expect(currentPrice(chapter(30, at(6)), null, at(5))).toBe(30);
});

test('a promotion runs from its start up to, but not at, its end', () => {
  const [first, second] = [sale(50), { percent: 0, startsAt: at(30), endsAt: at(40) }];
  const running = (minute: number) => saleAt([second, first], at(minute));
  expect([running(-1), running(0), running(29), running(30), running(40)]).toEqual([null, first, first, second, null]);
});

const chapters = (...prices: [no: number, own: number | null][]) =>
  prices.map(([no, ownPriceCoins]) => ({ no, ownPriceCoins }));
const none = new Map<number, { priceCoins?: number | null }>();

test('a chapter has its own price, or the price of its comic after the free chapters', () => {
  const given = chapters([3, null], [1, null], [2, 5], [4, 0]);
  expect([...basePrices({ priceCoins: 30, freeFirst: 2 }, given)]).toEqual([
    [1, 0],
    [2, 5],
    [3, 30],
    [4, 0],
  ]);
});

test('the free first chapters are counted by number, whatever their own prices are', () => {
  const given = chapters([1, 7], [2, null], [3, null]);
  expect([...basePrices({ priceCoins: 30, freeFirst: 2 }, given).values()]).toEqual([7, 0, 30]);
});

test.each([
  ['a price for the comic', { comic: { priceCoins: 9 }, chapters: none }, [0, 5, 9]],
  ['more free chapters', { comic: { freeFirst: 3 }, chapters: none }, [0, 5, 0]],
  ['a price for one chapter', { comic: {}, chapters: new Map([[3, { priceCoins: 2 }]]) }, [0, 5, 2]],
  ['the own price removed', { comic: {}, chapters: new Map([[2, { priceCoins: null }]]) }, [0, 30, 30]],
  ['no price mentioned', { comic: {}, chapters: new Map([[2, {}]]) }, [0, 5, 30]],
  ['a chapter that does not exist', { comic: {}, chapters: new Map([[9, { priceCoins: 1 }]]) }, [0, 5, 30]],
])('settings decide before the stored prices: %s', (_what, settings, prices) => {
  const given = chapters([1, null], [2, 5], [3, null]);
  expect([...basePrices({ priceCoins: 30, freeFirst: 1 }, given, [settings]).values()]).toEqual(prices);
});

test('the last of several settings applies', () => {
  const settings = [9, 4].map((priceCoins) => ({ comic: { priceCoins }, chapters: none }));
  expect(basePrices({ priceCoins: 30, freeFirst: 0 }, chapters([1, null]), settings).get(1)).toBe(4);
});
