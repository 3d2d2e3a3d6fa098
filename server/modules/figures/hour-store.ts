import { allRows, type Db, firstRow, row, statement } from '../../core/db/db.ts';
import type { DayTotals } from './report-store.ts';

/** The totals of a day when `hour` hours of it had passed. */
export type HourTotals = { day: string; hour: number; at: Date } & Pick<DayTotals, HourTotalName>;
type HourTotalName =
  | 'readers'
  | 'newReaders'
  | 'registered'
  | 'views'
  | 'buyers'
  | 'unlocks'
  | 'coins'
  | 'payers'
  | 'topups'
  | 'cashFen'
  | 'refundedFen';

const TOTALS = `readers, new_readers as "newReaders", registered, views, buyers, unlocks, coins, payers, topups,
  cash_fen as "cashFen", refunded_fen as "refundedFen"`;

const NOTE = statement<never, [day: string, hour: number, at: Date, totals: string]>(
  'figures.note-hour',
  `insert into figures.hour (day, hour, at, readers, new_readers, registered, views, buyers, unlocks, coins, payers, topups,
     cash_fen, refunded_fen)
   select $1, $2, $3, t.readers, t."newReaders", t.registered, t.views, t.buyers, t.unlocks, t.coins, t.payers, t.topups,
     t."cashFen", t."refundedFen"
   from json_to_record($4) t (readers bigint, "newReaders" bigint, registered bigint, views bigint, buyers bigint,
     unlocks bigint, coins bigint, payers bigint, topups bigint, "cashFen" bigint, "refundedFen" bigint)
   on conflict do nothing`,
);

export const findHour = firstRow<HourTotals, [day: string, hour: number]>(
  'figures.hour',
  `select day::text, hour, at, ${TOTALS} from figures.hour where day = $1 and hour = $2`,
);

/** The last hour of a day that was noted. */
export const findLastHour = firstRow<HourTotals, [day: string]>(
  'figures.last-hour',
  `select day::text, hour, at, ${TOTALS} from figures.hour where day = $1 order by hour desc limit 1`,
);

/** Has no effect if the hour was noted before. */
export async function addHour(db: Db, { day, hour, at, ...totals }: HourTotals): Promise<void> {
  await row(db, NOTE, [day, hour, at, JSON.stringify(totals)]);
}

/** The noted hours of a day, in order. */
export const listHours = allRows<HourTotals, [day: string]>(
  'figures.hours-of-day',
  `select day::text, hour, at, ${TOTALS} from figures.hour where day = $1 order by hour`,
);
