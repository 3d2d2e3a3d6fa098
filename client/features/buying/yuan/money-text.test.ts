import { expect, test } from 'vitest';
import { moneyText, priceEachText } from './money-text.ts';

test.each([
  [600, 'CNY', '¥6'],
  [149, 'USD', 'US$1.49'],
  [150, 'USD', 'US$1.50'],
  [150, 'JPY', 'JP¥150'],
  [9_900, 'KRW', '₩9900'],
  [1_234_509, 'EUR', '€12345.09'],
])('%i of the smallest unit of %s are written %s', (amount, currency, text) => {
  expect(moneyText(amount, currency).replace('￦', '₩')).toBe(text);
});

test.each([
  [600, 60, 'CNY', '¥0.10'],
  [149, 60, 'USD', 'US$0.0248'],
  [150, 60, 'JPY', 'JP¥2.5'],
])('%i for %i in %s is %s each', (amount, count, currency, text) => {
  expect(priceEachText(amount, count, currency)).toBe(text);
});
