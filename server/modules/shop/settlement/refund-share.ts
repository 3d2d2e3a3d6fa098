import type { Order } from '../orders/store.ts';
import type { Refund } from './refund-store.ts';

/** A share of the coins, the bonus, the days of 月卡 and the listed price. */
export type Share = { coins: number; bonus: number; passDays: number; cashFen: number };

type Granted = Pick<Order, 'cashFen' | 'amount' | 'coins' | 'grantedBonus' | 'passDays'>;
type Earlier = Pick<Refund, 'amount' | 'cashFen' | 'coins' | 'bonus' | 'passDays' | 'state' | 'takesBack'>;

/**
 * The share of a grant for an amount of its payment. Computed from the sum of all refunds so far and rounded down, so that parts
 * add up to the whole and no reader loses by rounding.
 */
export function shareOf(order: Granted, earlier: readonly Earlier[], amount: number): Share {
  const counted = takingBack(earlier);
  const before = counted.reduce((sum, refund) => sum + refund.amount, 0);
  const part = (whole: number, of: keyof Share) =>
    Math.max(
      0,
      Math.floor((whole * (before + amount)) / order.amount) - counted.reduce((sum, refund) => sum + refund[of], 0),
    );
  return {
    coins: part(order.coins, 'coins'),
    bonus: part(order.grantedBonus ?? 0, 'bonus'),
    passDays: part(order.passDays, 'passDays'),
    cashFen: part(order.cashFen, 'cashFen'),
  };
}

/** The amount that can be refunded for the `unused` days of an order of 月卡, in its currency. Days that have begun stay paid. */
export function priceOfUnused({ amount, passDays }: Granted, earlier: readonly Earlier[], unused: number): number {
  const counted = takingBack(earlier);
  const begun = passDays - unused - counted.reduce((sum, refund) => sum + refund.passDays, 0);
  const refunded = counted.reduce((sum, refund) => sum + refund.amount, 0);
  return Math.max(0, amount - Math.floor((amount * begun) / passDays) - refunded);
}

function takingBack(earlier: readonly Earlier[]): readonly Earlier[] {
  return earlier.filter(({ state, takesBack }) => takesBack && state !== 'failed');
}
