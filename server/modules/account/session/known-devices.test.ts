import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bindPhone, bindSendCode, userDelete, userLogin, userPassword } from '#contract/calls/account';
import { userInfo, userLogout, userRegister } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { effortlessProof } from '../../../../testing/app/proofs.ts';
import {
  lastCode,
  newAddress,
  newPhone,
  ownCode,
  signedIn,
  withPassword,
} from '../../../../testing/factories/readers.ts';
import { hashCheaply } from '../../../../testing/fuzz/cheap-hashes.ts';

// Hundreds of calls are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let site: TestApp;
beforeAll(async () => {
  hashCheaply();
  site = await startTestApp();
});
afterAll(() => site.close());

const GOOD = 'Tr0ub4dor&3-x';
const DAY_MS = 24 * 3600 * 1000;
const start = new Date();
let names = 0;
let owner: string;
beforeEach(async () => {
  // The clock does not move, so that no delay ends by itself.
  site.setTime(start);
  names += 1;
  owner = `owner_${names}`;
  await withPassword(site, owner, GOOD);
});

type From = { device?: string; address?: string; token?: string; password?: string; name?: string; proof?: string };

function headersOf(device: string | undefined): { headers: Record<string, string> } {
  return { headers: device === undefined ? {} : { cookie: `other=1; device=${device}` } };
}
const logIn = ({ device, address = newAddress(), token, password = GOOD, name = owner, proof }: From = {}) =>
  site.call(userLogin, { username: name, password, proof }, { token, remoteAddress: address, ...headersOf(device) });

/** The cookie of a device that has just logged in. */
async function knownDevice(from: From = {}): Promise<string> {
  const { device } = await logIn(from);
  if (!device) throw new Error('the login gave no cookie');
  return device;
}

/** Other devices use up all guesses without a delay. */
async function strangersGuess(name = owner): Promise<void> {
  for (let guess = 0; guess < 5; guess++) await logIn({ name, password: 'wrong' });
  expect(await logIn({ name })).toMatchObject({ code: 1003 });
}

test('guesses from other addresses do not delay the owner’s device', async () => {
  const device = await knownDevice();
  await strangersGuess();
  expect(await logIn({ device })).toMatchObject({ status: 1 });
});

test('a device is known after it has set the password, logged in by phone, or by password', async () => {
  const reader = await signedIn(site);
  const name = `first_${names}`;
  const first = { username: name, password: GOOD, code: await ownCode(site, reader, 'password') };
  const set = await site.call(userPassword, first, { token: reader.token });
  await strangersGuess(name);
  expect(await logIn({ name, device: set.device })).toMatchObject({ status: 1 });

  const telephone = newPhone();
  const visitor = await site.visitor();
  await site.call(bindSendCode, { telephone }, { token: visitor, remoteAddress: newAddress() });
  const code = await lastCode(site, telephone);
  const bound = await site.call(bindPhone, { telephone, code }, { token: visitor });
  const token = bound.data?.token ?? '';
  site.setTime(new Date(start.getTime() + 61_000));
  const second = { password: GOOD, code: await ownCode(site, { token, phone: telephone }, 'password') };
  const again = await site.call(userPassword, second, { token, ...headersOf(bound.device) });
  await strangersGuess(telephone);
  expect(await logIn({ name: telephone, device: again.device })).toMatchObject({ status: 1 });
});

test('a known device has five guesses, and the guesses of others stay counted after its login', async () => {
  const device = await knownDevice();
  for (let guess = 0; guess < 5; guess++)
    expect(await logIn({ device, password: 'wrong' })).toMatchObject({ code: 2001 });
  expect(await logIn({ device })).toMatchObject({ code: 1003, data: { retryAfter: 1 } });
  site.setTime(new Date(start.getTime() + 1000));
  await strangersGuess();
  expect(await logIn({ device })).toMatchObject({ status: 1 });
  expect(await logIn()).toMatchObject({ code: 1003 });
});

test('wrong guesses of a known device delay no other device', async () => {
  const [device, other] = [await knownDevice(), await knownDevice()];
  for (let guess = 0; guess < 6; guess++) await logIn({ device, password: 'wrong' });
  expect(await logIn({ device })).toMatchObject({ code: 1003 });
  expect(await logIn({ device: other })).toMatchObject({ status: 1 });
  expect(await logIn()).toMatchObject({ status: 1 });
});

