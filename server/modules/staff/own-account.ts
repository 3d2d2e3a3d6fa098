import type { Pool } from 'pg';
import type { DataOf, PayloadOf } from '#contract/call';
import type { Role } from '#contract/console/roles';
import type { addKey as addKeyCall, beginFactor, changePassword } from '#contract/console/session';
import { type Tx, transaction } from '../../core/db/db.ts';
import type { StaffCtx } from '../../core/dispatch/ctx.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import type { State } from '../audit/audit.ts';
import { logStaffEvent, staffActor } from './audit-log.ts';
import { isGoodStaffPassword } from './enrolment.ts';
import { enrolmentOf, newRecoveryCodes, newSecret, stepOf } from './factor.ts';
import { takeOwnGuess } from './guesses.ts';
import { addKey, endAllKeys, endKey, type KeyRow, listKeys } from './key-store.ts';
import { findPerson, setNewSecret, setPasswordHash, takeNewSecret } from './person-store.ts';
import type { StaffPorts } from './ports.ts';
import { dropLink, putRecoveryCodes } from './secret-store.ts';
import { endOtherSessions, endSession, listSessions, type SessionRow } from './session-store.ts';
import { hashCallerOf, lockCaller } from './sessions.ts';
import { KEY_PREFIX, newToken } from './tokens.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The actions of a member of staff on their own account. */
export type OwnAccount = {
  logout(ctx: StaffCtx): Promise<void>;
  sessions(ctx: StaffCtx): Promise<SessionRow[]>;
  endSession(ctx: StaffCtx, id: number): Promise<void>;
  changePassword(ctx: StaffCtx, payload: PayloadOf<typeof changePassword>): Promise<void>;
  beginFactor(ctx: StaffCtx): Promise<DataOf<typeof beginFactor>>;
  changeFactor(ctx: StaffCtx, code: string): Promise<void>;
  renewRecoveryCodes(ctx: StaffCtx): Promise<string[]>;
  keys(ctx: StaffCtx): Promise<KeyRow[]>;
  addKey(ctx: StaffCtx, payload: PayloadOf<typeof addKeyCall>): Promise<{ key: string; endsAt: Date }>;
  endKey(ctx: StaffCtx, id: number): Promise<void>;
};

export function createOwnAccount(pool: Pool, { hashing, limits, siteName, totp }: StaffPorts): OwnAccount {
  const log = (tx: Tx, { caller, now }: StaffCtx, action: string, after: State = {}) =>
    logStaffEvent(tx, { actor: staffActor(caller.personId), action, personId: caller.personId, after }, now);

  return {
    async logout(ctx) {
      const { personId, sessionId } = ctx.caller;
      await transaction(pool, async (tx) => {
        if (sessionId !== null) await endSession(tx, personId, sessionId);
        await log(tx, ctx, 'logout');
      });
      ctx.setToken('');
    },

    sessions: ({ caller, now }) => listSessions(pool, caller.personId, now),

    async endSession(ctx, id) {
      await transaction(pool, async (tx) => {
        if (await endSession(tx, ctx.caller.personId, id)) await log(tx, ctx, 'end-session');
      });
    },

    async changePassword(ctx, { old, password }) {
      const { personId, name } = ctx.caller;
      await takeOwnGuess(limits, ctx);
      const before = (await findPerson(pool, personId))?.passwordHash ?? null;
      if (!(await hashing.matches(old, before, hashCallerOf(ctx))))
        return refuse('wrongStaffLogin', null, '原密码错误');
      if (!isGoodStaffPassword(password, name)) return refuse('weakStaffPassword');
      const hash = await hashing.hash(password, hashCallerOf(ctx));
      await transaction(pool, async (tx) => {
        // Another session has changed it during the check.
        if ((await lockCaller(tx, ctx)).passwordHash !== before) return refuse('sessionLost');
        await setPasswordHash(tx, personId, hash);
        await endOtherAccess(tx, ctx);
        await log(tx, ctx, 'password');
      });
    },

    async beginFactor({ caller }) {
      const secret = newSecret();
      const sealed = await totp.seal(caller.personId, secret);
      await transaction(pool, (tx) => setNewSecret(tx, caller.personId, sealed));
      return enrolmentOf(secret, await siteName(), caller.name);
    },

    async changeFactor(ctx, code) {
      await takeOwnGuess(limits, ctx);
      await transaction(pool, async (tx) => {
        const { id, newTotpSecret } = await lockCaller(tx, ctx);
        const secret = await totp.open(id, newTotpSecret);
        const step = secret && stepOf(secret, code, ctx.now);
        if (step === null) return refuse('wrongFactor');
        await takeNewSecret(tx, ctx.caller.personId, step);
        await endOtherAccess(tx, ctx);
        await log(tx, ctx, 'factor');
      });
    },

    async renewRecoveryCodes(ctx) {
      const { codes, hashes } = newRecoveryCodes();
      await transaction(pool, async (tx) => {
        await lockCaller(tx, ctx);
        await putRecoveryCodes(tx, ctx.caller.personId, hashes);
        await log(tx, ctx, 'recovery-codes');
      });
      return codes;
    },

    keys: ({ caller, now }) => listKeys(pool, caller.personId, now),

    async addKey(ctx, { name, role, days }) {
      const { caller, now } = ctx;
      const { token, hash } = newToken(256, KEY_PREFIX);
      const endsAt = new Date(now.getTime() + days * DAY_MS);
      await transaction(pool, async (tx) => {
        // The role may have been changed since the call was authorised.
        if (!mayGive((await lockCaller(tx, ctx)).role, role)) return refuse('staffForbidden');
        await addKey(tx, { personId: caller.personId, name, role, tokenHash: hash, at: now, endsAt });
        await log(tx, ctx, 'add-key', { name, role, ends_at: endsAt.toISOString() });
      });
      return { key: token, endsAt };
    },

    async endKey(ctx, id) {
      await transaction(pool, async (tx) => {
        const name = await endKey(tx, ctx.caller.personId, id);
        if (name !== null) await log(tx, ctx, 'end-key', { name });
      });
    },
  };
}

/** Ends other access to the account that a thief may have: sessions, keys, and a link to reset the password. */
async function endOtherAccess(tx: Tx, { caller: { personId, sessionId } }: StaffCtx): Promise<void> {
  await dropLink(tx, personId);
  await endOtherSessions(tx, personId, sessionId ?? 0);
  await endAllKeys(tx, personId);
}

/** A key can't have more permissions than its person. */
function mayGive(own: Role, role: Role): boolean {
  return own === 'owner' || role === own || (role === 'viewer' && own !== 'author');
}
