import type { Tx } from '../../core/db.ts';

/** What an order gives: coins for its cash, and bonus that expires. */
export type TopUp = {
  kind: 'topup';
  key: string;
  title: string;
  coins: { amount: number; costFen: number };
  bonus?: { amount: number; expiresAt: Date };
};

/** What this module needs of others; wired in app.ts. */
export type ShopPorts = {
  /** Locks the reader until the transaction ends; false where the reader is gone. Comes before every other lock. */
  lockReader(tx: Tx, readerId: number): Promise<boolean>;
  /** Adds growth points; the reader is locked already. */
  addGrowth(tx: Tx, readerId: number, points: number): Promise<boolean>;
  /** Grants once a key; false where that was done before. */
  credit(tx: Tx, readerId: number, topUp: TopUp, now: Date): Promise<boolean>;
};
