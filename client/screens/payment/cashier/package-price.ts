import type { DataOf } from '#contract/call';
import type { chargeItem } from '#contract/calls/wallet';

export type Package = DataOf<typeof chargeItem>['items'][number];

/** The price of a package in this currency; null if it is not sold in it. */
export function priceIn({ prices }: Pick<Package, 'prices'>, currency: string): number | null {
  return prices.find((price) => price.currency === currency)?.amount ?? null;
}
