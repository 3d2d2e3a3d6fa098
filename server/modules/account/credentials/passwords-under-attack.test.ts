import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userLogin, userPassword } from '#contract/calls/account';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { effortlessProof } from '../../../../testing/app/proofs.ts';
import { newAddress, signedIn, withPassword } from '../../../../testing/factories/readers.ts';

// Hundreds of calls, and dozens of passwords to hash, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let site: TestApp;
let other: TestApp;
/** Has the real parameters of hashes, which take a tenth of a second each. */
let strong: TestApp;
beforeAll(async () => {
  site = await startTestApp({ shared: true });
  other = await startTestApp({ beside: site });
  strong = await startTestApp({ beside: site, realHashes: true });
});
afterAll(async () => {
  await strong.close();
  await other.close();
  await site.close();
});

const GOOD = 'Tr0ub4dor&3-x';
let names = 0;
let victim: string;
/** The clock does not move, so that no delay ends by itself. */
const start = new Date();
function setTime(time: Date): void {
  for (const app of [site, other, strong]) app.setTime(time);
}
beforeEach(async () => {
  setTime(start);
  names += 1;
  victim = `victim_${names}`;
  await withPassword(site, victim, GOOD);
});

const guess = (app: TestApp, password: string, remoteAddress: string, username = victim, proof?: string) =>
  app.call(userLogin, { username, password, proof }, { remoteAddress });
const codesOf = (answers: { code: number }[]) => answers.map(({ code }) => code);
const count = (answers: { code: number }[], code: number) => codesOf(answers).filter((each) => each === code).length;

test('five of 100 wrong passwords from one address are checked, and the correct one is delayed like the others', async () => {
  const address = newAddress();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => guess(strong, `wrong-${i}`, address)));
  expect(count(answers, 2001)).toBe(5);
  expect(count(answers, 2001) + count(answers, 1003) + count(answers, 2007)).toBe(100);
  const right = await guess(site, GOOD, newAddress());
  expect(right).toMatchObject({ code: 1003, data: { retryAfter: 1 } });
});

test('five of 100 concurrent wrong passwords from 100 addresses on two nodes are checked', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => guess(i % 2 ? site : other, `wrong-${i}`, newAddress())),
  );
  expect([count(answers, 2001), count(answers, 1003)]).toEqual([5, 95]);
});

test('guesses with one name in different cases count together', async () => {
  const inCase = (bits: number) =>
    [...victim].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join('');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, bits) => guess(site, 'wrong', newAddress(), inCase(bits))),
  );
  expect([count(answers, 2001), count(answers, 1003)]).toEqual([5, 15]);
});

test('the first five guesses have no delay in any order of counting', async () => {
  for (let i = 0; i < 5; i++) {
    setTime(new Date(start.getTime() - i * 20));
    expect(await guess(i % 2 ? site : other, 'wrong', newAddress())).toMatchObject({ code: 2001 });
  }
  expect(await guess(site, 'wrong', newAddress())).toMatchObject({ code: 1003 });
});

