import { type Db, rows, statement } from '../../../core/db.ts';

/** Where a reader came from (the referral value `u`, empty if there was none), and the day (Asia/Shanghai). */
export type Arrival = { readerId: number; source: string; day: string };

const OF_READERS = statement<Arrival, [readerIds: readonly number[]]>(
  'account.arrivals-of',
  `select id as "readerId", coalesce(source, '') as source, (created_at at time zone 'Asia/Shanghai')::date::text as day
   from account.reader where id = any($1::bigint[])`,
);

const BY_SOURCE = statement<{ source: string; readers: number }, [from: Date, to: Date]>(
  'account.count-arrivals',
  `select coalesce(source, '') as source, count(*) as readers from account.reader
   where created_at >= $1 and created_at < $2 group by 1`,
);

/** The arrivals of these readers; those erased since have none. */
export function arrivalsOf(db: Db, readerIds: readonly number[]): Promise<Arrival[]> {
  return rows(db, OF_READERS, [readerIds]);
}

/** How many readers came from where, from one moment up to another. */
export function countArrivals(db: Db, from: Date, to: Date): Promise<{ source: string; readers: number }[]> {
  return rows(db, BY_SOURCE, [from, to]);
}
