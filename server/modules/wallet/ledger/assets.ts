/** The assets of a wallet: coins were bought; bonus and tickets were given and expire. */
export const ASSETS = ['coin', 'bonus', 'ticket'] as const;
export type Asset = (typeof ASSETS)[number];
/** The assets of accounts. A debt: coins that a reader had spent before a refund took them back. */
export type LedgerAsset = Asset | 'debt';

export const ASSET_NAMES: Readonly<Record<LedgerAsset, string>> = {
  coin: '漫币',
  bonus: '赠币',
  ticket: '阅读券',
  debt: '欠漫币',
};

/** The amounts that a reader can spend at a moment; coins are negative while there is a debt. */
export type Balances = { coins: number; bonus: number; tickets: number };

export const EMPTY: Balances = { coins: 0, bonus: 0, tickets: 0 };

/** Balances with the names of the contract. */
export function balancesOf(amountOf: (asset: LedgerAsset) => number): Balances {
  return { coins: amountOf('coin') - amountOf('debt'), bonus: amountOf('bonus'), tickets: amountOf('ticket') };
}
