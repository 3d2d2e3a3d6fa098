import { type Db, row, rows, statement } from '../../../core/db/db.ts';

const SET_NICKNAME = statement<never, [readerId: number, nickname: string]>(
  'account.set-nickname',
  'update account.reader set nickname = $2 where id = $1',
);
const SET_GENDER = statement<never, [readerId: number, gender: 0 | 1 | 2]>(
  'account.set-gender',
  'update account.reader set gender = $2 where id = $1',
);
const SET_ADULT = statement<never, [readerId: number, adult: boolean]>(
  'account.set-adult',
  'update account.reader set adult = $2 where id = $1',
);
const SET_AUTO_BUY = statement<never, [readerId: number, on: boolean]>(
  'account.set-auto-buy',
  'update account.reader set auto_buy = $2 where id = $1',
);

const ADD_AUTO_BUY = statement<never, [readerId: number, comicId: number, now: Date]>(
  'account.add-auto-buy',
  `insert into account.auto_buy (reader_id, comic_id, at) values ($1, $2, $3) on conflict do nothing`,
);
const DROP_AUTO_BUY = statement<never, [readerId: number, comicId: number]>(
  'account.drop-auto-buy',
  'delete from account.auto_buy where reader_id = $1 and comic_id = $2',
);
const LIST_AUTO_BUYS = statement<{ comicId: number }, [readerId: number]>(
  'account.list-auto-buys',
  'select comic_id as "comicId" from account.auto_buy where reader_id = $1 order by at desc, comic_id limit 1000',
);

const HAS_AUTO_BUY = statement<{ isOn: boolean }, [readerId: number, comicId: number]>(
  'account.has-auto-buy',
  'select exists (select from account.auto_buy where reader_id = $1 and comic_id = $2) as "isOn"',
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

/** Sets whether new chapters of a comic are bought automatically. */
export async function setAutoBuyOf(db: Db, readerId: number, comicId: number, on: boolean, now: Date): Promise<void> {
  if (on) await rows(db, ADD_AUTO_BUY, [readerId, comicId, now]);
  else await rows(db, DROP_AUTO_BUY, [readerId, comicId]);
}

export function listAutoBuys(db: Db, readerId: number): Promise<{ comicId: number }[]> {
  return rows(db, LIST_AUTO_BUYS, [readerId]);
}

export async function hasAutoBuy(db: Db, readerId: number, comicId: number): Promise<boolean> {
  return (await row(db, HAS_AUTO_BUY, [readerId, comicId]))?.isOn ?? false;
}