test.each([
  ['that nobody was given', async () => randomBytes(32).toString('base64url')],
  [
    'of another account',
    async () => {
      await withPassword(site, `stranger_${names}`, GOOD);
      return knownDevice({ name: `stranger_${names}` });
    },
  ],
  ['that is none', async () => 'x'.repeat(42)],
  ['with another behind it', async () => `${await knownDevice()}x`],
])('a cookie %s has no effect', async (_what, cookie) => {
  const device = await cookie();
  await strangersGuess();
  expect(await logIn({ device })).toMatchObject({ code: 1003 });
});

test('each login replaces the cookie, so that a planted one is worthless', async () => {
  const name = `planter_${names}`;
  await withPassword(site, name, GOOD);
  const planted = await knownDevice({ name });
  const device = await knownDevice({ device: planted });
  expect(device).not.toBe(planted);
  for (let guess = 0; guess < 6; guess++) await logIn({ device: planted, password: 'wrong' });
  expect(await logIn({ device })).toMatchObject({ status: 1 });
});

test('a device is known to each account that it logged in to', async () => {
  const name = `second_${names}`;
  await withPassword(site, name, GOOD);
  const device = await knownDevice({ name, device: await knownDevice() });
  await strangersGuess();
  await strangersGuess(name);
  const again = await logIn({ device });
  expect(again).toMatchObject({ status: 1 });
  expect(await logIn({ name, device: again.device })).toMatchObject({ status: 1 });
});

test('the owner’s device can log in although others have used up the limit of its address', async () => {
  const device = await knownDevice();
  const address = newAddress();
  for (let attempt = 0; attempt < 20; attempt++) await logIn({ address, name: `nobody_${names}`, password: 'wrong' });
  expect(await logIn({ address })).toMatchObject({ code: 2007 });
  const through = await logIn({ address, device });
  expect(through).toMatchObject({ status: 1 });
  let last = through;
  for (let attempt = 0; attempt < 20 && last.status === 1; attempt++) last = await logIn({ device: last.device });
  expect(last).toMatchObject({ code: 2007 });
});

test('the owner’s device can log in from an address that is refused after 200 attempts', async () => {
  const device = await knownDevice();
  const address = newAddress();
  for (let attempt = 0; attempt < 200; attempt++) {
    const proof = attempt < 20 ? undefined : await effortlessProof(site, 'login');
    await logIn({ address, name: `nobody_${names}`, password: 'wrong', proof });
  }
  expect(await logIn({ address, proof: await effortlessProof(site, 'login') })).toMatchObject({ code: 1003 });
  expect(await logIn({ address, device })).toMatchObject({ status: 1 });
});

test('guesses with a stolen session do not delay a change of the password on the owner’s device', async () => {
  const { data, device } = await logIn();
  const change = (old: string, from?: string) =>
    site.call(
      userPassword,
      { password: 'Another-g00d-1', old },
      { token: data?.token, remoteAddress: newAddress(), ...headersOf(from) },
    );
  for (let guess = 0; guess < 5; guess++) expect(await change('wrong')).toMatchObject({ code: 2001 });
  expect(await change(GOOD)).toMatchObject({ code: 1003 });
  expect(await change(GOOD, device)).toMatchObject({ status: 1 });
});

test('after a new password or a logout everywhere only the calling device is known', async () => {
  const other = await knownDevice();
  const { data, device } = await logIn();
  const changed = await site.call(
    userPassword,
    { password: 'Another-g00d-1', old: GOOD },
    { token: data?.token, ...headersOf(device) },
  );
  await strangersGuess();
  const password = 'Another-g00d-1';
  expect(await logIn({ password, device: other })).toMatchObject({ code: 1003 });
  const back = await logIn({ password, device: changed.device });
  expect(back).toMatchObject({ status: 1 });

  site.setTime(new Date(start.getTime() + DAY_MS * 2));
  const third = await logIn({ password });
  await site.call(userLogout, { all: true }, { token: third.data?.token, ...headersOf(third.device) });
  await strangersGuess();
  expect(await logIn({ password, device: back.device })).toMatchObject({ code: 1003 });
  expect(await logIn({ password, device: third.device })).toMatchObject({ status: 1 });
});

test('a device stays known after it logs out', async () => {
  const { data, device } = await logIn();
  await site.call(userLogout, {}, { token: data?.token, ...headersOf(device) });
  await strangersGuess();
  expect(await logIn({ device })).toMatchObject({ status: 1 });
});

