import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import { mayCall } from '#contract/console/roles';
import type { login } from '#contract/console/session';
import type { StaffCall } from '#contract/console/staff-call';
import { type Tx, transaction } from '../../core/db/db.ts';
import type { Ctx, StaffCaller, StaffCtx } from '../../core/dispatch/ctx.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { deviceName, type HashCaller } from '../account/account.ts';
import { logStaffEvent, NOT_LOGGED_IN, staffActor } from './audit-log.ts';
import { ownComicsOf } from './author-store.ts';
import { acceptFactor } from './factor.ts';
import { takeLoginGuess, takeOwnGuess } from './guesses.ts';
import { findKey, noteKeyUse } from './key-store.ts';
import { findPersonByName, lockPerson, notePersonSeen, type PersonRow } from './person-store.ts';
import type { StaffPorts } from './ports.ts';
import {
  addSession,
  endSessionOfToken,
  findSession,
  holdSession,
  noteSessionUse,
  rotateSession,
} from './session-store.ts';
import { hashOf, KEY_PREFIX, newToken } from './tokens.ts';

const FRESH_MS = 10 * 60_000;
const WRITTEN_EVERY_MS = 60_000;
/** The most entries of failed logins a person: guesses can't fill the log, which is kept for ever. */
const LOGGED_FAILURES = { by: 'session', points: 5, seconds: 15 * 60 } as const;

export type StaffSessions = {
  /** The caller with this token of a session or this API key; refuses a call that their role does not permit. */
  authorise(token: string, ctx: Pick<Ctx, 'now'>, call: StaffCall): Promise<StaffCaller | null>;
  /** Checks name, password and second factor together: an answer never says which of them was wrong. */
  login(ctx: Ctx, payload: PayloadOf<typeof login>): Promise<StaffCaller>;
  /** Checks the second factor again; the session gets a new token. */
  confirm(ctx: StaffCtx, code: string): Promise<StaffCaller>;
};

export function createStaffSessions(pool: Pool, { hashing, limits, totp }: StaffPorts): StaffSessions {
  async function callerOf(token: string, now: Date): Promise<StaffCaller | null> {
    if (token.startsWith(KEY_PREFIX)) return keyCaller(token, now);
    const found = await findSession(pool, hashOf(token), now);
    if (!found) return null;
    const { sessionId, personId, name, role, comics, usedAt, factorAt } = found;
    if (isDue(usedAt, now)) {
      await noteSessionUse(pool, sessionId, now);
      await notePersonSeen(pool, personId, now);
    }
    return { personId, name, role, comics, sessionId, freshUntil: freshAfter(factorAt) };
  }

  async function keyCaller(token: string, now: Date): Promise<StaffCaller | null> {
    const found = await findKey(pool, hashOf(token), now);
    if (!found) return null;
    const { keyId, personId, name, role, comics, usedAt } = found;
    if (usedAt === null || isDue(usedAt, now)) await noteKeyUse(pool, keyId, now);
    return { personId, name, role, comics, sessionId: null, freshUntil: new Date(0) };
  }

  /** Not awaited: the answer must take as long for an unknown name. */
  function logFailure({ now, from: { address, userAgent }, log }: Ctx, personId: number): void {
    const after = { address, device: deviceName(userAgent) };
    const write = async () => {
      if ((await limits.take('staff-failure', LOGGED_FAILURES, String(personId))) !== null) return;
      await transaction(pool, (tx) =>
        logStaffEvent(tx, { actor: NOT_LOGGED_IN, action: 'login-failed', personId, after }, now),
      );
    };
    write().catch((err: unknown) => log.error({ err }, 'a failed login was not logged'));
  }

  /** A person without a password has no recovery codes. */
  async function accept(tx: Tx, { id, name, totpSecret }: PersonRow, code: string, { now, log }: Ctx) {
    const secret = await totp.open(id, totpSecret);
    if (secret === null && totpSecret !== null) log.error({ name }, 'the authenticator is sealed with another key');
    return acceptFactor(tx, { id, secret }, code, now);
  }

  return {
    async authorise(token, { now }, call) {
      const { who } = call;
      const caller = await callerOf(token, now);
      if (!caller || who === 'anyone') return caller;
      const isKey = caller.sessionId === null;
      // A script has no account and no second factor.
      const isForPeople = who.staff === 'account' || who.fresh === true;
      if (!mayCall(caller.role, call) || (isKey && isForPeople)) refuse('staffForbidden');
      if (who.fresh && caller.freshUntil <= now) refuse('factorRequired');
      return caller;
    },

    async login(ctx, { name, password, code }) {
      const found = await findPersonByName(pool, name);
      // Counted by the stored name: PostgreSQL ignores case in more spellings than JavaScript, and each spelling would have its
      // own count.
      await takeLoginGuess(limits, found?.name ?? name, ctx);
      const passwordHash = found?.passwordHash ?? null;
      const refuseLogin = () => {
        if (found) logFailure(ctx, found.id);
        return refuse('wrongStaffLogin');
      };
      const fits = await hashing.matches(password, passwordHash, hashCallerOf(ctx));
      if (!fits || !found) return refuseLogin();
      const caller = await transaction(pool, async (tx) => {
        const person = await lockPerson(tx, found.id);
        // The password was changed, or the person disabled, during the check.
        if (!person || person.disabledAt !== null || person.passwordHash !== passwordHash) return null;
        const factor = await accept(tx, person, code, ctx);
        if (factor === null) return null;
        const actor = staffActor(person.id);
        await logStaffEvent(tx, { actor, action: 'login', personId: person.id, after: { factor } }, ctx.now);
        return startSession(tx, ctx, person);
      });
      return caller ?? refuseLogin();
    },

    async confirm(ctx, code) {
      await takeOwnGuess(limits, ctx);
      return renewSession(pool, ctx, async (tx) => {
        const person = await lockPerson(tx, ctx.caller.personId);
        if (!person || (await accept(tx, person, code, ctx)) === null) return refuse('wrongFactor');
      });
    },
  };
}

