import type { Role } from '#contract/console/roles';
import { isTaken, type Tx } from '../../core/db/db.ts';
import { Refusal, refuse } from '../../core/refusal/refusal.ts';
import { logStaffEvent, type StaffEvent } from './audit-log.ts';
import { endAllKeys, endKey } from './key-store.ts';
import {
  addPerson,
  isEnrolled,
  listPeople,
  lockPeople,
  lockPerson,
  type PersonRow,
  setDisabled,
  setRole,
} from './person-store.ts';
import { dropLink, putLink } from './secret-store.ts';
import { endOtherSessions } from './session-store.ts';
import { newToken } from './tokens.ts';

const MINUTE_MS = 60_000;
const INVITED_FOR_MS = 72 * 60 * MINUTE_MS;
const FIRST_LINK_MS = 30 * MINUTE_MS;

/** The actor: a command, or an owner in the console, who must still be one when the change is made. */
export type StaffActor = { name: string; personId: number | null };

export type StaffAction =
  | { kind: 'disable' | 'enable' | 'end-sessions' }
  | { kind: 'role'; role: Role }
  | { kind: 'end-key'; keyId: number };

export type StaffLink = { token: string; expiresAt: Date };

/** Changes a member of staff and logs it. Sessions and keys of less than the new rights end in the same transaction. */
export async function managePerson(tx: Tx, actor: StaffActor, id: number, action: StaffAction, now: Date) {
  const person = await lockManaged(tx, actor, id);
  const log = (states: Partial<Pick<StaffEvent, 'before' | 'after'>>) =>
    logStaffEvent(tx, { actor: actor.name, action: action.kind, personId: id, ...states }, now);
  if (action.kind === 'end-key') {
    const name = await endKey(tx, id, action.keyId);
    if (name !== null) await log({ after: { name } });
    return;
  }
  if (action.kind === 'end-sessions') {
    await log({ before: { sessions: await endOtherSessions(tx, id) }, after: { sessions: 0 } });
    return;
  }
  if (actor.personId === id) refuse('ownAccount');
  await keepAnOwner(tx, person, action);
  if (action.kind === 'role') {
    if (person.role === action.role) return;
    await setRole(tx, id, action.role);
    await log({ before: { role: person.role }, after: { role: action.role } });
  } else {
    const [was, is] = [person.disabledAt !== null, action.kind === 'disable'];
    if (was === is) return;
    await setDisabled(tx, id, is ? now : null);
    await log({ before: { disabled: was }, after: { disabled: is } });
    if (is) await dropLink(tx, id);
  }
  await endOtherSessions(tx, id);
  await endAllKeys(tx, id);
}

/** Refuses an action after which there would be no owner. */
async function keepAnOwner(tx: Tx, person: PersonRow, action: StaffAction): Promise<void> {
  const losesOwner = action.kind === 'disable' || (action.kind === 'role' && action.role !== 'owner');
  if (!losesOwner || !isActiveOwner(person)) return;
  if ((await listPeople(tx)).filter(isActiveOwner).length === 1) refuse('lastOwner');
}

/** Adds a person, who sets a password and an authenticator with the link. */
export async function invitePerson(
  tx: Tx,
  actor: StaffActor,
  { name, role }: { name: string; role: Role },
  now: Date,
): Promise<StaffLink> {
  await lockPeople(tx);
  await checkActor(tx, actor);
  const id = await addPerson(tx, name, role, now).catch((error: unknown) => {
    throw isTaken(error) ? new Refusal('staffNameTaken') : error;
  });
  await logStaffEvent(tx, { actor: actor.name, action: 'invite', personId: id, after: { role } }, now);
  return makeLink(tx, id, INVITED_FOR_MS, now);
}

/** Makes the link with which a person sets a new password and authenticator. Until it is used, nothing changes for them. */
export async function resetPerson(tx: Tx, actor: StaffActor, id: number, now: Date): Promise<StaffLink> {
  const person = await lockManaged(tx, actor, id);
  if (actor.personId === id) refuse('ownAccount');
  if (person.disabledAt !== null) refuse('staffNotFound', null, '这位员工已停用，先取消停用');
  await logStaffEvent(tx, { actor: actor.name, action: 'reset', personId: id }, now);
  return makeLink(tx, id, person.passwordHash === null ? INVITED_FOR_MS : FIRST_LINK_MS, now);
}

/** The link that creates the first owner; null if there are people already. */
export async function offerFirstLink(tx: Tx, now: Date): Promise<StaffLink | null> {
  await lockPeople(tx);
  if ((await listPeople(tx)).length > 0) return null;
  return makeLink(tx, null, FIRST_LINK_MS, now);
}

async function makeLink(tx: Tx, personId: number | null, livesMs: number, now: Date): Promise<StaffLink> {
  const { token, hash } = newToken(128);
  const expiresAt = new Date(now.getTime() + livesMs);
  await putLink(tx, hash, { personId, expiresAt });
  return { token, expiresAt };
}

async function lockManaged(tx: Tx, actor: StaffActor, id: number): Promise<PersonRow> {
  await lockPeople(tx);
  await checkActor(tx, actor);
  const person = await lockPerson(tx, id);
  if (!person) return refuse('staffNotFound');
  return person;
}

/** Another owner may have disabled the actor since the call was authorised. */
async function checkActor(tx: Tx, { personId }: StaffActor): Promise<void> {
  if (personId === null) return;
  const person = await lockPerson(tx, personId);
  if (!person || !isActiveOwner(person)) refuse('sessionLost');
}

function isActiveOwner(person: PersonRow): boolean {
  return person.role === 'owner' && person.disabledAt === null && isEnrolled(person);
}
