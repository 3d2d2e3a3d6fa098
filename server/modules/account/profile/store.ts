import { type Db, row, rows, statement } from '../../../core/db.ts';

const SET_NICKNAME = statement('account.set-nickname', 'update account.reader set nickname = $2 where id = $1');
const SET_GENDER = statement('account.set-gender', 'update account.reader set gender = $2 where id = $1');
const SET_ADULT = statement('account.set-adult', 'update account.reader set adult = $2 where id = $1');
const SET_AUTO_BUY = statement('account.set-auto-buy', 'update account.reader set auto_buy = $2 where id = $1');

const ADD_AUTO_BUY = statement(
  'account.add-auto-buy',
  `insert into account.auto_buy (reader_id, comic_id, at) values ($1, $2, $3) on conflict do nothing`,
);
const DROP_AUTO_BUY = statement(
  'account.drop-auto-buy',
  'delete from account.auto_buy where reader_id = $1 and comic_id = $2',
);
const LIST_AUTO_BUYS = statement<{ comicId: number }>(
  'account.list-auto-buys',
  'select comic_id as "comicId" from account.auto_buy where reader_id = $1 order by at desc, comic_id limit 1000',
);

const MERGE_AUTO_BUYS = statement(
  'account.merge-auto-buys',
  `insert into account.auto_buy (reader_id, comic_id, at)
   select $2, comic_id, at from account.auto_buy where reader_id = $1 on conflict do nothing`,
);
/** One and the same young reader, a minute at a time. */
const MERGE_TEEN_DAYS = statement(
  'account.merge-teen-days',
  `insert into account.teen_day as t (reader_id, day, minutes, last_minute)
   select $2, day, minutes, last_minute from account.teen_day where reader_id = $1
   on conflict (reader_id, day) do update set
     minutes = t.minutes + excluded.minutes, last_minute = greatest(t.last_minute, excluded.last_minute)`,
);
/** What a parent or the reader said on this device holds after logging in too; the stricter mode stays on. */
const MERGE_READER = statement(
  'account.merge-reader',
  `update account.reader into_reader set
     adult = into_reader.adult or f.adult,
     expects_news = into_reader.expects_news or f.expects_news,
     teen_pin_hash = coalesce(into_reader.teen_pin_hash, f.teen_pin_hash)
   from account.reader f where into_reader.id = $2 and f.id = $1`,
);

export async function setNickname(db: Db, readerId: number, nickname: string): Promise<void> {
  await rows(db, SET_NICKNAME, [readerId, nickname]);
}

export async function setGender(db: Db, readerId: number, gender: 0 | 1 | 2): Promise<void> {
  await rows(db, SET_GENDER, [readerId, gender]);
}

export async function setAdult(db: Db, readerId: number, adult: boolean): Promise<void> {
  await rows(db, SET_ADULT, [readerId, adult]);
}

export async function setAutoBuy(db: Db, readerId: number, on: boolean): Promise<void> {
  await rows(db, SET_AUTO_BUY, [readerId, on]);
}

/** Sets whether the next chapters of one comic are bought by themselves. */
export async function setAutoBuyOf(db: Db, readerId: number, comicId: number, on: boolean, now: Date): Promise<void> {
  if (on) await rows(db, ADD_AUTO_BUY, [readerId, comicId, now]);
  else await rows(db, DROP_AUTO_BUY, [readerId, comicId]);
}

export function listAutoBuys(db: Db, readerId: number): Promise<{ comicId: number }[]> {
  return rows(db, LIST_AUTO_BUYS, [readerId]);
}

/** What an anonymous reader had set goes over to the account they logged in to. */
export async function mergeProfile(db: Db, fromReaderId: number, toReaderId: number): Promise<void> {
  await rows(db, MERGE_AUTO_BUYS, [fromReaderId, toReaderId]);
  await rows(db, MERGE_TEEN_DAYS, [fromReaderId, toReaderId]);
  await row(db, MERGE_READER, [fromReaderId, toReaderId]);
}
