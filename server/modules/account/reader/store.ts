import {
  allRows,
  allValues,
  type Db,
  execute,
  firstRow,
  hasRow,
  row,
  rows,
  statement,
  type Tx,
} from '../../../core/db/db.ts';

/** A reader, without secrets. */
export type ReaderRow = {
  readerId: number;
  username: string | null;
  nickname: string;
  telephone: string | null;
  hasPassword: boolean;
  gender: 0 | 1 | 2;
  face: number;
  adult: boolean;
  teen: boolean;
  /** Has no meaning while teen mode is off. */
  teenFrom16: boolean;
  autoBuy: boolean;
  points: number;
  expectsNews: boolean;
  hasRead: boolean;
  createdAt: Date;
  /** The last use of any session, a day late at most; null on the first day. */
  readerSeenAt: Date | null;
  /** The last absence of a week or more; null without one. */
  awaySince: Date | null;
  backAt: Date | null;
  /** The latest gift campaigns claimed; null = none. */
  claimedGifts: number[] | null;
  /** The referral value of the addresses that this reader shares. */
  shareCode: string;
};

/** The columns of a `ReaderRow`, selected from `account.reader r`. */
export const READER_COLUMNS = `r.id as "readerId", r.username, r.nickname, r.telephone,
  r.password_hash is not null as "hasPassword", r.gender, r.face, r.adult, r.teen_pin_hash is not null as teen,
  r.teen_from_16 as "teenFrom16",
  r.auto_buy as "autoBuy", r.growth_points as points,
  r.expects_news as "expectsNews", r.has_read as "hasRead",
  r.created_at as "createdAt", r.seen_at as "readerSeenAt", r.away_since as "awaySince", r.back_at as "backAt",
  r.claimed_gifts as "claimedGifts", r.share_code as "shareCode"`;

/** A reader with the secrets and states that login and credential changes need. */
export type GuardedRow = ReaderRow & {
  passwordHash: string | null;
  teenPinHash: string | null;
  bannedAt: Date | null;
  bannedUntil: Date | null;
  erasesAt: Date | null;
};

const GUARDED_COLUMNS = `${READER_COLUMNS}, r.password_hash as "passwordHash", r.teen_pin_hash as "teenPinHash",
  r.banned_at as "bannedAt", r.banned_until as "bannedUntil", r.erases_at as "erasesAt"`;

export type NewReader = {
  nickname: string;
  domain: string;
  source: string | null;
  /** The host of the page that led here. */
  referrer: string | null;
  platform: string | null;
  telephone: string | null;
  at: Date;
};

const ADD_READER = statement<
  ReaderRow,
  [
    nickname: string,
    domain: string,
    source: string | null,
    referrer: string | null,
    platform: string | null,
    telephone: string | null,
    at: Date,
  ]
>(
  'account.add-reader',
  `insert into account.reader as r (nickname, domain, source, referrer, platform, telephone, created_at, registered_at)
   values ($1, $2, $3, $4, $5, $6, $7, case when $6::text is not null then $7::timestamptz end) returning ${READER_COLUMNS}`,
);

export const findReader = firstRow<GuardedRow, [readerId: number]>(
  'account.find-reader',
  `select ${GUARDED_COLUMNS} from account.reader r where r.id = $1`,
);

/** Locks the reader for this transaction: changes to an account are serialised here. */
export const lockReader = firstRow<GuardedRow, [readerId: number], Tx>(
  'account.lock-reader',
  `select ${GUARDED_COLUMNS} from account.reader r where r.id = $1 for no key update`,
);

/** By username, ignoring case, or by phone number. */
export const findReaderByName = firstRow<GuardedRow, [name: string]>(
  'account.find-reader-by-name',
  `select ${GUARDED_COLUMNS} from account.reader r where lower(r.username) = lower($1) or r.telephone = $1`,
);

