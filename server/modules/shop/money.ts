import { LIST_CURRENCY, minorDigits } from '#contract/currencies';
import type { PackagePart } from '../editorial/editorial.ts';

/** Parses `1.49` as an amount in the smallest unit of a currency, digit by digit; `null` if it is none. */
export function amountOf(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

/** Writes an amount with the sign of its currency and all digits: ¥9.90, US$1.49, JP¥150. */
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

/** The price of a package in a currency; `null` if it is not sold in it. */
export function priceIn({ cashFen, prices }: Pick<PackagePart, 'cashFen' | 'prices'>, currency: string): number | null {
  return currency === LIST_CURRENCY ? cashFen : (prices?.[currency] ?? null);
}
