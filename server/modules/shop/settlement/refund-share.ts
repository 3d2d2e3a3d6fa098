import type { Order } from '../orders/store.ts';
import type { Refund } from './refund-store.ts';

export type Share = { coins: number; bonus: number };

type Granted = Pick<Order, 'cashFen' | 'coins' | 'grantedBonus'>;
type Earlier = Pick<Refund, 'cashFen' | 'coins' | 'bonus' | 'state' | 'takesBack'>;

/**
 * What of a grant an amount of its money stands for. Counted from all that was taken back so far and rounded down, so that
 * parts add up to the whole, whatever the parts are, and none is in the reader's disfavour.
 */
export function shareOf(order: Granted, earlier: readonly Earlier[], cashFen: number): Share {
  const counted = earlier.filter(({ state, takesBack }) => takesBack && state !== 'failed');
  const before = counted.reduce((sum, refund) => sum + refund.cashFen, 0);
  const part = (granted: number, taken: number) =>
    Math.max(0, Math.floor((granted * (before + cashFen)) / order.cashFen) - taken);
  return {
    coins: part(
      order.coins,
      counted.reduce((sum, { coins }) => sum + coins, 0),
    ),
    bonus: part(
      order.grantedBonus ?? 0,
      counted.reduce((sum, { bonus }) => sum + bonus, 0),
    ),
  };
}
