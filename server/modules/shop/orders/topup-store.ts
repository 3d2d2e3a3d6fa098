import { type Db, rows, statement } from '../../../core/db.ts';

/** `cashFen`: by the prices in the list. */
export type TopupSums = { readerId: number | null; topups: number; cashFen: number };

/** What channels really took, in the smallest unit of the currency. */
export type TakenSums = { currency: string; topups: number; amount: number };

const BY_READER = statement<TopupSums, [from: Date, to: Date]>(
  'shop.topups-by-reader',
  `select reader_id as "readerId", count(*) as topups, sum(cash_fen)::bigint as "cashFen" from shop.topup_order
   where granted_at >= $1 and granted_at < $2 group by reader_id`,
);

const BY_CURRENCY = statement<TakenSums, [from: Date, to: Date]>(
  'shop.topups-by-currency',
  `select currency, count(*) as topups, sum(amount)::bigint as amount from shop.topup_order
   where granted_at >= $1 and granted_at < $2 group by currency order by currency`,
);

/** The same by currency, for there is no sum across them. */
export function sumTakenByCurrency(db: Db, from: Date, to: Date): Promise<TakenSums[]> {
  return rows(db, BY_CURRENCY, [from, to]);
}

/** What each reader topped up from one moment up to another, by when it was granted; erased readers have one row together. */
export function sumTopupsByReader(db: Db, from: Date, to: Date): Promise<TopupSums[]> {
  return rows(db, BY_READER, [from, to]);
}
