import { allRows, type Db, execute, firstRow, row, statement, type Tx } from '../../../core/db/db.ts';

/** Days of 月卡. `source`: where they come from. */
export type PassGrant = {
  id: number;
  readerId: number | null;
  key: string;
  source: 'order' | 'code' | 'staff' | 'move';
  days: number;
  priceFen: number;
  /** `YYYY-MM-DD` */
  startsOn: string;
  takenDays: number;
  /** The key of the grant that first had these days. It is another grant's key if the days were moved, else the own key. */
  origin: string;
};

const COLUMNS = `id, reader_id as "readerId", key, source, days, price_fen as "priceFen",
  to_char(starts_on, 'YYYY-MM-DD') as "startsOn", taken_days as "takenDays", origin`;

/** The day after the last day of all grants of a reader, $1; null without any. */
export const PASS_END = `select to_char(max(starts_on + days - taken_days), 'YYYY-MM-DD') as "endsOn"
   from membership.pass_grant where reader_id = $1 and taken_days < days`;

export const findEnd = firstRow<{ endsOn: string | null }, [readerId: number | null]>('membership.pass-end', PASS_END);

/** Readers with a larger id whose last day of 月卡 is the day before `endsOn`. By id. */
export const listEnding = allRows<{ readerId: number }, [endsOn: string, afterReaderId: number, size: number]>(
  'membership.passes-ending',
  `select distinct g.reader_id as "readerId" from membership.pass_grant g
   where g.starts_on + (g.days - g.taken_days) = $1::date and g.taken_days < g.days and g.reader_id > $2
     and not exists (
       select from membership.pass_grant o where o.reader_id = g.reader_id and o.taken_days < o.days
         and o.starts_on + (o.days - o.taken_days) > $1::date
     )
   order by 1 limit $3`,
);

const ADD = statement<
  { id: number },
  [
    readerId: number | null,
    key: string,
    source: string,
    days: number,
    priceFen: number,
    startsOn: string,
    now: Date,
    origin: string,
  ]
>(
  'membership.add-pass-grant',
  `insert into membership.pass_grant (reader_id, key, source, days, price_fen, starts_on, granted_at, origin)
   values ($1, $2, $3, $4, $5, $6::date, $7, $8) on conflict (key) do nothing returning id`,
);

/** A grant and all grants to which its days were moved, the latest days first. */
export const listOfOrigin = allRows<PassGrant, [origin: string]>(
  'membership.pass-grants-of-origin',
  `select ${COLUMNS} from membership.pass_grant where origin = $1 order by starts_on desc, id desc`,
);

/** The days that were taken with a key, and their origin. */
export const findTaken = firstRow<{ days: number; priceFen: number; origin: string }, [key: string]>(
  'membership.pass-taken-by-key',
  `select sum(t.days)::bigint as days, sum(t.price_fen)::bigint as "priceFen", g.origin
   from membership.pass_taking t join membership.pass_grant g on g.id = t.grant_id where t.key = $1 group by g.origin`,
);

/** Takes days from the end of a grant. Later grants move to earlier days, so that there is no gap. */
export const takeFrom = execute<[grantId: number, key: string, days: number, priceFen: number, now: Date], Tx>(
  'membership.take-pass-days',
  `with taken as (
     update membership.pass_grant set taken_days = taken_days + $3 where id = $1 returning reader_id, starts_on, id
   ), moved as (
     update membership.pass_grant g set starts_on = g.starts_on - $3::int from taken t
     where g.reader_id = t.reader_id and g.id <> t.id and (g.starts_on, g.id) > (t.starts_on, t.id)
   )
   insert into membership.pass_taking (grant_id, key, days, price_fen, at) select id, $2, $3, $4, $5 from taken`,
);

export const listGrants = allRows<PassGrant, [readerId: number]>(
  'membership.pass-grants-of-reader',
  `select ${COLUMNS} from membership.pass_grant where reader_id = $1 order by starts_on, id`,
);

export const anonymise = execute<[readerId: number], Tx>(
  'membership.drop-pass-name',
  'update membership.pass_grant set reader_id = null where reader_id = $1',
);

/** Sums in fen, without moved and returned days. `used`: the days of the period; `outstanding`: the days after it. */
export type PassSums = { sold: number; refunded: number; used: number; outstanding: number };

const SUMS = statement<PassSums, [from: Date, to: Date, firstDay: string, dayAfter: string]>(
  'membership.pass-sums',
  `select coalesce(sum(g.price_fen) filter (where g.granted_at >= $1 and g.source <> 'move'), 0)::bigint as sold,
     (coalesce(sum(t.before_to - t.before_from), 0)
       - coalesce(sum(g.price_fen) filter (where g.granted_at >= $1 and g.source = 'move'), 0))::bigint as refunded,
     coalesce(sum(g.price_fen * b.to_day / g.days - g.price_fen * b.from_day / g.days), 0)::bigint as used,
     coalesce(sum(g.price_fen - t.before_to - g.price_fen * b.to_day / g.days), 0)::bigint as outstanding
   from membership.pass_grant g
   cross join lateral (
     select coalesce(sum(price_fen) filter (where at < $2), 0) as before_to,
       coalesce(sum(price_fen) filter (where at < $1), 0) as before_from
     from membership.pass_taking where grant_id = g.id) t
   cross join lateral (
     select greatest(0, least($4::date - g.starts_on, g.days - g.taken_days)) as to_day,
       greatest(0, least($3::date - g.starts_on, g.days - g.taken_days)) as from_day) b
   where g.granted_at < $2`,
);

/** `firstDay`: the first day of the period; `dayAfter`: the day after its last one. */
export async function sumPasses(db: Db, from: Date, to: Date, firstDay: string, dayAfter: string): Promise<PassSums> {
  return (await row(db, SUMS, [from, to, firstDay, dayAfter])) ?? { sold: 0, refunded: 0, used: 0, outstanding: 0 };
}

/** The price of the used days, for each day of a period with one. `dayAfter`: the day after the period. */
export const listUsedByDay = allRows<{ day: string; fen: number }, [firstDay: string, dayAfter: string]>(
  'membership.pass-used-by-day',
  `select to_char(d, 'YYYY-MM-DD') as day,
     sum(g.price_fen * (d::date - g.starts_on + 1) / g.days - g.price_fen * (d::date - g.starts_on) / g.days)::bigint as fen
   from membership.pass_grant g
   cross join lateral generate_series(greatest($1::date, g.starts_on)::timestamp,
     least($2::date - 1, g.starts_on + g.days - g.taken_days - 1)::timestamp, interval '1 day') d
   where g.price_fen > 0 group by d order by d`,
);

/** Adds a grant; false if the key was used before. */
export async function addGrant(
  tx: Tx,
  { readerId, key, source, days, priceFen, startsOn, origin }: Omit<PassGrant, 'id' | 'takenDays'>,
  now: Date,
): Promise<boolean> {
  return (await row(tx, ADD, [readerId, key, source, days, priceFen, startsOn, now, origin])) !== null;
}
