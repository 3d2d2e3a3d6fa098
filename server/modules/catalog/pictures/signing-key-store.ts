import { randomBytes } from 'node:crypto';
import { type Db, row, rows, statement } from '../../../core/db/db.ts';
import type { SigningKey } from './image-address.ts';

const SIGNING_KEYS = statement<SigningKey, []>(
  'catalog.signing-keys',
  'select kid, secret from catalog.signing_key order by kid',
);

const ADD_FIRST = statement<never, [secret: Buffer, now: Date]>(
  'catalog.add-first-signing-key',
  `insert into catalog.signing_key (secret, created_at)
     select $1, $2 where not exists (select from catalog.signing_key)`,
);

/** The signing keys, oldest first; the first one is made when there is none (two nodes may both make one: both are valid). */
export async function signingKeys(db: Db, now: Date): Promise<SigningKey[]> {
  await row(db, ADD_FIRST, [randomBytes(32), now]);
  return rows(db, SIGNING_KEYS);
}
