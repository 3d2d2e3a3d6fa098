import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Pool } from 'pg';
import * as v from 'valibot';
import type { DataOf, InputOf } from '#contract/call';
import type { userChallenge } from '#contract/calls/account';
import { spendProof } from './proof-store.ts';

export type ProofPurpose = InputOf<typeof userChallenge>['purpose'];

/** Work that costs a phone some tenths of a second and a flood of calls a machine. */
export type ProofsOfWork = {
  challenge(purpose: ProofPurpose, now: Date): Promise<DataOf<typeof userChallenge>>;
  /** Whether the work was done, for this purpose and for the first time; it is used up by that. */
  accept(purpose: ProofPurpose, proof: string | undefined, now: Date): Promise<boolean>;
};

const VALID_MS = 10 * 60_000;
const ITERATIONS = 1000;
const FEWEST = 1000;
const MOST = 2000;

const Proven = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.literal('PBKDF2/SHA-256'),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      keySignature: v.string(),
      expiresAt: v.number(),
      data: v.object({ purpose: v.string() }),
    }),
    signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

export function createProofsOfWork(pool: Pool, secret: Buffer): ProofsOfWork {
  const secretFor = (use: string) => createHmac('sha256', secret).update(use).digest('base64url');
  const secrets = { hmacSignatureSecret: secretFor('challenge'), hmacKeySignatureSecret: secretFor('solution') };

  return {
    challenge(purpose, now) {
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter: randomInt(FEWEST, MOST + 1),
        deriveKey,
        expiresAt: new Date(now.getTime() + VALID_MS),
        data: { purpose },
        ...secrets,
      });
    },

    async accept(purpose, proof, now) {
      const proven = read(proof);
      if (!proven) return false;
      const { challenge, solution } = proven;
      const expiresAt = new Date(challenge.parameters.expiresAt * 1000);
      if (challenge.parameters.data.purpose !== purpose || expiresAt <= now) return false;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      return verified && spendProof(pool, Buffer.from(challenge.signature, 'hex'), expiresAt);
    },
  };
}

function read(proof: string | undefined): v.InferOutput<typeof Proven> | null {
  if (proof === undefined) return null;
  try {
    const parsed = v.safeParse(Proven, JSON.parse(Buffer.from(proof, 'base64').toString('utf8')));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
