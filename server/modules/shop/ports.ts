import type { Tx } from '../../core/db/db.ts';

/** What an order gives: coins for its cash, and bonus that expires. */
export type TopUp = {
  kind: 'topup';
  key: string;
  title: string;
  coins: { amount: number; costFen: number };
  bonus?: { amount: number; expiresAt: Date };
};

/** What of a top-up a refund takes back; `of` = the key of the top-up. */
export type TakeBack = { key: string; title: string; of: string; coins: number; bonus: number };

/** What was there to be taken, and what is owed. */
export type TakenBack = { coins: number; bonus: number; debt: number };

/** What this module needs of others; wired in app.ts. */
export type ShopPorts = {
  /** Locks the reader until the transaction ends; false where the reader is gone. Comes before every other lock. */
  lockReader(tx: Tx, readerId: number): Promise<boolean>;
  /** Adds growth points, or takes some away; the reader is locked already. */
  addGrowth(tx: Tx, readerId: number, points: number): Promise<boolean>;
  /** Grants once a key; false where that was done before. */
  credit(tx: Tx, readerId: number, topUp: TopUp, now: Date): Promise<boolean>;
  /** Holds back what a top-up gave, until it is confirmed or restored under the same key. */
  takeBack(tx: Tx, readerId: number, wanted: TakeBack, now: Date): Promise<TakenBack>;
  confirmTaken(tx: Tx, key: string, now: Date): Promise<void>;
  /** Gives it back; to nobody where the reader is gone. */
  restoreTaken(tx: Tx, readerId: number | null, taken: Pick<TakeBack, 'key' | 'title'>, now: Date): Promise<void>;
};

/** What granting a payment needs of them. */
export type GrantPorts = Pick<ShopPorts, 'lockReader' | 'addGrowth' | 'credit'>;
