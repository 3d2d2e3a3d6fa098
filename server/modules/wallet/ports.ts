import type { Tx } from '../../core/db/db.ts';

/** The functions of other modules that the wallet needs. */
export type WalletPorts = {
  /** The keys of credits that a merge does not move, because the other account has got the same credit. */
  withheldFromMerge(tx: Tx, fromReaderId: number, toReaderId: number): Promise<string[]>;
};
