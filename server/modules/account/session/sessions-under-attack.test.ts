import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Call } from '#contract/call';
import * as accountCalls from '#contract/calls/account';
import { comicInfo } from '#contract/calls/comic';
import * as sessionCalls from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { lastCode, newAddress, newPhone, signedIn, withPassword } from '../../../../testing/factories/readers.ts';

const account = { ...sessionCalls, ...accountCalls };
const { bindPhone, endSession, userInfo, userLogin, userLogout, userPassword, userSessions } = account;

// Hundreds of calls and dozens of hashes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const GOOD = 'Tr0ub4dor&3-x';
const lost = { status: 403, code: -1 };
const info = (token: string) => site.call(userInfo, { token });
const seal = (text: string) => site.cipher.seal(text);

test('a token from before the login is invalid after it, by password or by SMS', async () => {
  const { id } = await withPassword(site, 'planted_on', GOOD);
  const planted = await site.visitor();
  const { data } = await site.call(userLogin, { username: 'planted_on', password: GOOD }, { token: planted });
  expect(data?.token).not.toBe(planted);
  expect(await info(planted)).toMatchObject(lost);
  const upgraded = await site.visitor();
  const after = await signedIn(site, { from: upgraded });
  expect(await info(upgraded)).toMatchObject(lost);
  for (const token of [data?.token ?? '', after.token]) expect(await info(token)).toMatchObject({ status: 1 });
  const { data: devices } = await site.call(userSessions, {}, { token: data?.token });
  expect(devices?.devices).toHaveLength(2);
  expect((await info(data?.token ?? '')).data?.id).toBe(id);
});

/** A second session of a reader. Anonymous readers normally have one. */
async function copiedSession(readerId: number | undefined): Promise<string> {
  const copy = await site.visitor();
  const hash = createHash('sha256').update(copy).digest();
  await site.pool.query('update account.session set reader_id = $1 where token_hash = $2', [readerId, hash]);
  expect((await info(copy)).data?.id).toBe(readerId);
  return copy;
}

test.each([
  [
    'its first password',
    async (token: string) => site.call(userPassword, { username: 'first_secret', password: GOOD }, { token }),
  ],
  [
    'its first phone',
    async (token: string) => {
      const telephone = newPhone();
      await site.call(account.bindSendCode, { telephone }, { token, remoteAddress: newAddress() });
      return site.call(bindPhone, { telephone, code: await lastCode(site, telephone) }, { token });
    },
  ],
])('%s ends all sessions except the calling one', async (_what, secure) => {
  const token = await site.visitor();
  const copy = await copiedSession((await info(token)).data?.id);
  const { data } = await secure(token);
  for (const dead of [token, copy]) expect(await info(dead)).toMatchObject(lost);
  expect(await info(data?.token ?? '')).toMatchObject({ status: 1 });
});

test('a merge ends all sessions of the anonymous reader, also a copied one', async () => {
  await withPassword(site, 'merged_whole', GOOD);
  const token = await site.visitor();
  const copy = await copiedSession((await info(token)).data?.id);
  await site.call(userLogin, { username: 'merged_whole', password: GOOD }, { token });
  expect(await info(copy)).toMatchObject(lost);
});

test('a token in an address or a cookie is ignored', async () => {
  const token = await site.visitor();
  for (const url of [`/api/comic/info?token=${token}`, `/api/user/detail?authorization=${token}`, `/?token=${token}`]) {
    const response = await site.http.inject({ method: 'POST', url, headers: { cookie: `token=${token}` } });
    const body = response.statusCode === 200 ? JSON.parse(site.cipher.open(response.body)) : { status: 403 };
    expect(body.status).toBe(403);
  }
});

test('no log line of any level has a token, a password, a code or a whole phone number in it', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logged = await startTestApp({ log: pino({ level: 'trace' }, stream) });
  const telephone = newPhone();
  const visitor = await logged.visitor();
  await logged.call(account.loginSendSms, { telephone });
  const code = await lastCode(logged, telephone);
  const { data } = await logged.call(account.loginBySms, { telephone, code }, { token: visitor });
  await logged.call(account.userSendCode, { purpose: 'password' }, { token: data?.token });
  const first = { username: 'silent', password: GOOD, code: await lastCode(logged, telephone) };
  const set = await logged.call(userPassword, first, { token: data?.token });
  expect(set).toMatchObject({ status: 1 });
  await logged.call(userLogin, { username: 'silent', password: `${GOOD}!` });
  await logged.call(bindPhone, { telephone, code: '123456' }, { token: set.data?.token });
  await logged.pool.query('alter table account.sms_send rename to elsewhere');
  await logged.call(account.loginSendSms, { telephone: newPhone() });
  await logged.pool.query('alter table account.reader rename to nowhere');
  expect(await logged.call(userLogin, { username: 'silent', password: GOOD })).toMatchObject({ http: 500 });
  await logged.close();
  const log = lines.join('');
  expect(log).toContain('a text message waits in the outbox');
  expect(log).toContain('a call failed');
  for (const secret of [visitor, data?.token ?? 'none', set.data?.token ?? 'none', GOOD, code, first.code, telephone])
    expect(log).not.toContain(secret);
});

