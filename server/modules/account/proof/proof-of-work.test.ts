import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loginSendSms, userChallenge } from '#contract/calls/account';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { effortlessProof, provenWork, solved } from '../../../../testing/app/proofs.ts';
import { newAddress, newPhone } from '../../../../testing/factories/readers.ts';

// A proof takes up to two thousand derivations, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let site: TestApp;
const remoteAddress = newAddress();
const send = (proof?: string) => site.call(loginSendSms, { telephone: newPhone(), proof }, { remoteAddress });
beforeAll(async () => {
  site = await startTestApp();
  for (let i = 0; i < 10; i++) await send();
});
afterAll(() => site.close());

const refused = { code: 2007, message: '请先完成安全验证', data: { effort: 1 } };
const rewritten = <Proof>(proof: string, change: (it: Proof) => unknown) =>
  Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(proof, 'base64').toString())))).toString('base64');

test('a proof is accepted once', async () => {
  expect(await send()).toMatchObject(refused);
  const proof = await provenWork(site, 'sms');
  expect(await send(proof)).toMatchObject({ status: 1 });
  expect(await send(proof)).toMatchObject(refused);
});

test('a proof takes some thousand derivations', async () => {
  const { data } = await site.call(userChallenge, { purpose: 'sms' });
  expect(data?.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1000 });
  const proof: { solution: { counter: number } } = JSON.parse(
    Buffer.from(data ? await solved(data) : '', 'base64').toString(),
  );
  expect(proof.solution.counter).toBeGreaterThanOrEqual(1000);
});

test('a proof for another purpose, a late one and a wrong one are refused', async () => {
  expect(await send(await provenWork(site, 'login'))).toMatchObject(refused);
  const proof = await effortlessProof(site, 'sms');
  site.setTime(new Date(Date.now() + 601_000));
  expect(await send(proof)).toMatchObject(refused);
  site.setTime(null);
  const lazy = rewritten(proof, (it: object) => ({ ...it, solution: { counter: 0, derivedKey: '00'.repeat(32) } }));
  expect(await send(lazy)).toMatchObject(refused);
  expect(await send(proof)).toMatchObject({ status: 1 });
});

test('the signature fails for a challenge that was made easier, longer or for another purpose', async () => {
  // The work is right each time; only the signature is wrong.
  const changed = (proof: string, change: object) =>
    rewritten(proof, ({ challenge, solution }: { challenge: { parameters: object }; solution: object }) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } },
      solution,
    }));
  const [forLogin, forSms] = [await effortlessProof(site, 'login'), await effortlessProof(site, 'sms')];
  expect(await send(changed(forLogin, { data: { purpose: 'sms' } }))).toMatchObject(refused);
  for (const change of [{ cost: 2 }, { keyPrefix: '00' }, { expiresAt: 9_999_999_999 }])
    expect(await send(changed(forSms, change)), JSON.stringify(change)).toMatchObject(refused);
  expect(await send(changed(forSms, {}))).toMatchObject({ status: 1 });
});

test.each(['', 'no base64 …', 'bnVsbA==', 'W10=', 'e30=', Buffer.from('{"challenge":{}').toString('base64')])(
  'the proof %j is refused without a fault',
  async (proof) => {
    expect(await send(proof)).toMatchObject(refused);
  },
);