export const lockReaderByTelephone = firstRow<GuardedRow, [telephone: string], Tx>(
  'account.lock-reader-by-telephone',
  `select ${GUARDED_COLUMNS} from account.reader r where r.telephone = $1 for no key update`,
);

const SET_PASSWORD = statement<
  { id: number },
  [readerId: number, hash: string, username: string | null, oldHash: string | null, now: Date]
>(
  'account.set-password',
  `update account.reader set password_hash = $2, username = coalesce($3, username),
     registered_at = coalesce(registered_at, $5)
   where id = $1 and password_hash is not distinct from $4 returning id`,
);

export const setTelephone = execute<[readerId: number, telephone: string, now: Date]>(
  'account.set-telephone',
  'update account.reader set telephone = $2, registered_at = coalesce(registered_at, $3) where id = $1',
);

/** Cancels the scheduled erasure: the reader has logged in again. */
export const cancelErasure = execute<[readerId: number]>(
  'account.cancel-erasure',
  'update account.reader set erases_at = null where id = $1',
);

export const eraseAt = execute<[readerId: number, at: Date]>(
  'account.erase-at',
  'update account.reader set erases_at = $2 where id = $1',
);

const ERASE_UNREACHABLE = statement<never, [readerIds: readonly number[], at: Date]>(
  'account.erase-unreachable',
  `update account.reader r set erases_at = $2
   where r.id = any($1) and r.erases_at is null and r.password_hash is null and r.telephone is null
     and not exists (select from account.session s where s.reader_id = r.id)`,
);

export const endAllSessions = execute<[readerId: number]>(
  'account.end-all-sessions',
  'delete from account.session where reader_id = $1',
);

/** The reader may have something unread from now on. */
export const expectNews = execute<[readerId: number]>(
  'account.expect-news',
  'update account.reader set expects_news = true where id = $1 and not expects_news',
);

/** Adds a reader with a nickname, and with the phone if it was verified. */
export async function addReader(db: Db, reader: NewReader): Promise<ReaderRow> {
  const { nickname, domain, source, referrer, platform, telephone, at } = reader;
  const added = await row(db, ADD_READER, [nickname, domain, source, referrer, platform, telephone, at]);
  if (!added) throw new Error('a reader was inserted without an id');
  return added;
}

export const isTelephoneOfAccount = hasRow<{ id: number }, [telephone: string]>(
  'account.find-reader-by-telephone',
  'select id from account.reader where telephone = $1',
);

/** Sets the password, and the username if given; false if the password was changed concurrently. */
export async function setPassword(
  db: Db,
  readerId: number,
  change: { hash: string; oldHash: string | null; username: string | null },
  now: Date,
): Promise<boolean> {
  return (await row(db, SET_PASSWORD, [readerId, change.hash, change.username, change.oldHash, now])) !== null;
}

/** Schedules the erasure of those readers who have neither credentials nor a session: nobody can log in to them any more. */
export async function eraseUnreachable(db: Db, readerIds: number[], at: Date): Promise<void> {
  if (readerIds.length > 0) await rows(db, ERASE_UNREACHABLE, [readerIds, at]);
}

export const dueForErasure = allValues<{ id: number }, [now: Date]>(
  'account.due-for-erasure',
  'select id from account.reader where erases_at <= $1 order by erases_at limit 5000',
);

/** Deletes a reader whose erasure is due, with all their data in this module; false if it is not due. */
export const dropReader = hasRow<{ id: number }, [readerId: number, now: Date]>(
  'account.drop-reader',
  'delete from account.reader where id = $1 and erases_at <= $2 returning id',
);

/** The accounts among these that can get mails, and whether their readers are adults or in teen mode. */
export const listMailReaders = allRows<
  { readerId: number; adult: boolean; teen: boolean },
  [readerIds: readonly number[], now: Date]
>(
  'account.mail-readers',
  `select id as "readerId", adult, teen_pin_hash is not null as teen from account.reader
   where id = any($1) and registered_at is not null and erases_at is null and (banned_at is null or banned_until <= $2)`,
);
