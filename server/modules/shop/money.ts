import { LIST_CURRENCY, minorDigits } from '#contract/currencies';
import type { PackagePart } from '../editorial/editorial.ts';

/** Reads `1.49` as an amount of a currency in its smallest unit, digit by digit; null where it is none. */
export function amountOf(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/** Writes an amount with the sign of its currency and all its digits: ¥9.90, US$1.49, JP¥150. */
export function moneyText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat('zh-CN', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(amount / 10 ** digits);
}

/** What a package costs in a currency; null where it is not sold in it. */
export function priceIn({ cashFen, prices }: Pick<PackagePart, 'cashFen' | 'prices'>, currency: string): number | null {
  return currency === LIST_CURRENCY ? cashFen : (prices?.[currency] ?? null);
}
