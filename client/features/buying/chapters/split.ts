import type { AssetNames } from './use-asset-names.ts';

export type Split = { bonus: number; coins: number; missing: number };

/** How a price would be paid: bonus first, then coins. */
export function splitOf(price: number, balances: { coins: number; bonus: number }): Split {
  // A negative balance after a refund must be settled first: until then nothing is sold.
  const bonus = Math.min(price, Math.max(0, balances.bonus));
  const coins = Math.min(price - bonus, Math.max(0, balances.coins));
  return { bonus, coins, missing: price - bonus - coins + (price > 0 ? Math.max(0, -balances.coins) : 0) };
}

/** The cost as text: 12 漫币, 12 赠币, 3 赠币 + 9 漫币. */
export function costText({ bonus, coins }: Pick<Split, 'bonus' | 'coins'>, names: AssetNames): string {
  const parts = [bonus > 0 && `${bonus} ${names.bonus}`, (coins > 0 || bonus === 0) && `${coins} ${names.coins}`];
  return parts.filter(Boolean).join(' + ');
}
