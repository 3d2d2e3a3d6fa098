import type { PayloadOf } from '#contract/call';
import type { userDelete, userPassword } from '#contract/calls/account';
import type { Caller, Ctx, SessionCtx } from '../../core/ctx.ts';
import { isTaken, transaction } from '../../core/db.ts';
import { addressKey, networkKey } from '../../core/rate-limit.ts';
import { BadField, refuse } from '../../core/refusal.ts';
import type { Confirm } from './credentials-confirm.ts';
import { type HashCaller, hashSecret } from './credentials-hash.ts';
import { createLogin, type Login, type LoginParts } from './credentials-login.ts';
import { checkUsername } from './credentials-names.ts';
import { isGoodPassword } from './credentials-strength.ts';
import { eraseAt, findReader, findReaderByName, type GuardedRow, lockReader, setPassword } from './reader-store.ts';
import { isRegistered } from './session-lifecycle.ts';
import { endAllSessions } from './session-store.ts';

/** Names asked for in an hour: whoever asks for more is looking for those that are taken. */
const NAMES_OF_ADDRESS = { by: 'address', points: 30, seconds: 3600 } as const;
const NAMES_OF_NETWORK = { by: 'address', points: 300, seconds: 3600 } as const;
const GRACE_MS = 7 * 24 * 3600 * 1000;

/** Username and password, and what they protect. */
export type Credentials = {
  login: Login;
  /** Sets the password, and once the username; a registered reader confirms it. Every other device logs out. */
  setPassword(ctx: SessionCtx, payload: PayloadOf<typeof userPassword>): Promise<Caller>;
  /** Gives the account up: all sessions end, and after the grace everything is erased. */
  giveUp(ctx: SessionCtx, payload: PayloadOf<typeof userDelete>): Promise<Date>;
};

export type CredentialsParts = LoginParts & { confirm: Confirm };

export function createCredentials(parts: CredentialsParts): Credentials {
  const { pool, limits, confirm, sessions } = parts;

  /** Refuses whoever asks for too many names, before they are told whether this one is taken. */
  async function countName({ from }: Ctx): Promise<void> {
    const retryAfter =
      (await limits.take('username', NAMES_OF_ADDRESS, addressKey(from.address))) ??
      (await limits.take('username', NAMES_OF_NETWORK, networkKey(from.address)));
    if (retryAfter !== null) refuse('tooManyRequests', { retryAfter });
  }

  async function callerRow({ caller }: SessionCtx): Promise<GuardedRow> {
    const reader = await findReader(pool, caller.readerId);
    if (!reader) refuse('sessionLost');
    return reader;
  }

  return {
    login: createLogin(parts),

    async setPassword(ctx, { password, old, code, username }) {
      const reader = await callerRow(ctx);
      const name = newUsername(reader, username);
      if (!isGoodPassword(password, [name ?? reader.username, reader.telephone])) return refuse('weakPassword');
      if (name !== null) {
        await countName(ctx);
        if (await findReaderByName(pool, name)) return refuse('usernameTaken');
      }
      if (isRegistered(reader)) {
        await confirm.reader(ctx, reader, { password: old, code, purpose: 'password', field: 'old' });
      }
      const change = {
        hash: await hashSecret(password, hashCallerOf(ctx)),
        oldHash: reader.passwordHash,
        username: name,
      };
      try {
        const caller = await transaction(pool, async (client) => {
          if (!(await setPassword(client, reader.readerId, change))) return null;
          const held = await lockReader(client, reader.readerId);
          return held && sessions.rotate(client, ctx, held, true);
        });
        if (!caller) return refuse('wrongPassword');
        ctx.setToken(caller.token);
        return caller;
      } catch (error) {
        if (isTaken(error)) return refuse('usernameTaken');
        throw error;
      }
    },

    async giveUp(ctx, { code, password }) {
      const reader = await callerRow(ctx);
      await confirm.reader(ctx, reader, { password, code, purpose: 'delete', field: 'password' });
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

function hashCallerOf({ from }: Ctx): HashCaller {
  return { urgent: false, address: from.address };
}