test('the delay doubles with each further guess, up to a quarter of an hour, and the account is never locked', async () => {
  for (let i = 0; i < 5; i++) await guess(site, 'wrong', newAddress());
  let now = start.getTime();
  const waits: number[] = [];
  for (let i = 0; i < 12; i++) {
    const { data } = await guess(site, 'wrong', newAddress());
    const { retryAfter } = data as unknown as { retryAfter: number };
    waits.push(retryAfter);
    now += retryAfter * 1000;
    setTime(new Date(now));
    expect(await guess(site, 'wrong', newAddress())).toMatchObject({ code: 2001 });
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  setTime(new Date(now + 900_000));
  expect(await guess(site, GOOD, newAddress())).toMatchObject({ status: 1 });
  expect(await guess(site, 'wrong', newAddress())).toMatchObject({ code: 2001 });
});

test('an address that tries many accounts must do a proof of work after 20, and is refused after 200', async () => {
  const address = newAddress();
  const nobody = `nobody_${names}`;
  for (let i = 0; i < 20; i++)
    expect([2001, 1003]).toContain((await guess(i % 2 ? site : other, 'wrong', address, nobody)).code);
  expect(await guess(site, GOOD, address)).toMatchObject({ code: 2007, message: '请先完成安全验证' });
  const proof = await effortlessProof(site, 'login');
  expect(await guess(site, GOOD, address, victim, proof)).toMatchObject({ status: 1 });
  expect(await guess(other, GOOD, address, victim, proof)).toMatchObject({ code: 2007 });
  for (let i = 21; i < 200; i++)
    await guess(i % 2 ? site : other, 'wrong', address, nobody, await effortlessProof(site, 'login'));
  const last = await guess(site, GOOD, address, victim, await effortlessProof(site, 'login'));
  expect(last).toMatchObject({ code: 1003 });
  expect(await guess(site, GOOD, newAddress())).toMatchObject({ status: 1 });
});

test('the addresses of one IPv6 network count as one, and a forged X-Forwarded-For has no effect', async () => {
  const first = newAddress();
  const roaming = (i: number) => ({
    remoteAddress: first.replace(/::1$/, `::${i.toString(16)}`),
    headers: { 'x-forwarded-for': `203.0.113.${i}` },
  });
  const answers = [];
  for (let i = 1; i <= 21; i++)
    answers.push(await site.call(userLogin, { username: `nobody_${names}`, password: 'x' }, roaming(i)));
  expect(answers.map(({ code }) => code === 2007)).toEqual([...Array(20).fill(false), true]);
});

test('guesses at the old password of a stolen session are slowed too', async () => {
  const { token } = await withPassword(site, `stolen_${names}`, GOOD);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      site.call(userPassword, { password: 'Another-g00d-1', old: `wrong-${i}` }, { token }),
    ),
  );
  expect([count(answers, 2001), count(answers, 1003)]).toEqual([5, 25]);
});

test('a username that exists, one that does not and one without a password cost the same work', async () => {
  const { phone } = await signedIn(site);
  // The first login replaces the cheap hash.
  expect(await guess(strong, GOOD, newAddress())).toMatchObject({ status: 1 });
  const hashes = vi.spyOn(crypto, 'argon2');
  syncBuiltinESMExports();
  const names = async (username: string) => {
    hashes.mockClear();
    const answer = await guess(strong, 'not this one', newAddress(), username);
    return {
      answer,
      hashes: hashes.mock.calls.map(([algorithm, { memory, passes }]) => ({ algorithm, memory, passes })),
    };
  };
  const seen = [await names(victim), await names('nobody_at_all'), await names(phone)];
  hashes.mockRestore();
  syncBuiltinESMExports();
  expect(seen[0]).toMatchObject({ hashes: [{ algorithm: 'argon2id', memory: 47_104, passes: 1 }] });
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test('a name that the database would fold to another name cannot log in', async () => {
  expect(await guess(site, GOOD, newAddress(), victim.replace('i', 'İ'))).toMatchObject({ code: 2001 });
  expect(await guess(site, GOOD, newAddress(), victim.toUpperCase())).toMatchObject({ status: 1 });
});

test('an unknown username has the same delays as any other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => guess(site, 'wrong', newAddress(), `nobody_here_${names}`)),
  );
  expect([count(answers, 2001), count(answers, 1003)]).toEqual([5, 15]);
});

test('a flood of logins is refused with a retry time instead of waiting without end', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => guess(strong, 'wrong', newAddress(), `flood_${names}_${i}`)),
  );
  expect(count(answers, 1003)).toBeGreaterThan(0);
  expect(count(answers, 2001)).toBeGreaterThan(0);
  expect(count(answers, 1003) + count(answers, 2001)).toBe(100);
});

test('a hash with older parameters is replaced at the next login', async () => {
  const hash = () =>
    site.pool.query<{ hash: string }>('select password_hash as hash from account.reader where username = $1', [victim]);
  const old = await new Promise<Buffer>((resolve, reject) => {
    const given = { message: GOOD, nonce: Buffer.alloc(16, 7), parallelism: 1, tagLength: 32, memory: 1024, passes: 2 };
    crypto.argon2('argon2id', given, (error, made) => (error ? reject(error) : resolve(made)));
  });
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const phc = `$argon2id$v=19$m=1024,t=2,p=1$${unpadded(Buffer.alloc(16, 7))}$${unpadded(old)}`;
  await site.pool.query('update account.reader set password_hash = $2 where username = $1', [victim, phc]);
  expect(await guess(strong, GOOD, newAddress())).toMatchObject({ status: 1 });
  expect((await hash()).rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  expect(await guess(strong, GOOD, newAddress())).toMatchObject({ status: 1 });
});
