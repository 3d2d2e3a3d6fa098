import type { Role } from '#contract/console/roles';
import { allRows, execute, firstRow, hasRow, row, rows, statement, type Tx } from '../../core/db/db.ts';

export type PersonRow = {
  id: number;
  name: string;
  role: Role;
  passwordHash: string | null;
  /** Sealed; see `totp-secrets.ts`. */
  totpSecret: Buffer | null;
  newTotpSecret: Buffer | null;
  oidcSubject: string | null;
  createdAt: Date;
  seenAt: Date | null;
  disabledAt: Date | null;
};

const COLUMNS = `id, name, role, password_hash as "passwordHash", totp_secret as "totpSecret",
  new_totp_secret as "newTotpSecret", oidc_subject as "oidcSubject", created_at as "createdAt", seen_at as "seenAt", disabled_at as "disabledAt"`;

/** Whether the person can log in: with a password, or by OIDC. */
export function isEnrolled({ passwordHash, oidcSubject }: Pick<PersonRow, 'passwordHash' | 'oidcSubject'>): boolean {
  return passwordHash !== null || oidcSubject !== null;
}

/** Serialises transactions that add people or change roles. It is taken first in a transaction, before any row. */
export const lockPeople = execute<[], Tx>('staff.lock-people', 'lock table staff.person in share row exclusive mode');

export const listPeople = allRows<PersonRow, []>('staff.people', `select ${COLUMNS} from staff.person order by id`);

export const findPerson = firstRow<PersonRow, [id: number]>(
  'staff.person',
  `select ${COLUMNS} from staff.person where id = $1`,
);

export const findPersonByName = firstRow<PersonRow, [name: string]>(
  'staff.person-by-name',
  `select ${COLUMNS} from staff.person where lower(name) = lower($1)`,
);

export const lockPerson = firstRow<PersonRow, [id: number], Tx>(
  'staff.lock-person',
  `select ${COLUMNS} from staff.person where id = $1 for no key update`,
);

const ADD = statement<{ id: number }, [name: string, role: Role, at: Date]>(
  'staff.add-person',
  'insert into staff.person (name, role, created_at) values ($1, $2, $3) returning id',
);

const ENROL = statement<never, [id: number, passwordHash: string, secret: Buffer, step: number]>(
  'staff.enrol-person',
  `update staff.person set password_hash = $2, totp_secret = $3, totp_step = $4, new_totp_secret = null where id = $1`,
);

export const setPasswordHash = execute<[id: number, passwordHash: string], Tx>(
  'staff.set-password',
  'update staff.person set password_hash = $2 where id = $1',
);

export const setNewSecret = execute<[id: number, secret: Buffer], Tx>(
  'staff.set-new-secret',
  'update staff.person set new_totp_secret = $2 where id = $1',
);

export const takeNewSecret = execute<[id: number, step: number], Tx>(
  'staff.take-new-secret',
  `update staff.person set totp_secret = new_totp_secret, totp_step = $2, new_totp_secret = null where id = $1`,
);

/** Does nothing if another one has been set since. */
export const replaceSecret = execute<[id: number, before: Buffer, after: Buffer]>(
  'staff.replace-secret',
  'update staff.person set totp_secret = $3 where id = $1 and totp_secret = $2',
);

export const setRole = execute<[id: number, role: Role], Tx>(
  'staff.set-role',
  'update staff.person set role = $2 where id = $1',
);

export const setDisabled = execute<[id: number, at: Date | null], Tx>(
  'staff.set-disabled',
  'update staff.person set disabled_at = $2 where id = $1',
);

export const notePersonSeen = execute<[id: number, at: Date]>(
  'staff.person-seen',
  'update staff.person set seen_at = $2 where id = $1',
);

export async function addPerson(tx: Tx, name: string, role: Role, at: Date): Promise<number> {
  const added = await row(tx, ADD, [name, role, at]);
  if (!added) throw new Error('a person was inserted without an id');
  return added.id;
}

export type Credentials = { passwordHash: string; secret: Buffer; step: number };

/** Sets the password and the authenticator together. */
export async function enrolPerson(tx: Tx, id: number, { passwordHash, secret, step }: Credentials): Promise<void> {
  await rows(tx, ENROL, [id, passwordHash, secret, step]);
}

/**
 * Whether no code of this time step or a later one was accepted before. Of parallel uses of one code only one finds the step
 * not taken.
 */
export const takeStep = hasRow<{ id: number }, [id: number, step: number], Tx>(
  'staff.take-step',
  'update staff.person set totp_step = $2 where id = $1 and totp_step < $2 returning id',
);
