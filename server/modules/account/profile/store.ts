import { allRows, type Db, execute, rows, statement, valueOr } from '../../../core/db/db.ts';

export const setNickname = execute<[readerId: number, nickname: string]>(
  'account.set-nickname',
  'update account.reader set nickname = $2 where id = $1',
);
export const setGender = execute<[readerId: number, gender: 0 | 1 | 2]>(
  'account.set-gender',
  'update account.reader set gender = $2 where id = $1',
);
export const setFace = execute<[readerId: number, face: number]>(
  'account.set-face',
  'update account.reader set face = $2 where id = $1',
);
export const setAdult = execute<[readerId: number, adult: boolean]>(
  'account.set-adult',
  'update account.reader set adult = $2 where id = $1',
);
export const setAutoBuy = execute<[readerId: number, on: boolean]>(
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
export const listAutoBuys = allRows<{ comicId: number }, [readerId: number]>(
  'account.list-auto-buys',
  'select comic_id as "comicId" from account.auto_buy where reader_id = $1 order by at desc, comic_id limit 1000',
);

/** Sets whether new chapters of a comic are bought automatically. */
export async function setAutoBuyOf(db: Db, readerId: number, comicId: number, on: boolean, now: Date): Promise<void> {
  if (on) await rows(db, ADD_AUTO_BUY, [readerId, comicId, now]);
  else await rows(db, DROP_AUTO_BUY, [readerId, comicId]);
}

export const hasAutoBuy = valueOr<{ isOn: boolean }, [readerId: number, comicId: number]>(
  'account.has-auto-buy',
  'select exists (select from account.auto_buy where reader_id = $1 and comic_id = $2) as "isOn"',
  false,
);
