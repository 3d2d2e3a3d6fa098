import type { DataOf } from '#contract/call';
import type { chargeItem } from '#contract/calls/wallet';
import { LIST_CURRENCY } from '#contract/currencies';
import { yuanText } from '../../../features/buying/yuan/yuan-text.ts';
import { type Package, priceIn, type Sold } from './package-price.ts';

export type ChargeLimits = DataOf<typeof chargeItem>['limits'];

/** An item for sale with its price in the currency of the chosen channel. */
export type Priced<Each extends Sold = Package> = Each & { price: number };

/**
 * The items with a price in this currency, divided into those within the limits and those above. An order that is still unpaid does
 * not count: the reader can cancel it.
 */
export function splitByLimits<Each extends Sold>(
  items: readonly Each[],
  { order, today }: ChargeLimits,
  currency: string,
) {
  const priced: Priced<Each>[] = items.flatMap((item) => {
    const price = priceIn(item, currency);
    return price === null ? [] : [{ ...item, price }];
  });
  const isWithin = ({ cash }: Sold) => (order === null || cash <= order) && (today === null || cash <= today);
  return { within: priced.filter(isWithin), beyond: priced.filter((item) => !isWithin(item)) };
}

/** The cheapest package that brings as many coins as the reader needs, or else the one that brings most. */
export function enoughFor(packages: readonly Priced[], need: number): Priced | undefined {
  const cheapestFirst = packages.toSorted((a, b) => a.price - b.price);
  return (
    cheapestFirst.find((item) => gainOf(item) >= need) ?? cheapestFirst.toSorted((a, b) => gainOf(b) - gainOf(a))[0]
  );
}

function gainOf({ coins, bonus, first }: Package): number {
  return coins + bonus + first;
}

/** The bonus of a package, in percent of its coins. */
export function extraPercent({ coins, bonus, first }: Package): number {
  return coins === 0 ? 0 : Math.round(((bonus + first) / coins) * 100);
}

/** The limits as text, or null if there are none: 未确认成年，单笔 ¥50 / 每日 ¥200. */
export function limitsText(limits: ChargeLimits, { adult, currency }: { adult: boolean; currency: string }) {
  const { order, today, day = today } = limits;
  const parts = [order !== null && `单笔 ${yuanText(order)}`, day !== null && `每日 ${yuanText(day)}`].filter(Boolean);
  if (parts.length === 0) return null;
  const whole = `${adult ? '' : '未确认成年，'}${parts.join(' / ')}${currency === LIST_CURRENCY ? '' : '（按标价算）'}`;
  if (today === null || day === null || today >= day) return whole;
  return today === 0 ? `${whole}，今天的已用完` : `${whole}，今天还能充 ${yuanText(today)}`;
}
