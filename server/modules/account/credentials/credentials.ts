import { type PayloadOf, perAddress } from '#contract/call';
import type { userDelete, userPassword } from '#contract/calls/account';
import { isTaken, transaction } from '../../../core/db/db.ts';
import type { Caller, Ctx, SessionCtx } from '../../../core/dispatch/ctx.ts';
import { addressKey, networkKey } from '../../../core/limits/rate-limit.ts';
import { BadField, refuse } from '../../../core/refusal/refusal.ts';
import { checkUsername } from '../reader/names.ts';
import {
  endAllSessions,
  eraseAt,
  findReader,
  findReaderByName,
  type GuardedRow,
  lockReader,
  setPassword,
} from '../reader/store.ts';
import { isRegistered } from '../session/sessions.ts';
import type { Confirm } from './confirm.ts';
import type { HashCaller } from './hash.ts';
import { createLogin, type Login, type LoginParts } from './login.ts';
import { createPasswordLinks, type PasswordLinks } from './password-link.ts';
import { dropPasswordLink } from './password-link-store.ts';
import { isGoodPassword } from './password-strength.ts';

/** Username checks per hour: more than these look like a search for existing accounts. */
const [NAMES_OF_ADDRESS, NAMES_OF_NETWORK] = perAddress(30, 3600);
const GRACE_PERIOD_MS = 7 * 24 * 3600 * 1000;

/** Username and password, and deletion of the account. */
export type Credentials = {
  login: Login;
  /** The links with which operators let readers set a new password. */
  links: PasswordLinks;
  /** Sets the password, and the username if there is none yet. Registered readers must confirm their identity. All other devices log out. */
  setPassword(ctx: SessionCtx, payload: PayloadOf<typeof userPassword>): Promise<Caller>;
  /** Ends all sessions at once and schedules the erasure; a login within the grace period cancels it. */
  requestDeletion(ctx: SessionCtx, payload: PayloadOf<typeof userDelete>): Promise<Date>;
};

export type CredentialsParts = LoginParts & { confirm: Confirm };

export function createCredentials(parts: CredentialsParts): Credentials {
  const { pool, limits, confirm, sessions, hashing } = parts;

  /** Refuses after too many checks; called before the answer reveals whether the name is taken. */
  async function limitNameChecks({ from }: Ctx): Promise<void> {
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
    links: createPasswordLinks(parts),

    async setPassword(ctx, { password, old, code, username }) {
      const reader = await callerRow(ctx);
      const name = newUsername(reader, username);
      if (!isGoodPassword(password, [name ?? reader.username, reader.telephone])) return refuse('weakPassword');
      if (name !== null) {
        await limitNameChecks(ctx);
        if (await findReaderByName(pool, name)) return refuse('usernameTaken');
      }
      if (isRegistered(reader)) {
        await confirm.reader(ctx, reader, { password: old, code, purpose: 'password', field: 'old' });
      }
      const change = {
        hash: await hashing.hash(password, hashCallerOf(ctx)),
        oldHash: reader.passwordHash,
        username: name,
      };
      try {
        const caller = await transaction(pool, async (client) => {
          if (!(await setPassword(client, reader.readerId, change, ctx.now))) return null;
          await dropPasswordLink(client, reader.readerId);
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

    async requestDeletion(ctx, { code, password }) {
      const reader = await callerRow(ctx);
      await confirm.reader(ctx, reader, { password, code, purpose: 'delete', field: 'password' });
      const erasesAt = new Date(ctx.now.getTime() + GRACE_PERIOD_MS);
      await transaction(pool, async (client) => {
        await eraseAt(client, reader.readerId, erasesAt);
        await endAllSessions(client, reader.readerId);
      });
      return erasesAt;
    },
  };
}

/** The username to set, or null. It can be set once; without a phone it is required, being the only way to log in. */
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
