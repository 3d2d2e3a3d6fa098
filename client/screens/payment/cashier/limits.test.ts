import { expect, test } from 'vitest';
import { enoughFor, extraPercent, limitsText, splitByLimits } from './limits.ts';
import type { Package } from './package-price.ts';

const item = (cash: number, coins: number, bonus = 0, first = 0): Package => ({
  id: cash,
  title: '',
  cash,
  prices: [{ currency: 'CNY', amount: cash }],
  coins,
  bonus,
  badge: '',
  first,
});
const priced = (...args: Parameters<typeof item>) => ({ ...item(...args), price: args[0] });
const ids = (list: readonly Package[]) => list.map(({ id }) => id);

test.each([
  [{ order: null, today: null }, [600, 3000, 6800], []],
  [{ order: 3000, today: null }, [600, 3000], [6800]],
  [{ order: 5000, today: 2999 }, [600], [3000, 6800]],
  [{ order: 5000, today: 0 }, [], [600, 3000, 6800]],
])('under %j the packages %j can be bought and %j not; unpaid orders do not count', (limits, within, beyond) => {
  const items = [item(600, 60), item(3000, 300), item(6800, 680)];
  const found = splitByLimits(items, { unpaid: 600, ...limits }, 'CNY');
  expect([ids(found.within), ids(found.beyond)]).toEqual([within, beyond]);
});

test('packages that are not sold in a currency are left out', () => {
  const limits = { order: null, today: null, unpaid: 0 };
  expect(splitByLimits([item(600, 60)], limits, 'USD')).toEqual({ within: [], beyond: [] });
});

test.each([
  [0, 600],
  [60, 600],
  [90, 600],
  [91, 3000],
  [330, 3000],
  [9999, 3000],
])('for %i coins the package of %i is chosen', (need, id) => {
  expect(enoughFor([priced(3000, 300, 30), priced(600, 60, 0, 30)], need)?.id).toBe(id);
});

test('without a package none is chosen', () => expect(enoughFor([], 5)).toBeUndefined());

test.each([
  [item(600, 60), 0],
  [item(600, 60, 0, 30), 50],
  [item(6800, 680, 68, 34), 15],
  [item(600, 0, 60), 0],
])('%j brings %i % more', (each, percent) => expect(extraPercent(each)).toBe(percent));

const under = { adult: false, currency: 'CNY' };
test.each([
  [{ order: null, day: null, today: null }, under, null],
  [{ order: 5000, day: 20_000, today: 20_000 }, under, '未确认成年，单笔 ¥50 / 每日 ¥200'],
  [{ order: 5000, day: 20_000, today: 1200 }, under, '未确认成年，单笔 ¥50 / 每日 ¥200，今天还能充 ¥12'],
  [{ order: 5000, day: 20_000, today: 0 }, under, '未确认成年，单笔 ¥50 / 每日 ¥200，今天的已用完'],
  [{ order: 5000, today: 1200 }, under, '未确认成年，单笔 ¥50 / 每日 ¥12'],
  [{ order: null, day: 20_000, today: 20_000 }, { ...under, adult: true }, '每日 ¥200'],
  [{ order: 5000, day: null, today: null }, { adult: true, currency: 'USD' }, '单笔 ¥50（按标价算）'],
])('the limits %j for %j are shown as %s', (limits, reader, text) => {
  expect(limitsText({ unpaid: 0, ...limits }, reader)).toBe(text);
});
