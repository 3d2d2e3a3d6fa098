import { type Db, execute, row, statement } from '../../../core/db/db.ts';

/**
 * Five guesses have no delay; then the delay doubles with each guess, up to a quarter of an hour. A longer delay comes from a
 * wrong clock.
 */
const TAKE_GUESS = statement<{ count: number }, [key: Buffer, now: Date]>(
  'account.take-guess',
  `insert into account.guess as g (key, count, last_at, next_at) values ($1, 1, $2, '-infinity')
   on conflict (key) do update set
     count = case when g.last_at < $2::timestamptz - interval '1 day' then 1 else g.count + 1 end,
     last_at = $2,
     next_at = case
       when g.last_at < $2::timestamptz - interval '1 day' or g.count + 1 < 5 then '-infinity'
       else $2::timestamptz + least(interval '15 minutes', interval '1 second' * power(2, least(g.count - 4, 20))) end
   where g.next_at <= $2 or g.next_at > $2::timestamptz + interval '1 hour'
   returning count`,
);

const NEXT_GUESS = statement<{ nextAt: Date }, [key: Buffer]>(
  'account.next-guess',
  'select next_at as "nextAt" from account.guess where key = $1',
);

/**
 * Uncounts a guess that was counted at this moment but not checked. The returned guess had no delay, so the next one
 * has none either, unless another was counted since.
 */
export const giveGuessBack = execute<[key: Buffer, takenAt: Date]>(
  'account.give-guess-back',
  `update account.guess set
     count = count - 1,
     next_at = case when count - 1 < 5 or last_at = $2 then '-infinity' else next_at end
   where key = $1 and count > 0`,
);

/** Resets the count after a correct guess. */
export const forgetGuesses = execute<[key: Buffer]>(
  'account.forget-guesses',
  'delete from account.guess where key = $1',
);

export const dropOldGuesses = execute<[now: Date]>(
  'account.drop-old-guesses',
  "delete from account.guess where last_at < $1::timestamptz - interval '1 day'",
);

/** Counts a guess before the check, so that concurrent guesses all count. Returns null, or when the next guess is allowed. */
export async function takeGuess(db: Db, key: Buffer, now: Date): Promise<Date | null> {
  if (await row(db, TAKE_GUESS, [key, now])) return null;
  return (await row(db, NEXT_GUESS, [key]))?.nextAt ?? null;
}
