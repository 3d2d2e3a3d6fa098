import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import type { userDelete, userLogin, userPassword } from '#contract/calls/account';
import type { Caller, Ctx, SessionCtx } from '../../core/ctx.ts';
import { isTaken, transaction } from '../../core/db.ts';
import { addressKey, type RateLimits } from '../../core/rate-limit.ts';
import { BadField, Refusal } from '../../core/refusal.ts';
import type { Confirm } from './credentials-confirm.ts';
import type { Guesses } from './credentials-guesses.ts';
import { fitsHash, hashSecret, isOutdated } from './credentials-hash.ts';
import { checkUsername, isName } from './credentials-names.ts';
import { isGoodPassword } from './credentials-strength.ts';
import type { ProofsOfWork } from './proof-of-work.ts';
import { eraseAt, findReader, findReaderByName, type GuardedRow, lockReader, setPassword } from './reader-store.ts';
import { isRegistered, type Sessions } from './session-lifecycle.ts';
import { endAllSessions } from './session-store.ts';

/** Attempts of one address in ten minutes: beyond these a proof of work, then none. Many readers may share an address. */
const ASK_FOR_PROOF = { by: 'address', points: 20, seconds: 600 } as const;
const REFUSE = { by: 'address', points: 200, seconds: 600 } as const;
const GRACE_MS = 7 * 24 * 3600 * 1000;

/** Username and password, and what they protect. A number is the refusal that the call answers. */
export type Credentials = {
  login(ctx: Ctx, payload: PayloadOf<typeof userLogin>): Promise<Caller | 2001 | 2007>;
  /** Sets the password, and once the username; a registered reader confirms it. Every other device logs out. */
  setPassword(ctx: SessionCtx, payload: PayloadOf<typeof userPassword>): Promise<Caller | 2001 | 2002 | 2005 | 2006>;
  /** Gives the account up: all sessions end, and after the grace everything is erased. */
  giveUp(ctx: SessionCtx, payload: PayloadOf<typeof userDelete>): Promise<Date | 2001 | 2002>;
};

export type CredentialsParts = {
  pool: Pool;
  limits: RateLimits;
  guesses: Guesses;
  proofs: ProofsOfWork;
  confirm: Confirm;
  sessions: Sessions;
};

export function createCredentials(parts: CredentialsParts): Credentials {
  const { pool, limits, guesses, proofs, confirm, sessions } = parts;

  /** Whether this address may try; counted for every attempt, whether there is such a reader or not. */
  async function mayTry(ctx: Ctx, proof: string | undefined): Promise<boolean> {
    const address = addressKey(ctx.from.address);
    const isSuspicious = (await limits.take('login-proof', ASK_FOR_PROOF, address)) !== null;
    if (isSuspicious && !(await proofs.accept('login', proof, ctx.now))) return false;
    const retryAfter = await limits.take('login-refuse', REFUSE, address);
    if (retryAfter !== null) throw new Refusal(1003, { retryAfter });
    return true;
  }

  async function callerRow({ caller }: SessionCtx): Promise<GuardedRow> {
    const reader = await findReader(pool, caller.readerId);
    if (!reader) throw new Refusal(-1);
    return reader;
  }

  return {
    async login(ctx, { username, password, proof }) {
      if (!(await mayTry(ctx, proof))) return 2007;
      const key = guesses.keyOf('login', username.toLowerCase());
      await guesses.take(key, ctx.now);
      const found = isName(username) ? await findReaderByName(pool, username) : null;
      const reader = found && !(found.erasesAt && found.erasesAt <= ctx.now) ? found : null;
      const passwordHash = reader?.passwordHash ?? null;
      if (!(await fitsHash(password, passwordHash)) || !reader || passwordHash === null) return 2001;
      if (reader.banned) throw new Refusal(2001, null, '账号已停用');
      const better = isOutdated(passwordHash) ? await hashSecret(password) : null;
      const caller = await transaction(pool, async (client) => {
        const held = await lockReader(client, reader.readerId);
        // The password was changed, or the reader banned, while this one was looked at.
        if (!held || held.banned || held.passwordHash !== passwordHash) return null;
        if (better) await setPassword(client, held.readerId, { hash: better, oldHash: passwordHash, username: null });
        await guesses.forget(key, client);
        return sessions.signIn(client, ctx, held);
      });
      if (!caller) return 2001;
      ctx.setToken(caller.token);
      return caller;
    },

    async setPassword(ctx, { password, old, code, username }) {
      const reader = await callerRow(ctx);
      const name = newUsername(reader, username);
      if (!isGoodPassword(password, [name ?? reader.username, reader.telephone])) return 2006;
      if (name !== null && (await findReaderByName(pool, name))) return 2005;
      if (isRegistered(reader)) {
        const wrong = await confirm.reader(ctx, reader, { password: old, code, purpose: 'password', field: 'old' });
        if (wrong) return wrong;
      }
      const change = { hash: await hashSecret(password), oldHash: reader.passwordHash, username: name };
      try {
        const caller = await transaction(pool, async (client) => {
          if (!(await setPassword(client, reader.readerId, change))) return null;
          const held = await lockReader(client, reader.readerId);
          return held && sessions.rotate(client, ctx, held, true);
        });
        if (!caller) return 2001;
        ctx.setToken(caller.token);
        return caller;
      } catch (error) {
        if (isTaken(error)) return 2005;
        throw error;
      }
    },

    async giveUp(ctx, { code, password }) {
      const reader = await callerRow(ctx);
      const wrong = await confirm.reader(ctx, reader, { password, code, purpose: 'delete', field: 'password' });
      if (wrong) return wrong;
      const erasesAt = new Date(ctx.now.getTime() + GRACE_MS);
      await transaction(pool, async (client) => {
        await eraseAt(client, reader.readerId, erasesAt);
        await endAllSessions(client, reader.readerId);
      });
      return erasesAt;
    },
  };
}

/** The username to set, null for none. Set once; without a phone there is no way back but by it. */
function newUsername(reader: GuardedRow, username: string | undefined): string | null {
  if (username === undefined || username === reader.username) {
    if (reader.username === null && reader.telephone === null) throw new BadField('username');
    return null;
  }
  if (reader.username !== null) throw new BadField('username');
  checkUsername(username);
  return username;
}
