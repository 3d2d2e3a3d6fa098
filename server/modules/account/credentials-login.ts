import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import type { userLogin } from '#contract/calls/account';
import type { Ctx } from '../../core/ctx.ts';
import { transaction } from '../../core/db.ts';
import { addressKey, type RateLimits } from '../../core/rate-limit.ts';
import { refuse } from '../../core/refusal.ts';
import type { Devices, KnownDevice } from './credentials-devices.ts';
import type { Guesses } from './credentials-guesses.ts';
import { fitsHash, type HashCaller, hashSecret, isOutdated } from './credentials-hash.ts';
import { isName } from './credentials-names.ts';
import type { ProofsOfWork } from './proof-of-work.ts';
import { findReaderByName, lockReader, setPassword } from './reader-store.ts';
import type { Sessions, SignedIn } from './session-lifecycle.ts';

/** Attempts of one address in ten minutes: beyond these a proof of work, then none. Many readers may share an address. */
const ASK_FOR_PROOF = { by: 'address', points: 20, seconds: 600 } as const;
const REFUSE = { by: 'address', points: 200, seconds: 600 } as const;

export type LoginParts = {
  pool: Pool;
  limits: RateLimits;
  guesses: Guesses;
  devices: Devices;
  proofs: ProofsOfWork;
  sessions: Sessions;
};

export type Login = (ctx: Ctx, payload: PayloadOf<typeof userLogin>) => Promise<SignedIn>;

/** Login by username or phone, and a password. */
export function createLogin({ pool, limits, guesses, devices, proofs, sessions }: LoginParts): Login {
  /**
   * Whether this attempt may be made; every one counts, whether there is such a reader or not. A device known to the account
   * counts with the account's other devices instead of with its address, which strangers may have used up.
   */
  async function mayTry(ctx: Ctx, device: KnownDevice | null, proof: string | undefined): Promise<boolean> {
    const key = device ? `reader ${device.readerId}` : addressKey(ctx.from.address);
    const isSuspicious = (await limits.take('login-proof', ASK_FOR_PROOF, key)) !== null;
    if (isSuspicious && !(await proofs.accept('login', proof, ctx.now))) return false;
    const retryAfter = await limits.take('login-refuse', REFUSE, key);
    if (retryAfter !== null) refuse('tooManyRequests', { retryAfter });
    return true;
  }

  /** The reader of this name, where the password fits; the same work is done where there is none. */
  async function readerBy(ctx: Ctx, name: string, password: string) {
    const found = isName(name) ? await findReaderByName(pool, name) : null;
    const reader = found && !(found.erasesAt && found.erasesAt <= ctx.now) ? found : null;
    const passwordHash = reader?.passwordHash ?? null;
    const fits = await fitsHash(password, passwordHash, hashCallerOf(ctx));
    return fits && reader && passwordHash !== null ? { ...reader, passwordHash } : null;
  }

  return async (ctx, { username, password, proof }) => {
    const device = await devices.knownByName(ctx, username);
    if (!(await mayTry(ctx, device, proof))) return refuse('proofRequired');
    const key = device ? guesses.keyOfDevice(device) : guesses.keyOf('login', username.toLowerCase());
    const reader = await guesses.attempt(key, ctx.now, () => readerBy(ctx, username, password));
    if (!reader) return refuse('wrongPassword');
    const { passwordHash } = reader;
    if (reader.banned) refuse('wrongPassword', null, '账号已停用');
    // Where too much is hashed already, the next login does it.
    const better = isOutdated(passwordHash) ? await hashSecret(password, hashCallerOf(ctx)).catch(() => null) : null;
    const signedIn = await transaction(pool, async (client) => {
      const held = await lockReader(client, reader.readerId);
      // The password was changed, or the reader banned, while this one was looked at.
      if (!held || held.banned || held.passwordHash !== passwordHash) return null;
      if (better) await setPassword(client, held.readerId, { hash: better, oldHash: passwordHash, username: null });
      await guesses.forget(key, client);
      return sessions.signIn(client, ctx, held);
    });
    if (!signedIn) return refuse('wrongPassword');
    ctx.setToken(signedIn.token);
    return signedIn;
  };
}

function hashCallerOf({ from }: Ctx): HashCaller {
  return { urgent: true, address: from.address };
}
