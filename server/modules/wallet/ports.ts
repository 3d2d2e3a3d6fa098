import type { Tx } from '../../core/db.ts';

/** What the wallet needs of other modules. */
export type WalletPorts = {
  /** The keys of credits that a merge leaves behind, because the account that takes over was given the same. */
  withheldFromMerge(tx: Tx, fromReaderId: number, toReaderId: number): Promise<string[]>;
};
