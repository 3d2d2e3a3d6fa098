import type { DataOf } from '#contract/call';
import type { chargeItem } from '#contract/calls/wallet';

type ForSale = DataOf<typeof chargeItem>;
export type Package = ForSale['items'][number];
export type Pass = NonNullable<ForSale['pass']>['items'][number];
/** Coins or 月卡. */
export type Sold = Package | Pass;

/** The price of a package in this currency; null if it is not sold in it. */
export function priceIn({ prices }: Pick<Sold, 'prices'>, currency: string): number | null {
  return prices.find((price) => price.currency === currency)?.amount ?? null;
}
