/** What a wallet holds: coins were bought, bonus and tickets were given and expire. */
export const ASSETS = ['coin', 'bonus', 'ticket'] as const;
export type Asset = (typeof ASSETS)[number];
/** What accounts hold: of a debt, the coins that a reader spent before a refund took them back. */
export type LedgerAsset = Asset | 'debt';

/** How much a reader can spend at a moment; coins are below zero while some are owed. */
export type Balances = { coins: number; bonus: number; tickets: number };

export const EMPTY: Balances = { coins: 0, bonus: 0, tickets: 0 };

/** The same by the names of the contract. */
export function balancesOf(amountOf: (asset: LedgerAsset) => number): Balances {
  return { coins: amountOf('coin') - amountOf('debt'), bonus: amountOf('bonus'), tickets: amountOf('ticket') };
}
