import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, expect, test, vi } from 'vitest';

const SECRETS = { hmacSignatureSecret: 'one secret', hmacKeySignatureSecret: 'another secret' };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const challenge = () => createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 20, counter: 7, deriveKey, ...SECRETS });

async function isRight(proof: string): Promise<boolean> {
  return (await verifySolution({ ...JSON.parse(atob(proof)), deriveKey, ...SECRETS })).verified;
}

test('the proof is computed by the browser’s crypto API', async () => {
  const given = await challenge();
  const derive = vi.spyOn(crypto.subtle, 'deriveBits');
  const { solve } = await import('./solve.ts');
  const proof = await solve(given);
  expect(derive).toHaveBeenCalled();
  expect(await isRight(proof)).toBe(true);
});

test('the proof is also computed on plain http, without the crypto API', async () => {
  const given = await challenge();
  vi.stubGlobal('crypto', { getRandomValues: () => expect.unreachable('nothing here is random') });
  const { solve } = await import('./solve.ts');
  const proof = await solve(given);
  vi.unstubAllGlobals();
  expect(await isRight(proof)).toBe(true);
});

test('a proof that takes too long fails', async () => {
  const given = await challenge();
  vi.doMock('altcha-lib', () => ({ solveChallenge: async () => null }));
  const { solve } = await import('./solve.ts');
  await expect(solve(given)).rejects.toThrow('not solved in time');
  vi.doUnmock('altcha-lib');
});
