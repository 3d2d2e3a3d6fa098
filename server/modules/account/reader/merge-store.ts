import { type Db, row, rows, statement } from '../../../core/db/db.ts';

const MERGE_AUTO_BUYS = statement<never, [fromReaderId: number, toReaderId: number]>(
  'account.merge-auto-buys',
  `insert into account.auto_buy (reader_id, comic_id, at)
   select $2, comic_id, at from account.auto_buy where reader_id = $1 on conflict do nothing`,
);
/** Both readers are one person, who reads one chapter at a time, so their minutes are added. */
const MERGE_TEEN_DAYS = statement<never, [fromReaderId: number, toReaderId: number]>(
  'account.merge-teen-days',
  `insert into account.teen_day as t (reader_id, day, minutes, last_minute)
   select $2, day, minutes, last_minute from account.teen_day where reader_id = $1
   on conflict (reader_id, day) do update set
     minutes = t.minutes + excluded.minutes, last_minute = greatest(t.last_minute, excluded.last_minute)`,
);
/** The adult declaration and the teen mode are taken over. If both have teen mode, the tier with less time counts. */
const MERGE_READER = statement<never, [fromReaderId: number, toReaderId: number]>(
  'account.merge-reader',
  `update account.reader into_reader set
     adult = into_reader.adult or f.adult,
     expects_news = into_reader.expects_news or f.expects_news,
     teen_from_16 = (into_reader.teen_pin_hash is null or into_reader.teen_from_16)
       and (f.teen_pin_hash is null or f.teen_from_16),
     teen_pin_hash = coalesce(into_reader.teen_pin_hash, f.teen_pin_hash)
   from account.reader f where into_reader.id = $2 and f.id = $1`,
);

/** Moves the settings of an anonymous reader to the account they log in to. */
export async function mergeProfile(db: Db, fromReaderId: number, toReaderId: number): Promise<void> {
  await rows(db, MERGE_AUTO_BUYS, [fromReaderId, toReaderId]);
  await rows(db, MERGE_TEEN_DAYS, [fromReaderId, toReaderId]);
  await row(db, MERGE_READER, [fromReaderId, toReaderId]);
}
