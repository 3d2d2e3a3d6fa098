import { allRows, allValues, type Db, execute, firstRow, firstValue, rows, statement } from '../../../core/db/db.ts';
import { READER_COLUMNS, type ReaderRow } from '../reader/store.ts';

/** A session with its reader. */
export type SessionRow = ReaderRow & { seenAt: Date };

type NewSession = { tokenHash: Buffer; readerId: number; userAgent: string; now: Date; expiresAt: Date };

/** A session that has not expired, with its reader; null if there is none or the reader is banned. */
export const findSession = firstRow<SessionRow, [tokenHash: Buffer, now: Date]>(
  'account.find-session',
  `select ${READER_COLUMNS}, s.seen_at as "seenAt"
   from account.session s join account.reader r on r.id = s.reader_id
   where s.token_hash = $1 and s.expires_at > $2 and (r.banned_at is null or r.banned_until <= $2)`,
);

const MOST_SESSIONS = 50;

/** The delete does not see the inserted row, hence the offset of one less than the limit. */
const ADD_SESSION = statement<
  never,
  [tokenHash: Buffer, readerId: number, userAgent: string, now: Date, expiresAt: Date]
>(
  'account.add-session',
  `with added as (
     insert into account.session (token_hash, reader_id, device, created_at, seen_at, expires_at)
     values ($1, $2, $3, $4, $4, $5)
   )
   delete from account.session where token_hash in
     (select token_hash from account.session where reader_id = $2
      order by seen_at desc, created_at desc offset ${MOST_SESSIONS - 1})`,
);

export const extendSession = execute<[tokenHash: Buffer, now: Date, expiresAt: Date]>(
  'account.extend-session',
  'update account.session set seen_at = $2, expires_at = $3 where token_hash = $1 and seen_at < $2',
);

const LIST_SESSIONS = statement<
  { id: string; userAgent: string; startedAt: Date; at: Date; here: boolean },
  [readerId: number, tokenHash: Buffer | null, now: Date]
>(
  'account.list-sessions',
  `select id, device as "userAgent", created_at as "startedAt", seen_at as at, token_hash = $2 as here
   from account.session where reader_id = $1 and expires_at > $3
   order by token_hash = $2 desc, seen_at desc limit 100`,
);

/** Ends a session, if it belongs to this reader. */
export const endSessionById = execute<[readerId: number, id: string]>(
  'account.end-session-by-id',
  'delete from account.session where reader_id = $1 and id::text = $2',
);

/** Adds a session; beyond fifty of one reader, the least recently used one ends. */
export async function addSession(db: Db, session: NewSession): Promise<void> {
  const { tokenHash, readerId, userAgent, now, expiresAt } = session;
  await rows(db, ADD_SESSION, [tokenHash, readerId, userAgent.slice(0, 200), now, expiresAt]);
}

/**
 * The open ones of these sessions, by their index from 0, and whether their readers are adults or in teen mode. A session without
 * a token hash is any session of the reader.
 */
export const listReceivers = allRows<
  { index: number; adult: boolean; teen: boolean },
  [readerIds: readonly number[], tokenHashes: readonly (Buffer | null)[], now: Date]
>(
  'account.receivers',
  `select (w.n - 1)::int as index, r.adult, r.teen_pin_hash is not null as teen
   from unnest($1::bigint[], $2::bytea[]) with ordinality w (reader_id, token_hash, n)
     join account.reader r on r.id = w.reader_id
   where (r.banned_at is null or r.banned_until <= $3) and exists (
     select from account.session s
     where s.reader_id = w.reader_id and s.expires_at > $3 and (w.token_hash is null or s.token_hash = w.token_hash))`,
);

/** The sessions of a reader: the calling one first, then by last use. */
export function listSessions(db: Db, readerId: number, tokenHash: Buffer | null, now: Date) {
  return rows(db, LIST_SESSIONS, [readerId, tokenHash, now]);
}

/** Ends one session; returns its reader, or null if it had already ended. */
export const endSessionByToken = firstValue<{ readerId: number }, [tokenHash: Buffer]>(
  'account.end-session-by-token',
  'delete from account.session where token_hash = $1 returning reader_id as "readerId"',
);

/** Deletes up to 5000 expired sessions; returns their readers. */
export const dropExpiredSessions = allValues<{ readerId: number }, [now: Date]>(
  'account.drop-expired-sessions',
  `delete from account.session where token_hash in
     (select token_hash from account.session where expires_at < $1 limit 5000)
   returning reader_id as "readerId"`,
);
