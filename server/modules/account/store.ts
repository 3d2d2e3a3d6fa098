import { type Db, row, rows, statement } from '../../core/db.ts';

/** A reader, as the session that was looked up shows it. */
export type ReaderRow = {
  readerId: number;
  nickname: string;
  gender: 0 | 1 | 2;
  adult: boolean;
  seenAt: Date;
};

const ADD_READER = statement<{ id: number }>(
  'account.add-reader',
  `with reader as (
     insert into account.reader (nickname, domain, source, platform, created_at)
     values ($1, $2, $3, $4, $5) returning id
   )
   insert into account.session (token_hash, reader_id, device, created_at, seen_at, expires_at)
   select $6, id, $7, $5, $5, $8 from reader
   returning reader_id as id`,
);

const FIND_SESSION = statement<ReaderRow>(
  'account.find-session',
  `select r.id as "readerId", r.nickname, r.gender, r.adult, s.seen_at as "seenAt"
   from account.session s join account.reader r on r.id = s.reader_id
   where s.token_hash = $1 and s.expires_at > $2`,
);

const EXTEND_SESSION = statement(
  'account.extend-session',
  'update account.session set seen_at = $2, expires_at = $3 where token_hash = $1 and seen_at < $2',
);

const DROP_EXPIRED = statement(
  'account.drop-expired-sessions',
  `delete from account.session where token_hash in
     (select token_hash from account.session where expires_at < $1 limit 5000)`,
);

/** Adds an anonymous reader and its first session; gives the reader's id. */
export async function addReader(
  db: Db,
  reader: { nickname: string; domain: string; source: string | null; platform: string | null; at: Date },
  session: { tokenHash: Buffer; device: string; expiresAt: Date },
): Promise<number> {
  const added = await row(db, ADD_READER, [
    reader.nickname,
    reader.domain,
    reader.source,
    reader.platform,
    reader.at,
    session.tokenHash,
    session.device,
    session.expiresAt,
  ]);
  if (!added) throw new Error('a reader was inserted without an id');
  return added.id;
}

/** The reader behind a live session, or null. */
export function findSession(db: Db, tokenHash: Buffer, now: Date): Promise<ReaderRow | null> {
  return row(db, FIND_SESSION, [tokenHash, now]);
}

export async function extendSession(db: Db, tokenHash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  await rows(db, EXTEND_SESSION, [tokenHash, now, expiresAt]);
}

/** Removes sessions past their time, some thousands a call. */
export async function dropExpiredSessions(db: Db, now: Date): Promise<void> {
  await rows(db, DROP_EXPIRED, [now]);
}
