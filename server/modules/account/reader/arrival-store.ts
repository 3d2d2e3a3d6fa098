import { allRows, firstRow, valueOr } from '../../../core/db/db.ts';

/** The source of a new reader (the referral value `u`, else the referring host, else empty), and the day (Asia/Shanghai). */
export type Arrival = { readerId: number; source: string; day: string };

const SOURCE = `coalesce(nullif(source, ''), referrer, '')`;

/** The arrivals of these readers, without erased ones. */
export const arrivalsOf = allRows<Arrival, [readerIds: readonly number[]]>(
  'account.arrivals-of',
  `select id as "readerId", ${SOURCE} as source, (created_at at time zone 'Asia/Shanghai')::date::text as day
   from account.reader where id = any($1::bigint[])`,
);

/** The number of new readers by source in a period. */
export const countArrivals = allRows<{ source: string; readers: number }, [from: Date, to: Date]>(
  'account.count-arrivals',
  `select ${SOURCE} as source, count(*) as readers from account.reader
   where created_at >= $1 and created_at < $2 group by 1`,
);

/** The number of readers who registered, by source. */
export const countRegistered = allRows<{ source: string; readers: number }, [from: Date, to: Date]>(
  'account.count-registered',
  `select ${SOURCE} as source, count(*) as readers from account.reader
   where registered_at >= $1 and registered_at < $2 group by 1`,
);

/** The number of readers who used the site in a period. `seen_at` is written at most once a day. Reads all readers. */
export const countActive = firstRow<{ readers: number }, [from: Date, to: Date]>(
  'account.count-active',
  'select count(*) as readers from account.reader where coalesce(seen_at, created_at) >= $1 and created_at < $2',
);

/** The readers who used the site since a moment and are not being erased, ordered by id, after an id. */
export const listReadersSince = allRows<{ readerId: number }, [since: Date, afterReaderId: number, limit: number]>(
  'account.readers-since',
  `select id as "readerId" from account.reader
   where id > $2 and coalesce(seen_at, created_at) >= $1 and erases_at is null order by id limit $3`,
);

/**
 * The registered readers who used the site since a moment, after an id, ordered by id, with the data that the rules of gifts
 * need.
 */
export const listReceiversOfGifts = allRows<
  {
    readerId: number;
    telephone: string | null;
    createdAt: Date;
    awaySince: Date | null;
    backAt: Date | null;
    claimedGifts: number[] | null;
  },
  [since: Date, afterReaderId: number, limit: number]
>(
  'account.receivers-of-gifts',
  `select id as "readerId", telephone, created_at as "createdAt", away_since as "awaySince", back_at as "backAt",
     claimed_gifts as "claimedGifts"
   from account.reader
   where id > $2 and coalesce(seen_at, created_at) >= $1 and registered_at is not null and erases_at is null
   order by id limit $3`,
);

/** The number of readers who had an account before a moment, without erased ones. */
export const countAllRegistered = valueOr<{ readers: number }, [before: Date]>(
  'account.count-all-registered',
  'select count(*) as readers from account.reader where registered_at < $1',
  0,
);
