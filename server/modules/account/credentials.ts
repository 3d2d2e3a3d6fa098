import type { PayloadOf } from '#contract/call';
import type { userDelete, userPassword } from '#contract/calls/account';
import type { Caller, Ctx, SessionCtx } from '../../core/ctx.ts';
import { isTaken, transaction } from '../../core/db.ts';
import { addressKey, networkKey } from '../../core/rate-limit.ts';
import { BadField, Refusal } from '../../core/refusal.ts';
import { fitsHash, type HashCaller, hashSecret } from './credentials-hash.ts';
import { createLogin, type Login, type LoginParts } from './credentials-login.ts';
import { checkUsername } from './credentials-names.ts';
import { isGoodPassword } from './credentials-strength.ts';
import { eraseAt, findReader, findReaderByName, type GuardedRow, lockReader, setPassword } from './reader-store.ts';
import { endAllSessions } from './session-store.ts';
import type { SmsCodes } from './sms-codes.ts';

/** Names asked for in an hour: whoever asks for more is looking for those that are taken. */
const NAMES_OF_ADDRESS = { by: 'address', points: 30, seconds: 3600 } as const;
const NAMES_OF_NETWORK = { by: 'address', points: 300, seconds: 3600 } as const;
const GRACE_MS = 7 * 24 * 3600 * 1000;

/** Username and password, and what they protect. A number is the refusal that the call answers. */
export type Credentials = {
  login: Login;
  /** Sets the password, and once the username; every other device logs out. */
  setPassword(ctx: SessionCtx, payload: PayloadOf<typeof userPassword>): Promise<Caller | 2001 | 2002 | 2005 | 2006>;
  /** Gives the account up: all sessions end, and after the grace everything is erased. */
  giveUp(ctx: SessionCtx, payload: PayloadOf<typeof userDelete>): Promise<Date | 2001 | 2002>;
};

export type CredentialsParts = LoginParts & { codes: SmsCodes };

export function createCredentials(parts: CredentialsParts): Credentials {
  const { pool, limits, guesses, devices, codes, sessions } = parts;

  /** The reader shows once more who they are: by the old password, or by a code sent to the bound phone. */
  async function confirm(
    ctx: Ctx,
    reader: GuardedRow,
    given: { password?: string; code?: string; purpose: 'password' | 'delete'; field: string },
  ): Promise<null | 2001 | 2002> {
    if (given.code !== undefined) {
      const fits = reader.telephone !== null && (await codes.use(reader.telephone, given.purpose, given.code, ctx.now));
      return fits ? null : 2002;
    }
    if (given.password === undefined) throw new BadField(given.field);
    const { password } = given;
    const device = await devices.knownTo(ctx, reader.readerId);
    const key = device ? guesses.keyOfDevice(device) : guesses.keyOf('password', String(reader.readerId));
    const check = () => fitsHash(password, reader.passwordHash, hashCallerOf(ctx));
    if (!(await guesses.attempt(key, ctx.now, check))) return 2001;
    await guesses.forget(key);
    return null;
  }

  /** Refuses with 1003 whoever asks for too many names, before they are told whether this one is taken. */
  async function countName({ from }: Ctx): Promise<void> {
    const retryAfter =
      (await limits.take('username', NAMES_OF_ADDRESS, addressKey(from.address))) ??
      (await limits.take('username', NAMES_OF_NETWORK, networkKey(from.address)));
    if (retryAfter !== null) throw new Refusal(1003, { retryAfter });
  }

  async function callerRow({ caller }: SessionCtx): Promise<GuardedRow> {
    const reader = await findReader(pool, caller.readerId);
    if (!reader) throw new Refusal(-1);
    return reader;
  }

  return {
    login: createLogin(parts),

    async setPassword(ctx, { password, old, code, username }) {
      const reader = await callerRow(ctx);
      const name = newUsername(reader, username);
      if (!isGoodPassword(password, [name ?? reader.username, reader.telephone])) return 2006;
      if (name !== null) {
        await countName(ctx);
        if (await findReaderByName(pool, name)) return 2005;
      }
      if (reader.passwordHash !== null) {
        const wrong = await confirm(ctx, reader, { password: old, code, purpose: 'password', field: 'old' });
        if (wrong) return wrong;
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
      const wrong = await confirm(ctx, reader, { password, code, purpose: 'delete', field: 'password' });
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

function hashCallerOf({ from }: Ctx): HashCaller {
  return { urgent: false, address: from.address };
}
