import { createHash } from 'node:crypto';
import type { Ctx, StaffCtx } from '../../core/dispatch/ctx.ts';
import { addressKey, type RateLimits } from '../../core/limits/rate-limit.ts';
import { refuse } from '../../core/refusal/refusal.ts';

const SECONDS = 15 * 60;
/** The limit of one address, so that guesses of others don't stop the person at once. */
const FROM_ADDRESS = { by: 'address', points: 10, seconds: SECONDS } as const;
/** From all addresses together. With it, guessing six digits takes years even for someone who knows the password. */
const FROM_ALL = { by: 'session', points: 40, seconds: SECONDS } as const;
/** The limit of a person who is logged in. */
const LOGGED_IN = { by: 'session', points: 10, seconds: SECONDS } as const;

/** Counts a guess at the login before it is checked, so that parallel guesses count too. `name` is spelled as stored. */
export async function takeLoginGuess(limits: RateLimits, name: string, { from }: Ctx): Promise<void> {
  // Hashed, because people sometimes type a password into the field of the name.
  const person = createHash('sha256').update(name.toLowerCase()).digest('base64url');
  const wait =
    (await limits.take('staff-guess', FROM_ADDRESS, `${person} ${addressKey(from.address)}`)) ??
    (await limits.take('staff-guess', FROM_ALL, person));
  if (wait !== null) refuse('tooManyRequests', { retryAfter: wait });
}

/** Counts a guess of someone who is logged in, apart from the logins: guesses of strangers do not block the step-up. */
export async function takeOwnGuess(limits: RateLimits, { caller }: StaffCtx): Promise<void> {
  const wait = await limits.take('staff-own-guess', LOGGED_IN, String(caller.personId));
  if (wait !== null) refuse('tooManyRequests', { retryAfter: wait });
}
