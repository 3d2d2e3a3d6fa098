import type { Tx } from '../../core/db.ts';

/** A module that keeps something of readers. Each verb runs in a transaction of the account's. */
export type ReaderKeeper = {
  /** The key of its part in a reader's export. */
  name: string;
  /** An anonymous reader has logged in to an account: what they had goes over, the newest wins. */
  onMerge(db: Tx, fromReaderId: number, toReaderId: number, now: Date): Promise<void>;
  /** Removes everything kept of a reader. */
  onErase(db: Tx, readerId: number): Promise<void>;
  /** Everything kept of a reader, as they may read it. */
  onExport(db: Tx, readerId: number): Promise<unknown>;
};