test('no call accepts the session, phone or account of another reader', async () => {
  const victim = await signedIn(site);
  const attacker = await withPassword(site, 'nosy', GOOD);
  const { data } = await site.call(userSessions, {}, { token: victim.token });
  await site.call(endSession, { id: data?.devices[0]?.id ?? '' }, { token: attacker.token });
  expect(await info(victim.token)).toMatchObject({ status: 1 });

  const before = await rowOf(victim.id);
  const named = { id: victim.id, readerId: victim.id, reader_id: victim.id, userId: victim.id, token: attacker.token };
  const calls: [Call, object][] = [
    [account.userDetail, {}],
    [account.userGender, { gender: 2 }],
    [account.userNickname, { nickname: '别人' }],
    [account.userAdult, { adult: true }],
    [account.userTeen, { on: true, pin: '1234' }],
    [account.userAutoBuy, { on: true }],
    [account.userAutoBuys, {}],
    [account.userExport, {}],
    [account.userSessions, {}],
    [account.userSendCode, { purpose: 'delete' }],
    [account.userDelete, { password: GOOD }],
  ];
  for (const [call, payload] of calls) {
    const answer = await site.post(call.path, seal(JSON.stringify({ ...payload, ...named })), {
      authorization: `Bearer ${attacker.token}`,
    });
    expect(answer.http, call.path).toBe(200);
    expect(JSON.stringify(answer.data), call.path).not.toContain(victim.nickname);
    expect(JSON.stringify(answer.data), call.path).not.toContain(victim.phone);
  }
  expect(await rowOf(victim.id)).toEqual(before);
  expect(await info(victim.token)).toMatchObject({ status: 1 });
});

test('unknown fields of a payload have no effect', async () => {
  const { token, id } = await withPassword(site, 'greedy', GOOD);
  const before = await rowOf(id);
  const extra = {
    growth_points: 9_999,
    growthPoints: 9_999,
    points: 9_999,
    coins: 9_999,
    bonus: 1,
    tickets: 9,
    grade: { level: 6 },
    registered: true,
    telephone: '13900000000',
    username: 'admin',
    banned_at: null,
    erases_at: null,
    password_hash: 'x',
    hasPassword: false,
    created_at: '2000-01-01T00:00:00Z',
    is_admin: true,
    role: 'operator',
  };
  for (const [call, payload] of [
    [account.userNickname, { nickname: '贪心' }],
    [account.userGender, { gender: 1 }],
    [account.userAdult, { adult: true }],
    [account.userAutoBuy, { on: true }],
  ] as const)
    expect(await site.post(call.path, seal(JSON.stringify({ ...extra, ...payload })), bearer(token))).toMatchObject({
      status: 1,
    });
  const changed = { nickname: '贪心', gender: 1, adult: true, auto_buy: true };
  expect(await rowOf(id)).toEqual({ ...before, ...changed });
});

test('__proto__ and constructor in a payload of any account call have no effect', async () => {
  const poison = '"__proto__":{"isAdmin":true,"registered":true},"constructor":{"prototype":{"isAdmin":true}}';
  for (const call of Object.values(account)) {
    const fresh = await site.call(
      account.userRegister,
      { domain: 'x', platform: null },
      { remoteAddress: newAddress() },
    );
    const token = fresh.data?.token ?? '';
    for (const body of [`{${poison}}`, `{${poison},"token":"${token}","id":{${poison}},"proof":"{${'x'}}"}`]) {
      const answer = await site.post(call.path, seal(body), { ...bearer(token), 'x-forwarded-for': '10.0.0.1' });
      expect(answer.http, call.path).toBeLessThan(500);
    }
  }
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});

test('no call accepts an ended session', async () => {
  const { token } = await signedIn(site);
  await site.call(userLogout, { all: true }, { token });
  const open = Object.values(account).filter((call) => call.who !== 'anyone');
  for (const call of [...open, comicInfo])
    expect(await site.post(call.path, seal(JSON.stringify({ token })), bearer(token)), call.path).toMatchObject(lost);
});

test('an account has at most fifty sessions; the least recently used one ends', async () => {
  const { id, token } = await withPassword(site, 'everywhere', GOOD);
  const older = Array.from({ length: 49 }, () => randomBytes(32).toString('base64url'));
  await site.pool.query(
    `insert into account.session (token_hash, reader_id, created_at, seen_at, expires_at)
     select hash, $2, now(), now() - interval '1 minute' * n, now() + interval '30 days'
     from unnest($1::bytea[]) with ordinality s (hash, n)`,
    [older.map((each) => createHash('sha256').update(each).digest()), id],
  );
  const login = await site.call(userLogin, { username: 'everywhere', password: GOOD });
  const newest = login.data?.token ?? '';
  const { rowCount } = await site.pool.query('select from account.session where reader_id = $1', [id]);
  expect(rowCount).toBe(50);
  expect(await info(older[48] ?? '')).toMatchObject(lost);
  for (const alive of [newest, token, older[47] ?? '']) expect(await info(alive)).toMatchObject({ status: 1 });
});

test('only registered readers can delete an account', async () => {
  const token = await site.visitor();
  expect(await site.call(account.userDelete, { password: GOOD }, { token })).toMatchObject({ code: 1401 });
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function rowOf(id: number): Promise<Record<string, unknown> | undefined> {
  const { rows } = await site.pool.query<Record<string, unknown>>('select * from account.reader where id = $1', [id]);
  return rows[0];
}
