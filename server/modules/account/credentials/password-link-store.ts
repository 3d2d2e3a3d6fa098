import { execute, firstValue, hasRow, type Tx } from '../../../core/db/db.ts';

/** The link replaces the one that the reader had before. */
export const putPasswordLink = execute<[readerId: number, tokenHash: Buffer, expiresAt: Date], Tx>(
  'account.put-password-link',
  `insert into account.password_link (reader_id, token_hash, expires_at) values ($1, $2, $3)
   on conflict (reader_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);

export const dropPasswordLink = execute<[readerId: number], Tx>(
  'account.drop-password-link',
  'delete from account.password_link where reader_id = $1',
);

export const dropOldPasswordLinks = execute<[now: Date]>(
  'account.drop-old-password-links',
  'delete from account.password_link where expires_at <= $1',
);

/** The reader of a link; `null` if it is used, replaced or expired. */
export const readerOfPasswordLink = firstValue<{ readerId: number }, [tokenHash: Buffer, now: Date]>(
  'account.find-password-link',
  'select reader_id as "readerId" from account.password_link where token_hash = $1 and expires_at > $2',
);

/** Marks the link as used; `false` if it was used before. */
export const takePasswordLink = hasRow<{ readerId: number }, [tokenHash: Buffer, now: Date], Tx>(
  'account.take-password-link',
  'delete from account.password_link where token_hash = $1 and expires_at > $2 returning reader_id as "readerId"',
);
