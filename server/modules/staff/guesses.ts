import { createHash } from 'node:crypto';
import type { Ctx } from '../../core/dispatch/ctx.ts';
import { addressKey, type RateLimits } from '../../core/limits/rate-limit.ts';
import { refuse } from '../../core/refusal/refusal.ts';

const SECONDS = 15 * 60;
/** Of one address, so that somebody else's guesses don't stop the person at once. */
const FROM_ADDRESS = { by: 'address', points: 10, seconds: SECONDS } as const;
/** From all addresses together. With it, guessing six digits takes years even for someone who knows the password. */
const FROM_ALL = { by: 'session', points: 40, seconds: SECONDS } as const;

/** Counts a guess of a password or a code before it is checked, so that parallel guesses count too. */
export async function takeGuess(limits: RateLimits, name: string, { from }: Ctx): Promise<void> {
  // Hashed, because people sometimes type a password into the field of the name.
  const person = createHash('sha256').update(name.toLowerCase()).digest('base64url');
  const wait =
    (await limits.take('staff-guess', FROM_ADDRESS, `${person} ${addressKey(from.address)}`)) ??
    (await limits.take('staff-guess', FROM_ALL, person));
  if (wait !== null) refuse('tooManyRequests', { retryAfter: wait });
}
