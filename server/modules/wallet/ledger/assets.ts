/** What a wallet holds: coins were bought, bonus and tickets were given and expire. */
export const ASSETS = ['coin', 'bonus', 'ticket'] as const;
export type Asset = (typeof ASSETS)[number];

/** How much a reader can spend at a moment. */
export type Balances = { coins: number; bonus: number; tickets: number };

export const EMPTY: Balances = { coins: 0, bonus: 0, tickets: 0 };

/** The same by the names of the contract. */
export function balancesOf(amountOf: (asset: Asset) => number): Balances {
  return { coins: amountOf('coin'), bonus: amountOf('bonus'), tickets: amountOf('ticket') };
}
