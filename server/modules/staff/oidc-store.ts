import type { Role } from '#contract/console/roles';
import { execute, firstRow, row, statement, type Tx } from '../../core/db/db.ts';

export const addOidcLogin = execute<[stateHash: Buffer, nonce: string, verifier: string, expiresAt: Date]>(
  'staff.add-oidc-login',
  'insert into staff.oidc_login (state_hash, nonce, verifier, expires_at) values ($1, $2, $3, $4)',
);

/** Uses it up; null if it was used, or has expired. */
export const takeOidcLogin = firstRow<{ nonce: string; verifier: string }, [stateHash: Buffer, now: Date]>(
  'staff.take-oidc-login',
  'delete from staff.oidc_login where state_hash = $1 and expires_at > $2 returning nonce, verifier',
);

export const dropOldOidcLogins = execute<[now: Date]>(
  'staff.drop-old-oidc-logins',
  'delete from staff.oidc_login where expires_at <= $1',
);

export const findPersonBySubject = firstRow<{ id: number }, [subject: string], Tx>(
  'staff.person-by-subject',
  'select id from staff.person where oidc_subject = $1',
);

const ADD = statement<{ id: number }, [name: string, role: Role, subject: string, at: Date]>(
  'staff.add-oidc-person',
  `insert into staff.person (name, role, oidc_subject, created_at) values ($1, $2, $3, $4)
   on conflict (lower(name)) do nothing returning id`,
);

/** Null if somebody has the name. */
export async function addOidcPerson(
  tx: Tx,
  person: { name: string; role: Role; subject: string },
  at: Date,
): Promise<number | null> {
  return (await row(tx, ADD, [person.name, person.role, person.subject, at]))?.id ?? null;
}
