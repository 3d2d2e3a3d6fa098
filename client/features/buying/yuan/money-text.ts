import { LIST_CURRENCY, minorDigits } from '#contract/currencies';
import { yuanText } from './yuan-text.ts';

/** An amount in the smallest unit of its currency as text: ¥6, US$1.49, JP¥150. */
export function moneyText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  if (currency === LIST_CURRENCY) return yuanText(amount);
  return format(amount / 10 ** digits, currency, digits, digits);
}

/** The price of one of several items, which may be less than the smallest unit: ¥0.10, US$0.0248. */
export function priceEachText(amount: number, count: number, currency: string): string {
  const digits = minorDigits(currency);
  return format(amount / 10 ** digits / count, currency, digits, digits + 2);
}

function format(value: number, currency: string, least: number, most: number): string {
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return new Intl.NumberFormat('zh-CN', { style: 'currency', currency, useGrouping: false, ...digits }).format(value);
}
