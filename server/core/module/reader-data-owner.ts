import type { Tx } from '../db/db.ts';

/** A module that stores data of readers. Each verb runs inside a transaction of the account module. */
export type ReaderDataOwner = {
  /** The key of its part in a reader's export. */
  name: string;
  /** Moves the data of an anonymous reader to the account they log in to; if both have a value, the newest wins. */
  mergeReader(db: Tx, fromReaderId: number, toReaderId: number, now: Date): Promise<void>;
  /** Deletes all data of a reader, or leaves records that must stay without their name. */
  eraseReader(db: Tx, readerId: number, now: Date): Promise<void>;
  /** All data of a reader, in the form in which they receive it. */
  exportReader(db: Tx, readerId: number): Promise<unknown>;
};
