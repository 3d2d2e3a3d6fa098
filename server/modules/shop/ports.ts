import type { Db, Tx } from '../../core/db/db.ts';

/** The grant of an order: coins for its cash, and bonus that expires. */
export type TopUp = {
  kind: 'topup';
  key: string;
  title: string;
  coins: { amount: number; costFen: number };
  bonus?: { amount: number; expiresAt: Date };
};

/** The part of a top-up that a refund takes back; `of`: the key of the top-up. */
export type TakeBack = { key: string; title: string; of: string; coins: number; bonus: number };

/** The amounts that were taken; `debt`: the missing rest. */
export type TakenCoins = { coins: number; bonus: number; debt: number };

/** A refund takes this back: coins of an order of coins, days of 月卡 that have not begun of an order of 月卡. */
export type TakenBack = TakenCoins & { passDays: number };

/** Days of 月卡 that an order grants. */
export type PassSale = { key: string; source: 'order'; days: number; priceFen: number };

/** The functions of other modules that this module needs. */
export type ShopPorts = {
  /** Locks the reader until the transaction ends; `false` if the reader is erased. Comes before every other lock. */
  lockReader(tx: Tx, readerId: number): Promise<boolean>;
  /** Changes the growth points of a locked reader. */
  addGrowth(tx: Tx, readerId: number, points: number): Promise<boolean>;
  /** Grants once for each key; `null` if that was done before. */
  credit(tx: Tx, readerId: number, topUp: TopUp, now: Date): Promise<object | null>;
  /** Holds back a part of a top-up until it is confirmed or restored with the same key. */
  takeBack(tx: Tx, readerId: number, wanted: TakeBack, now: Date): Promise<TakenCoins>;
  /** The result that `takeBack` would have at this moment. */
  previewTakeBack(db: Db, readerId: number, wanted: Omit<TakeBack, 'key' | 'title'>, now: Date): Promise<TakenCoins>;
  confirmTaken(tx: Tx, key: string, now: Date): Promise<void>;
  /** Gives it back, if the reader still exists. */
  restoreTaken(tx: Tx, readerId: number | null, taken: Pick<TakeBack, 'key' | 'title'>, now: Date): Promise<void>;
  /** Grants days once for each key; `false` if that was done before. */
  grantPass(tx: Tx, readerId: number, sale: PassSale, now: Date): Promise<boolean>;
  /** How many of the days with this key have not begun. */
  unusedPassDays(db: Db, key: string, now: Date): Promise<number>;
  /** Takes back days that have not begun, once for each key. */
  takePass(tx: Tx, wanted: { key: string; of: string; most: number }, now: Date): Promise<{ days: number }>;
  /** Gives taken days back; `null`: to an erased reader, so that the sums stay right. */
  restorePass(tx: Tx, readerId: number | null, key: string, now: Date): Promise<void>;
};

/** The ports for granting a payment. */
export type GrantPorts = Pick<ShopPorts, 'lockReader' | 'addGrowth' | 'credit' | 'grantPass'>;
