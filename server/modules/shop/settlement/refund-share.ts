import type { Order } from '../orders/store.ts';
import type { Refund } from './refund-store.ts';

/** Of the coins, of the bonus, and of the price in the list. */
export type Share = { coins: number; bonus: number; cashFen: number };

type Granted = Pick<Order, 'cashFen' | 'amount' | 'coins' | 'grantedBonus'>;
type Earlier = Pick<Refund, 'amount' | 'cashFen' | 'coins' | 'bonus' | 'state' | 'takesBack'>;

/**
 * What of a grant an amount of its money stands for. Counted from all that was taken back so far and rounded down, so that
 * parts add up to the whole, whatever the parts are, and none is in the reader's disfavour.
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
