import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Pool } from 'pg';
import * as v from 'valibot';
import type { DataOf, InputOf } from '#contract/call';
import type { userChallenge } from '#contract/calls/account';
import type { Db } from '../../../core/db/db.ts';
import { isProofSpent, spendProof } from './store.ts';

export type ProofPurpose = InputOf<typeof userChallenge>['purpose'];

/** A verified proof; each step of `effort` is twice the work. */
export type ProofToSpend = {
  effort: number;
  /** False if it was used before. */
  spend(db: Db): Promise<boolean>;
};

/** A proof costs a phone some tenths of a second, at high effort seconds; it makes floods of calls expensive. */
export type ProofsOfWork = {
  challenge(purpose: ProofPurpose, effort: number, now: Date): Promise<DataOf<typeof userChallenge>>;
  /** Verifies a proof for this purpose without using it; null if it is missing or invalid. */
  check(purpose: ProofPurpose, proof: string | undefined, now: Date): Promise<ProofToSpend | null>;
  /** Verifies and uses a proof for this purpose; false if it is missing, invalid or used. */
  accept(purpose: ProofPurpose, proof: string | undefined, now: Date): Promise<boolean>;
};

const VALID_MS = 10 * 60_000;
const ITERATIONS = 1000;
/** The lowest effort takes between this many derivations and twice as many. */
const FEWEST = 1000;

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
      data: v.object({ purpose: v.string(), effort: v.number() }),
    }),
    signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

export function createProofsOfWork(pool: Pool, secret: Buffer): ProofsOfWork {
  const secretFor = (use: string) => createHmac('sha256', secret).update(use).digest('base64url');
  const secrets = { hmacSignatureSecret: secretFor('challenge'), hmacKeySignatureSecret: secretFor('solution') };

  async function check(purpose: ProofPurpose, proof: string | undefined, now: Date): Promise<ProofToSpend | null> {
    const proven = read(proof);
    if (!proven) return null;
    const { challenge, solution } = proven;
    const { expiresAt: seconds, data } = challenge.parameters;
    const expiresAt = new Date(seconds * 1000);
    if (data.purpose !== purpose || expiresAt <= now) return null;
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
    const signature = Buffer.from(challenge.signature, 'hex');
    if (!verified || (await isProofSpent(pool, signature))) return null;
    return { effort: data.effort, spend: (db) => spendProof(db, signature, expiresAt) };
  }

  return {
    check,

    challenge(purpose, effort, now) {
      const fewest = FEWEST * 2 ** (effort - 1);
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ITERATIONS,
        counter: randomInt(fewest, fewest * 2 + 1),
        deriveKey,
        expiresAt: new Date(now.getTime() + VALID_MS),
        data: { purpose, effort },
        ...secrets,
      });
    },

    async accept(purpose, proof, now) {
      return (await check(purpose, proof, now))?.spend(pool) ?? false;
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
