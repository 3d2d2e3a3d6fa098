import type { Order } from '../orders/store.ts';
import type { Refund } from './refund-store.ts';

/** A share of the coins, the bonus and the listed price. */
export type Share = { coins: number; bonus: number; cashFen: number };

type Granted = Pick<Order, 'cashFen' | 'amount' | 'coins' | 'grantedBonus'>;
type Earlier = Pick<Refund, 'amount' | 'cashFen' | 'coins' | 'bonus' | 'state' | 'takesBack'>;

/**
 * The share of a grant for an amount of its payment. Computed from the sum of all refunds so far and rounded down, so that parts
 * add up to the whole and no reader loses by rounding.
 */
export function shareOf(order: Granted, earlier: readonly Earlier[], amount: number): Share {
  const counted = earlier.filter(({ state, takesBack }) => takesBack && state !== 'failed');
  const before = counted.reduce((sum, refund) => sum + refund.amount, 0);
  const part = (whole: number, of: keyof Share) =>
    Math.max(
      0,
      Math.floor((whole * (before + amount)) / order.amount) - counted.reduce((sum, refund) => sum + refund[of], 0),
    );
  return {
    coins: part(order.coins, 'coins'),
    bonus: part(order.grantedBonus ?? 0, 'bonus'),
    cashFen: part(order.cashFen, 'cashFen'),
  };
}
