import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import type { userLogin } from '#contract/calls/account';
import { transaction } from '../../../core/db/db.ts';
import type { Ctx } from '../../../core/dispatch/ctx.ts';
import { addressKey, type RateLimits } from '../../../core/limits/rate-limit.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import type { ProofsOfWork } from '../proof/proof-of-work.ts';
import { isBanned, isName } from '../reader/names.ts';
import { findReaderByName, lockReader, setPassword } from '../reader/store.ts';
import type { Devices, KnownDevice } from '../session/known-devices.ts';
import type { Sessions, SignedIn } from '../session/sessions.ts';
import type { Guesses } from './guesses.ts';
import type { HashCaller, Hashing } from './hash.ts';

/** Attempts per address in ten minutes before a proof of work is required, and before all are refused. Many readers may share an address. */
const WITHOUT_PROOF = { by: 'address', points: 20, seconds: 600 } as const;
const MOST_ATTEMPTS = { by: 'address', points: 200, seconds: 600 } as const;

export type LoginParts = {
  pool: Pool;
  limits: RateLimits;
  guesses: Guesses;
  devices: Devices;
  proofs: ProofsOfWork;
  sessions: Sessions;
  hashing: Hashing;
};

export type Login = (ctx: Ctx, payload: PayloadOf<typeof userLogin>) => Promise<SignedIn>;

/** Login by username or phone number, and password. */
export function createLogin({ pool, limits, guesses, devices, proofs, sessions, hashing }: LoginParts): Login {
  /**
   * Whether this attempt is allowed. Each one counts, whether the reader exists or not. Attempts of a known device count for
   * the account instead of the address, whose limit other people may have used up.
   */
  async function isAllowed(ctx: Ctx, device: KnownDevice | null, proof: string | undefined): Promise<boolean> {
    const key = device ? `reader ${device.readerId}` : addressKey(ctx.from.address);
    const isSuspicious = (await limits.take('login-proof', WITHOUT_PROOF, key)) !== null;
    if (isSuspicious && !(await proofs.accept('login', proof, ctx.now))) return false;
    const retryAfter = await limits.take('login-refuse', MOST_ATTEMPTS, key);
    if (retryAfter !== null) refuse('tooManyRequests', { retryAfter });
    return true;
  }

  /** The reader with this name and password, or null; takes the same time for unknown names. */
  async function readerBy(ctx: Ctx, name: string, password: string) {
    const found = isName(name) ? await findReaderByName(pool, name) : null;
    const reader = found && !(found.erasesAt && found.erasesAt <= ctx.now) ? found : null;
    const passwordHash = reader?.passwordHash ?? null;
    const fits = await hashing.matches(password, passwordHash, hashCallerOf(ctx));
    return fits && reader && passwordHash !== null ? { ...reader, passwordHash } : null;
  }

  return async (ctx, { username, password, proof }) => {
    const device = await devices.knownByName(ctx, username);
    if (!(await isAllowed(ctx, device, proof))) return refuse('proofRequired');
    const key = device ? guesses.keyOfDevice(device) : guesses.keyOf('login', username.toLowerCase());
    const reader = await guesses.attempt(key, ctx.now, () => readerBy(ctx, username, password));
    if (!reader) return refuse('wrongPassword');
    const { passwordHash } = reader;
    if (isBanned(reader, ctx.now)) refuse('wrongPassword', null, '账号已停用');
    // Not essential: if the hash queue is full, the next login renews the hash.
    const renewedHash = hashing.isOutdated(passwordHash)
      ? await hashing.hash(password, hashCallerOf(ctx)).catch(() => null)
      : null;
    const signedIn = await transaction(pool, async (client) => {
      const held = await lockReader(client, reader.readerId);
      // The password was changed, or the reader banned, during the check.
      if (!held || isBanned(held, ctx.now) || held.passwordHash !== passwordHash) return null;
      if (renewedHash) {
        const renewed = { hash: renewedHash, oldHash: passwordHash, username: null };
        await setPassword(client, held.readerId, renewed, ctx.now);
      }
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
