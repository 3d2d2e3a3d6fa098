import { type Db, row, statement } from '../../../core/db/db.ts';
import { READER_COLUMNS, type ReaderRow } from './store.ts';

/** A reader for operators. */
export type GovernedReader = ReaderRow & { bannedAt: Date | null; erasesAt: Date | null; sessions: number };

const FIND = statement<GovernedReader, [readerId: number]>(
  'account.governed-reader',
  `select ${READER_COLUMNS}, r.banned_at as "bannedAt", r.erases_at as "erasesAt",
     (select count(*) from account.session s where s.reader_id = r.id)::int as sessions
   from account.reader r where r.id = $1`,
);

const SET_BANNED = statement<never, [readerId: number, at: Date | null]>(
  'account.set-banned',
  'update account.reader set banned_at = $2 where id = $1',
);

const CLEAR_PIN = statement<never, [readerId: number]>(
  'account.clear-teen-pin',
  'update account.reader set teen_pin_hash = null where id = $1',
);

const FORGET_DEVICES = statement<never, [readerId: number]>(
  'account.forget-devices',
  'delete from account.device_cookie where reader_id = $1',
);

export function findGovernedReader(db: Db, readerId: number): Promise<GovernedReader | null> {
  return row(db, FIND, [readerId]);
}

export async function setBanned(db: Db, readerId: number, at: Date | null): Promise<void> {
  await row(db, SET_BANNED, [readerId, at]);
}

export async function clearPin(db: Db, readerId: number): Promise<void> {
  await row(db, CLEAR_PIN, [readerId]);
}

export async function forgetDevices(db: Db, readerId: number): Promise<void> {
  await row(db, FORGET_DEVICES, [readerId]);
}
