import { createHmac } from 'node:crypto';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { DataOf, InputOf } from '#contract/call';
import { userChallenge } from '#contract/calls/account';
import type { TestApp } from './app.ts';

type Challenge = DataOf<typeof userChallenge>;
type Purpose = InputOf<typeof userChallenge>['purpose'];

/** Does the work, as the page does, and writes it as `proof`. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** A proof of work, made in the same way as in the reader's browser. */
export async function provenWork(site: TestApp, purpose: Purpose, effort?: number): Promise<string> {
  const { data } = await site.call(userChallenge, { purpose, effort }, { remoteAddress: `10.9.${Date.now() % 250}.1` });
  if (!data) throw new Error('no challenge');
  return solved(data);
}

/** A proof that took no work, of the greatest effort unless given, signed with the site's own key: for tests that need hundreds. */
export async function effortlessProof(
  site: TestApp,
  purpose: Purpose,
  effort = 4,
  expiresAt = new Date(Date.now() + 600_000),
): Promise<string> {
  const { rows } = await site.pool.query<{ value: Buffer }>(
    "select value from account.secret where name = 'proof-of-work'",
  );
  const secretFor = (use: string) =>
    createHmac('sha256', rows[0]?.value ?? '')
      .update(use)
      .digest('base64url');
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 0,
    deriveKey,
    expiresAt,
    data: { purpose, effort },
    hmacSignatureSecret: secretFor('challenge'),
    hmacKeySignatureSecret: secretFor('solution'),
  });
  return solved(challenge);
}
