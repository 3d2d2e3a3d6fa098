import { type Db, execute, row, rows, statement, valueOr } from '../../../core/db/db.ts';

/** A bill to read and compare. */
export type DueBill = { channel: string; day: string; tries: number };

/**
 * Records that the bills of a channel up to a day are expected, but none before `earliest`. All days since the last
 * expected bill, so that none is missing after the server was down. The first time: one day.
 */
export const awaitBills = execute<[channel: string, day: string, earliest: string, now: Date]>(
  'shop.await-bills',
  `insert into shop.bill (channel, day, state, try_at)
   select $1, d::date, 'awaited', $4
   from (select max(day) as day from shop.bill where channel = $1 and state <> 'read' and day <= $2::date) last,
     generate_series(greatest(coalesce(last.day + 1, $2::date), $3::date), $2::date, interval '1 day') d
   on conflict (channel, day) do update set try_at = excluded.try_at where shop.bill.state = 'read'`,
);

const TAKE_DUE = statement<DueBill, [now: Date, until: Date, earliest: string, channels: string[]]>(
  'shop.take-due-bill',
  `update shop.bill b set try_at = $2, tries = b.tries + 1
   where (b.channel, b.day) in (select channel, day from shop.bill
     where try_at <= $1 and day >= $3::date and channel = any($4) order by day limit 1 for update skip locked)
   returning b.channel, b.day::text as day, b.tries`,
);

const TRY_AGAIN = statement<never, [channel: string, day: string, at: Date, fault: string]>(
  'shop.try-bill-again',
  `update shop.bill set try_at = $3, fault = $4 where channel = $1 and day = $2::date`,
);

/** Takes the oldest due bill. Other nodes take it only after `until`. */
export function takeDueBill(
  db: Db,
  { now, until, earliest, channels }: { now: Date; until: Date; earliest: string; channels: readonly string[] },
): Promise<DueBill | null> {
  return row(db, TAKE_DUE, [now, until, earliest, [...channels]]);
}

export async function tryBillAgain(db: Db, { channel, day }: DueBill, at: Date, fault: string): Promise<void> {
  await rows(db, TRY_AGAIN, [channel, day, at, fault]);
}

/** Bills that could not be read yet. */
export const countMissing = valueOr<{ count: number }, []>(
  'shop.count-missing-bills',
  `select count(*) as count from shop.bill where try_at is not null and fault is not null`,
  0,
);
