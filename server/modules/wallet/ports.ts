import type { Tx } from '../../core/db/db.ts';

/** What the wallet needs from other modules. */
export type WalletPorts = {
  /** The keys of credits that a merge does not move, because the other account has got the same credit. */
  withheldFromMerge(tx: Tx, fromReaderId: number, toReaderId: number): Promise<string[]>;
};
