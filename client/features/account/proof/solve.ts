import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveInBrowser } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';

/** Browsers offer their own, faster implementation only on https and localhost. */
const derive: DeriveKeyFunction = globalThis.crypto?.subtle ? deriveInBrowser : deriveByScript;

async function deriveByScript({ cost, keyLength }: Challenge['parameters'], salt: Uint8Array, password: Uint8Array) {
  return { derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }) };
}

/** Computes the proof of work of a challenge, as the field `proof` carries it. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey: derive });
  if (!solution) throw new Error('the challenge was not solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
