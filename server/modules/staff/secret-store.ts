import { type Db, row, rows, statement, type Tx } from '../../core/db/db.ts';

export type LinkRow = { personId: number | null; totpSecret: Buffer; expiresAt: Date };

const ADD_CODES = statement<never, [personId: number, hashes: readonly Buffer[]]>(
  'staff.add-recovery-codes',
  'insert into staff.recovery_code (person_id, code_hash) select $1, unnest($2::bytea[])',
);

const DROP_CODES = statement<never, [personId: number]>(
  'staff.drop-recovery-codes',
  'delete from staff.recovery_code where person_id = $1',
);

const TAKE_CODE = statement<{ personId: number }, [personId: number, hash: Buffer]>(
  'staff.take-recovery-code',
  'delete from staff.recovery_code where person_id = $1 and code_hash = $2 returning person_id as "personId"',
);

const COUNT_CODES = statement<{ personId: number; count: number }, []>(
  'staff.count-recovery-codes',
  'select person_id as "personId", count(*) as count from staff.recovery_code group by person_id',
);

const PUT_LINK = statement<never, [tokenHash: Buffer, personId: number | null, totpSecret: Buffer, expiresAt: Date]>(
  'staff.put-link',
  `insert into staff.link (token_hash, person_id, totp_secret, expires_at) values ($1, $2, $3, $4)
   on conflict (person_id) do update
     set token_hash = excluded.token_hash, totp_secret = excluded.totp_secret, expires_at = excluded.expires_at`,
);

const FIND_LINK = statement<LinkRow, [tokenHash: Buffer, now: Date]>(
  'staff.find-link',
  `select person_id as "personId", totp_secret as "totpSecret", expires_at as "expiresAt"
   from staff.link where token_hash = $1 and expires_at > $2`,
);

const TAKE_LINK = statement<LinkRow, [tokenHash: Buffer, now: Date]>(
  'staff.take-link',
  `delete from staff.link where token_hash = $1 and expires_at > $2
   returning person_id as "personId", totp_secret as "totpSecret", expires_at as "expiresAt"`,
);

const DROP_LINK = statement<never, [personId: number]>(
  'staff.drop-link',
  'delete from staff.link where person_id = $1',
);

const DROP_FIRST_LINKS = statement<never, []>(
  'staff.drop-first-links',
  'delete from staff.link where person_id is null',
);

const DROP_OLD_LINKS = statement<never, [now: Date]>(
  'staff.drop-old-links',
  'delete from staff.link where expires_at <= $1',
);

/** Replaces the recovery codes of a person. */
export async function putRecoveryCodes(tx: Tx, personId: number, hashes: readonly Buffer[]): Promise<void> {
  await rows(tx, DROP_CODES, [personId]);
  await rows(tx, ADD_CODES, [personId, hashes]);
}

/** Uses a recovery code; false if the person has none with this hash. */
export async function takeRecoveryCode(tx: Tx, personId: number, hash: Buffer): Promise<boolean> {
  return (await row(tx, TAKE_CODE, [personId, hash])) !== null;
}

/** The number of recovery codes of each person who has some. */
export async function countRecoveryCodes(db: Db): Promise<ReadonlyMap<number, number>> {
  return new Map((await rows(db, COUNT_CODES)).map(({ personId, count }) => [personId, count]));
}

/** The link of a person replaces the one before it. */
export async function putLink(tx: Tx, tokenHash: Buffer, link: LinkRow): Promise<void> {
  await rows(tx, PUT_LINK, [tokenHash, link.personId, link.totpSecret, link.expiresAt]);
}

export function findLink(db: Db, tokenHash: Buffer, now: Date): Promise<LinkRow | null> {
  return row(db, FIND_LINK, [tokenHash, now]);
}

/** Uses a link; null if it was used, replaced, or has expired. */
export function takeLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<LinkRow | null> {
  return row(tx, TAKE_LINK, [tokenHash, now]);
}

export async function dropLink(tx: Tx, personId: number): Promise<void> {
  await rows(tx, DROP_LINK, [personId]);
}

export async function dropFirstLinks(tx: Tx): Promise<void> {
  await rows(tx, DROP_FIRST_LINKS);
}

export async function dropOldLinks(db: Db, now: Date): Promise<void> {
  await rows(db, DROP_OLD_LINKS, [now]);
}
