import type { Pool } from 'pg';
import type { Role } from '#contract/console/roles';
import { type Tx, transaction } from '../../core/db/db.ts';
import { createRateLimits } from '../../core/limits/rate-limit.ts';
import { createEnrolment, type Enrolment } from './enrolment.ts';
import { dropOldKeys, type KeyRow, listKeys } from './key-store.ts';
import {
  invitePerson,
  managePerson,
  resetPerson,
  type StaffAction,
  type StaffActor,
  type StaffLink,
} from './manage-people.ts';
import { createOidc, type Oidc, type OidcSettings } from './oidc.ts';
import { dropOldOidcLogins } from './oidc-store.ts';
import { createOwnAccount, type OwnAccount } from './own-account.ts';
import { dropOldChallenges } from './passkey-store.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { isEnrolled, listPeople } from './person-store.ts';
import type { StaffPorts } from './ports.ts';
import { createSecretBox } from './secret-box.ts';
import { countRecoveryCodes, dropOldLinks } from './secret-store.ts';
import { countSessions, dropOldSessions } from './session-store.ts';
import { createStaffSessions, type StaffSessions } from './sessions.ts';
import { createTotpSecrets, sealPlainSecrets } from './totp-secrets.ts';

export { logStaffEvent, personOfActor, staffActor } from './audit-log.ts';
export { auditTable } from './audit-table.ts';
export { listAuthors, ownComicsOf } from './author-store.ts';
export { setAuthor } from './authors.ts';
export {
  managePerson,
  offerFirstLink,
  resetPerson,
  type StaffLink,
} from './manage-people.ts';
export { actorNames, staffNames } from './names.ts';
export type { OidcSettings } from './oidc.ts';
export { findPersonByName } from './person-store.ts';
export { approvals, isStillAllowed } from './second-person.ts';
export { STAFF_KEY_NAME } from './secret-box.ts';
export { KEY_PREFIX } from './tokens.ts';
export { listLockedOut } from './totp-secrets.ts';

export type Person = {
  id: number;
  name: string;
  role: Role;
  state: 'active' | 'invited' | 'disabled';
  sessions: number;
  recoveryCodes: number;
  createdAt: Date;
  seenAt: Date | null;
};

/** The people who run the site. */
export type Staff = StaffSessions & {
  enrolment: Enrolment;
  own: OwnAccount;
  passkeys: Passkeys;
  oidc: Oidc;
  recoveryCodesOf(personId: number): Promise<number>;
  manage(actor: StaffActor, id: number, action: StaffAction, now: Date): Promise<void>;
  invite(actor: StaffActor, person: { name: string; role: Role }, now: Date): Promise<StaffLink>;
  reset(actor: StaffActor, id: number, now: Date): Promise<StaffLink>;
  people(now: Date): Promise<Person[]>;
  keysOf(personId: number, now: Date): Promise<KeyRow[]>;
  /** Deletes sessions, links, keys and challenges that have expired. */
  sweep(now: Date): Promise<void>;
};

/** `dataDir`: the folder with the key of the staff's secrets. `oidc`: the settings of the login by OIDC; null = none. */
export type StaffSettings = { dataDir: string; oidc: OidcSettings | null };
type StaffParts = Pick<StaffPorts, 'hashing' | 'siteName'> & StaffSettings;

export function createStaff(pool: Pool, { dataDir, oidc, ...parts }: StaffParts): Staff {
  const totp = createTotpSecrets(createSecretBox(dataDir));
  // In the database on one node too: a restart does not give anyone new guesses.
  const ports: StaffPorts = { ...parts, totp, limits: createRateLimits(pool) };
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => transaction(pool, work);
  return {
    ...createStaffSessions(pool, ports),
    enrolment: createEnrolment(pool, ports),
    own: createOwnAccount(pool, ports),
    passkeys: createPasskeys(pool, ports),
    oidc: createOidc(pool, oidc),
    recoveryCodesOf: async (personId) => (await countRecoveryCodes(pool)).get(personId) ?? 0,
    manage: (actor, id, action, now) => inTransaction((tx) => managePerson(tx, actor, id, action, now)),
    invite: (actor, person, now) => inTransaction((tx) => invitePerson(tx, actor, person, now)),
    reset: (actor, id, now) => inTransaction((tx) => resetPerson(tx, actor, id, now)),
    people: (now) => readPeople(pool, now),
    keysOf: (personId, now) => listKeys(pool, personId, now),
    async sweep(now) {
      await sealPlainSecrets(pool, ports.totp);
      await dropOldSessions(pool, now);
      await dropOldLinks(pool, now);
      await dropOldKeys(pool, now);
      await dropOldChallenges(pool, now);
      await dropOldOidcLogins(pool, now);
    },
  };
}

/** All people, in the order in which they were added. */
export async function readPeople(pool: Pool, now: Date): Promise<Person[]> {
  const [people, sessions, codes] = [
    await listPeople(pool),
    await countSessions(pool, now),
    await countRecoveryCodes(pool),
  ];
  return people.map(({ id, name, role, disabledAt, createdAt, seenAt, ...person }) => ({
    id,
    name,
    role,
    state: stateOf(disabledAt, isEnrolled(person)),
    sessions: sessions.get(id) ?? 0,
    recoveryCodes: codes.get(id) ?? 0,
    createdAt,
    seenAt,
  }));
}

function stateOf(disabledAt: Date | null, hasEnrolled: boolean): Person['state'] {
  if (disabledAt !== null) return 'disabled';
  return hasEnrolled ? 'active' : 'invited';
}
