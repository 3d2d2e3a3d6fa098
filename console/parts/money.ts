import { minorDigits } from '#contract/currencies';

/** An amount in the smallest unit of a currency as people write it: ¥9.90, US$1.49. */
export function moneyText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat('zh-CN', style).format(amount / 10 ** digits);
}
