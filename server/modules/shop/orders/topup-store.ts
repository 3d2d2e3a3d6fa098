import { type Db, rows, statement } from '../../../core/db.ts';

export type TopupSums = { readerId: number | null; topups: number; cashFen: number };

const BY_READER = statement<TopupSums, [from: Date, to: Date]>(
  'shop.topups-by-reader',
  `select reader_id as "readerId", count(*) as topups, sum(cash_fen)::bigint as "cashFen" from shop.topup_order
   where granted_at >= $1 and granted_at < $2 group by reader_id`,
);

/** What each reader topped up from one moment up to another, by when it was granted; erased readers have one row together. */
export function sumTopupsByReader(db: Db, from: Date, to: Date): Promise<TopupSums[]> {
  return rows(db, BY_READER, [from, to]);
}