test('an account has twenty known devices; the one with the oldest login is removed', async () => {
  const { id } = await withPassword(site, `many_${names}`, GOOD);
  const cookies = Array.from({ length: 19 }, () => randomBytes(32).toString('base64url'));
  await site.pool.query(
    `insert into account.device_cookie (hash, reader_id, issued_at)
     select hash, $2, $3::timestamptz - interval '1 minute' * n from unnest($1::bytea[]) with ordinality d (hash, n)`,
    [cookies.map((cookie) => createHash('sha256').update(cookie).digest()), id, start],
  );
  const name = `many_${names}`;
  await knownDevice({ name });
  await strangersGuess(name);
  expect(await logIn({ name, device: cookies[18] })).toMatchObject({ code: 1003 });
  expect(await logIn({ name, device: cookies[17] })).toMatchObject({ status: 1 });
  const { rowCount } = await site.pool.query('select from account.device_cookie where reader_id = $1', [id]);
  expect(rowCount).toBe(20);
});

test('a device is removed after 400 days without a login', async () => {
  const device = await knownDevice();
  await site.sweep(new Date(start.getTime() + 399 * DAY_MS));
  await strangersGuess();
  expect(await logIn({ device, password: 'wrong' })).toMatchObject({ code: 2001 });
  await site.sweep(new Date(start.getTime() + 401 * DAY_MS));
  await strangersGuess();
  expect(await logIn({ device })).toMatchObject({ code: 1003 });
});

test('the cookie is HttpOnly, long-lived, limited to account paths, and stored only as a hash', async () => {
  const response = await site.http.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'content-type': 'text/plain' },
    payload: site.cipher.seal(JSON.stringify({ username: owner, password: GOOD })),
    remoteAddress: newAddress(),
  });
  const set = [response.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('device='));
  expect(set).toMatch(/^device=[\w-]{43}; Path=\/api\/user; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
  const cookie = /=([^;]*)/.exec(set ?? '')?.[1] ?? '';
  const { rows } = await site.pool.query<{ dump: string }>(
    "select string_agg(d::text, '') as dump from account.device_cookie d",
  );
  expect(rows[0]?.dump).toContain(createHash('sha256').update(cookie).digest('hex'));
  expect(rows[0]?.dump).not.toContain(cookie);
});

test('with https the cookie is Secure', async () => {
  const proxied = await startTestApp({ beside: site, trustProxy: 1 });
  const { device } = await knownAt(proxied);
  expect(device).toContain('; Secure');
  await proxied.close();
});

async function knownAt(app: TestApp) {
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'content-type': 'text/plain', 'x-forwarded-proto': 'https', 'x-forwarded-for': newAddress() },
    payload: app.cipher.seal(JSON.stringify({ username: owner, password: GOOD })),
  });
  return { device: [response.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith('device=')) };
}

test('the cookie is no token, and no login is possible without the password', async () => {
  const device = await knownDevice();
  expect(await site.call(userInfo, { token: device }, headersOf(device))).toMatchObject({ status: 403 });
  expect(await logIn({ device, password: 'wrong' })).toMatchObject({ code: 2001, data: null });
  expect(await site.call(userDelete, { password: GOOD }, headersOf(device))).toMatchObject({ status: 403 });
});

test('neither a refusal nor an anonymous session sets a cookie', async () => {
  expect((await logIn({ password: 'wrong' })).device).toBeUndefined();
  const anonymous = await site.call(userRegister, { domain: 'test', platform: null }, { remoteAddress: newAddress() });
  expect(anonymous).toMatchObject({ status: 1, device: undefined });
  const { token } = anonymous.data ?? {};
  const taken = await site.call(userPassword, { username: owner, password: GOOD }, { token });
  expect(taken).toMatchObject({ code: 2005, device: undefined });
});

test('devices are erased with the account', async () => {
  const { data } = await logIn();
  await site.call(userDelete, { password: GOOD }, { token: data?.token });
  const kept = () => site.pool.query('select from account.device_cookie where reader_id = $1', [data?.user.id]);
  expect((await kept()).rowCount).toBe(2);
  await site.sweep(new Date(start.getTime() + 8 * DAY_MS));
  expect((await kept()).rowCount).toBe(0);
});
