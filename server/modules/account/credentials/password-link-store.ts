import { type Db, row, rows, statement, type Tx } from '../../../core/db/db.ts';

const PUT = statement<never, [readerId: number, tokenHash: Buffer, expiresAt: Date]>(
  'account.put-password-link',
  `insert into account.password_link (reader_id, token_hash, expires_at) values ($1, $2, $3)
   on conflict (reader_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);

const FIND = statement<{ readerId: number }, [tokenHash: Buffer, now: Date]>(
  'account.find-password-link',
  'select reader_id as "readerId" from account.password_link where token_hash = $1 and expires_at > $2',
);

const TAKE = statement<{ readerId: number }, [tokenHash: Buffer, now: Date]>(
  'account.take-password-link',
  'delete from account.password_link where token_hash = $1 and expires_at > $2 returning reader_id as "readerId"',
);

const DROP = statement<never, [readerId: number]>(
  'account.drop-password-link',
  'delete from account.password_link where reader_id = $1',
);

const DROP_OLD = statement<never, [now: Date]>(
  'account.drop-old-password-links',
  'delete from account.password_link where expires_at <= $1',
);

/** The link replaces the one that the reader had before. */
export async function putPasswordLink(tx: Tx, readerId: number, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await rows(tx, PUT, [readerId, tokenHash, expiresAt]);
}

/** The reader of a link; `null` if it is used, replaced or expired. */
export async function readerOfPasswordLink(db: Db, tokenHash: Buffer, now: Date): Promise<number | null> {
  return (await row(db, FIND, [tokenHash, now]))?.readerId ?? null;
}

/** Marks the link as used; `false` if it was used before. */
export async function takePasswordLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  return (await row(tx, TAKE, [tokenHash, now])) !== null;
}

export async function dropPasswordLink(tx: Tx, readerId: number): Promise<void> {
  await rows(tx, DROP, [readerId]);
}

export async function dropOldPasswordLinks(db: Db, now: Date): Promise<void> {
  await rows(db, DROP_OLD, [now]);
}
