import type { Pool } from 'pg';
import type { DataOf, PayloadOf } from '#contract/call';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#contract/console/roles';
import type { openLink, takeLink as takeLinkCall } from '#contract/console/session';
import { type Tx, transaction } from '../../core/db/db.ts';
import type { Ctx, StaffCaller } from '../../core/dispatch/ctx.ts';
import { BadField, refuse } from '../../core/refusal/refusal.ts';
import { isEasilyGuessed } from '../account/account.ts';
import { logStaffEvent, staffActor } from './audit-log.ts';
import { enrolmentOf, newRecoveryCodes, stepOf } from './factor.ts';
import { endAllKeys } from './key-store.ts';
import { endAllPasskeys } from './passkey-store.ts';
import {
  addPerson,
  enrolPerson,
  findPerson,
  listPeople,
  lockPeople,
  lockPerson,
  type PersonRow,
} from './person-store.ts';
import type { StaffPorts } from './ports.ts';
import { dropFirstLinks, findLink, type LinkRow, putRecoveryCodes, takeLink } from './secret-store.ts';
import { endOtherSessions } from './session-store.ts';
import { hashCallerOf, startSession } from './sessions.ts';
import { hashOf } from './tokens.ts';
import { secretOfLink } from './totp-secrets.ts';

/** Whether a password is long enough, and neither a known one nor made of the name. */
export function isGoodStaffPassword(password: string, name: string): boolean {
  const { length } = [...password];
  return length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD && !isEasilyGuessed(password, [name]);
}

export type Enrolment = {
  /** The kind of a link, and the secret of the authenticator to set up. */
  open(ctx: Ctx, token: string): Promise<DataOf<typeof openLink>>;
  /** Sets the password and the authenticator, ends all sessions of the person, and starts one. A link works once. */
  take(ctx: Ctx, payload: PayloadOf<typeof takeLinkCall>): Promise<{ caller: StaffCaller; recoveryCodes: string[] }>;
};

export function createEnrolment(pool: Pool, { hashing, siteName, totp }: StaffPorts): Enrolment {
  /** The person of a link; null for the first owner. Refuses if the link does not work. */
  async function personOfLink(token: string, now: Date): Promise<{ person: PersonRow | null }> {
    const link = await findLink(pool, hashOf(token), now);
    if (!link) return refuse('staffLinkExpired');
    if (link.personId !== null) {
      const person = await findPerson(pool, link.personId);
      return !person || person.disabledAt ? refuse('staffLinkExpired') : { person };
    }
    return (await listPeople(pool)).length > 0 ? refuse('staffLinkExpired') : { person: null };
  }

  return {
    async open({ now }, token) {
      const { person } = await personOfLink(token, now);
      const ofPerson = person?.passwordHash === null ? 'invite' : 'reset';
      const kind = person === null ? 'first' : ofPerson;
      const name = person?.name ?? null;
      return { kind, name, ...enrolmentOf(secretOfLink(token), await siteName(), name ?? '后台') };
    },

    async take(ctx, { token, name: chosen, password, code }) {
      const { person } = await personOfLink(token, ctx.now);
      const secret = secretOfLink(token);
      const name = person?.name ?? chosen;
      if (name === undefined) throw new BadField('name');
      if (!isGoodStaffPassword(password, name)) return refuse('weakStaffPassword');
      const step = stepOf(secret, code, ctx.now);
      if (step === null) return refuse('wrongFactor');
      const passwordHash = await hashing.hash(password, hashCallerOf(ctx));
      const { codes, hashes } = newRecoveryCodes();
      const caller = await transaction(pool, async (tx) => {
        await lockPeople(tx);
        // Another use of the link may have been faster.
        const taken = await takeLink(tx, hashOf(token), ctx.now);
        if (!taken) return refuse('staffLinkExpired');
        const owner = await personFor(tx, taken, name, ctx.now);
        await enrolPerson(tx, owner.id, { passwordHash, secret: await totp.seal(owner.id, secret), step });
        await putRecoveryCodes(tx, owner.id, hashes);
        await endOtherSessions(tx, owner.id);
        await endAllKeys(tx, owner.id);
        await endAllPasskeys(tx, owner.id);
        const action = person === null ? 'first-owner' : 'enrol';
        await logStaffEvent(tx, { actor: staffActor(owner.id), action, personId: owner.id }, ctx.now);
        return startSession(tx, ctx, owner);
      });
      return { caller, recoveryCodes: codes };
    },
  };
}

/** The person of a used link. Creates the first owner if there is none yet. */
async function personFor(
  tx: Tx,
  { personId }: LinkRow,
  name: string,
  now: Date,
): Promise<Pick<PersonRow, 'id' | 'name' | 'role'>> {
  if (personId !== null) {
    const person = await lockPerson(tx, personId);
    return !person || person.disabledAt ? refuse('staffLinkExpired') : person;
  }
  if ((await listPeople(tx)).length > 0) return refuse('staffLinkExpired');
  await dropFirstLinks(tx);
  return { id: await addPerson(tx, name, 'owner', now), name, role: 'owner' };
}
