import { LIST_CURRENCY } from '#contract/currencies';
import type { PackagePart } from '../editorial/editorial.ts';

/** The price of a package in a currency; `null` if it is not sold in it. */
export function priceIn({ cashFen, prices }: Pick<PackagePart, 'cashFen' | 'prices'>, currency: string): number | null {
  return currency === LIST_CURRENCY ? cashFen : (prices?.[currency] ?? null);
}