/** Locks the person who calls; refuses a call whose person or session was ended since it was authorised. */
export async function lockCaller(tx: Tx, { caller: { personId, sessionId } }: StaffCtx): Promise<PersonRow> {
  const person = await lockPerson(tx, personId);
  const isIn = sessionId !== null && (await holdSession(tx, sessionId)) !== null;
  return person && person.disabledAt === null && isIn ? person : refuse('sessionLost');
}

/** Gives the session a new token after `check` has accepted the second factor again in the same transaction. */
export async function renewSession(pool: Pool, ctx: StaffCtx, check: (tx: Tx) => Promise<void>): Promise<StaffCaller> {
  const { caller, now } = ctx;
  const { token, hash } = newToken(256);
  await transaction(pool, async (tx) => {
    await check(tx);
    if (caller.sessionId === null || !(await rotateSession(tx, caller.sessionId, hash, now))) refuse('sessionLost');
  });
  ctx.setToken(token);
  return { ...caller, freshUntil: freshAfter(now) };
}

/** Starts a session of a person whose second factor was just accepted, in place of the one that the browser had. */
export async function startSession(
  tx: Tx,
  ctx: Ctx,
  { id, name, role }: Pick<StaffCaller, 'name' | 'role'> & { id: number },
): Promise<StaffCaller> {
  const { token, hash } = newToken(256);
  const { address, userAgent, token: before } = ctx.from;
  if (before !== null) await endSessionOfToken(tx, hashOf(before));
  const session = { personId: id, tokenHash: hash, device: deviceName(userAgent), address, at: ctx.now };
  const sessionId = await addSession(tx, session);
  await notePersonSeen(tx, id, ctx.now);
  ctx.setToken(token);
  const comics = await ownComicsOf(tx, id);
  return { personId: id, name, role, comics, sessionId, freshUntil: freshAfter(ctx.now) };
}

export function hashCallerOf({ from }: Ctx): HashCaller {
  return { urgent: true, address: from.address };
}

function freshAfter(at: Date): Date {
  return new Date(at.getTime() + FRESH_MS);
}

function isDue(writtenAt: Date, now: Date): boolean {
  return now.getTime() - writtenAt.getTime() >= WRITTEN_EVERY_MS;
}
