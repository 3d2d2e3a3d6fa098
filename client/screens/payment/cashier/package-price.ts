import type { DataOf } from '#contract/call';
import type { chargeItem } from '#contract/calls/wallet';

export type Package = DataOf<typeof chargeItem>['items'][number];

/** What a channel of this currency takes for a package; null where it does not sell it. */
export function priceIn({ prices }: Pick<Package, 'prices'>, currency: string): number | null {
  return prices.find((price) => price.currency === currency)?.amount ?? null;
}
