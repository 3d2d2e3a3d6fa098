/**
 * The currencies in which packages can be sold, with the digits of their smallest unit in ISO 4217. Currencies for which a
 * channel uses another unit are left out.
 */
export const MINOR_DIGITS: Readonly<Record<string, number>> = {
  CNY: 2,
  AUD: 2,
  CAD: 2,
  CHF: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  JPY: 0,
  KRW: 0,
  MOP: 2,
  MYR: 2,
  NZD: 2,
  PHP: 2,
  SGD: 2,
  THB: 2,
  TWD: 2,
  USD: 2,
  VND: 0,
};

/** The currency of the price list. Limits and figures use it for payments in any currency. */
export const LIST_CURRENCY = 'CNY';

/** Digits after the decimal point; two for a currency that is not in the list any more. */
export function minorDigits(currency: string): number {
  return MINOR_DIGITS[currency] ?? 2;
}

/** Parses `1.49` as an amount in the smallest unit of a currency, digit by digit; `null` if it is not one. */
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
