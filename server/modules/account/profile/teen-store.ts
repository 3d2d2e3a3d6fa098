import { type Db, execute, row, statement, valueOr } from '../../../core/db/db.ts';

const SET_PIN = statement<
  { id: number },
  [readerId: number, hash: string | null, oldHash: string | null, isFrom16: boolean]
>(
  'account.set-teen-pin',
  `update account.reader set teen_pin_hash = $2, teen_from_16 = $4
   where id = $1 and teen_pin_hash is not distinct from $3 returning id`,
);

/** Stops counting one past the limit: refused minutes are not reading time. */
const COUNT_MINUTE = statement<{ minutes: number }, [readerId: number, day: string, minute: number, most: number]>(
  'account.count-teen-minute',
  `insert into account.teen_day as t (reader_id, day, minutes, last_minute) values ($1, $2, 1, $3)
   on conflict (reader_id, day) do update set
     minutes = t.minutes + case when t.last_minute < $3 then 1 else 0 end,
     last_minute = greatest(t.last_minute, $3)
   where t.minutes <= $4
   returning minutes`,
);

export const dropOldTeenDays = execute<[now: Date]>(
  'account.drop-old-teen-days',
  "delete from account.teen_day where day < $1::timestamptz - interval '3 days'",
);

/** Sets or clears the PIN, and sets the tier; false if the PIN was changed concurrently. */
export async function setPin(
  db: Db,
  readerId: number,
  { hash, old, isFrom16 }: { hash: string | null; old: string | null; isFrom16: boolean },
): Promise<boolean> {
  return (await row(db, SET_PIN, [readerId, hash, old, isFrom16])) !== null;
}

/** Counts the current minute once; returns the minutes of the day, or null if they already exceeded `most`. */
export async function countMinute(
  db: Db,
  readerId: number,
  at: { day: string; minute: number; most: number },
): Promise<number | null> {
  return (await row(db, COUNT_MINUTE, [readerId, at.day, at.minute, at.most]))?.minutes ?? null;
}

export const minutesOf = valueOr<{ minutes: number }, [readerId: number, day: string]>(
  'account.teen-minutes',
  'select minutes from account.teen_day where reader_id = $1 and day = $2',
  0,
);
