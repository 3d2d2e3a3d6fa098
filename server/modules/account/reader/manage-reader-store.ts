import { execute, firstRow } from '../../../core/db/db.ts';
import { READER_COLUMNS, type ReaderRow } from './store.ts';

/** A reader for operators. */
export type ManagedReader = ReaderRow & {
  bannedAt: Date | null;
  bannedUntil: Date | null;
  erasesAt: Date | null;
  sessions: number;
};

export const findManagedReader = firstRow<ManagedReader, [readerId: number]>(
  'account.managed-reader',
  `select ${READER_COLUMNS}, r.banned_at as "bannedAt", r.banned_until as "bannedUntil", r.erases_at as "erasesAt",
     (select count(*) from account.session s where s.reader_id = r.id)::int as sessions
   from account.reader r where r.id = $1`,
);

export const setBanned = execute<[readerId: number, at: Date | null, until: Date | null]>(
  'account.set-banned',
  'update account.reader set banned_at = $2, banned_until = $3 where id = $1',
);

export const clearPin = execute<[readerId: number]>(
  'account.clear-teen-pin',
  'update account.reader set teen_pin_hash = null where id = $1',
);

export const forgetDevices = execute<[readerId: number]>(
  'account.forget-devices',
  'delete from account.device_cookie where reader_id = $1',
);
