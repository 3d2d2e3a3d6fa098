import { type Db, execute, firstRow, hasRow, rows, statement, type Tx } from '../../core/db/db.ts';

export type LinkRow = { personId: number | null; expiresAt: Date };

const ADD_CODES = statement<never, [personId: number, hashes: readonly Buffer[]]>(
  'staff.add-recovery-codes',
  'insert into staff.recovery_code (person_id, code_hash) select $1, unnest($2::bytea[])',
);

const DROP_CODES = statement<never, [personId: number]>(
  'staff.drop-recovery-codes',
  'delete from staff.recovery_code where person_id = $1',
);

const COUNT_CODES = statement<{ personId: number; count: number }, []>(
  'staff.count-recovery-codes',
  'select person_id as "personId", count(*) as count from staff.recovery_code group by person_id',
);

const PUT_LINK = statement<never, [tokenHash: Buffer, personId: number | null, expiresAt: Date]>(
  'staff.put-link',
  `insert into staff.link (token_hash, person_id, expires_at) values ($1, $2, $3)
   on conflict (person_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);

export const findLink = firstRow<LinkRow, [tokenHash: Buffer, now: Date]>(
  'staff.find-link',
  `select person_id as "personId", expires_at as "expiresAt"
   from staff.link where token_hash = $1 and expires_at > $2`,
);

/** Uses a link; null if it was used, replaced, or has expired. */
export const takeLink = firstRow<LinkRow, [tokenHash: Buffer, now: Date], Tx>(
  'staff.take-link',
  `delete from staff.link where token_hash = $1 and expires_at > $2
   returning person_id as "personId", expires_at as "expiresAt"`,
);

export const dropLink = execute<[personId: number], Tx>(
  'staff.drop-link',
  'delete from staff.link where person_id = $1',
);

export const dropFirstLinks = execute<[], Tx>(
  'staff.drop-first-links',
  'delete from staff.link where person_id is null',
);

export const dropOldLinks = execute<[now: Date]>(
  'staff.drop-old-links',
  'delete from staff.link where expires_at <= $1',
);

/** Replaces the recovery codes of a person. */
export async function putRecoveryCodes(tx: Tx, personId: number, hashes: readonly Buffer[]): Promise<void> {
  await rows(tx, DROP_CODES, [personId]);
  await rows(tx, ADD_CODES, [personId, hashes]);
}

/** Uses a recovery code; false if the person has none with this hash. */
export const takeRecoveryCode = hasRow<{ personId: number }, [personId: number, hash: Buffer], Tx>(
  'staff.take-recovery-code',
  'delete from staff.recovery_code where person_id = $1 and code_hash = $2 returning person_id as "personId"',
);

/** The number of recovery codes of each person who has some. */
export async function countRecoveryCodes(db: Db): Promise<ReadonlyMap<number, number>> {
  return new Map((await rows(db, COUNT_CODES)).map(({ personId, count }) => [personId, count]));
}

/** The link of a person replaces the one before it. */
export async function putLink(tx: Tx, tokenHash: Buffer, link: LinkRow): Promise<void> {
  await rows(tx, PUT_LINK, [tokenHash, link.personId, link.expiresAt]);
}
