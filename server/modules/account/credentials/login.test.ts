import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import {
  bindPhone,
  bindSendCode,
  endSession,
  loginBySms,
  loginSendSms,
  userLogin,
  userPassword,
  userSendCode,
  userSessions,
} from '#contract/calls/account';
import { userInfo, userLogout } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import {
  lastCode,
  newAddress,
  newPhone,
  ownCode,
  signedIn,
  withBoth,
  withPassword,
} from '../../../../testing/factories/readers.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const GOOD = 'Tr0ub4dor&3-x';
const DAY_MS = 24 * 3600 * 1000;
const lost = { status: 403, code: -1 };
const info = (token: string) => site.call(userInfo, { token });
const login = (username: string, password: string, token?: string) =>
  site.call(userLogin, { username, password }, { token, remoteAddress: newAddress() });

test('an unknown phone registers the anonymous reader of the session, with all their data', async () => {
  const token = await site.visitor();
  const before = (await info(token)).data;
  const after = await signedIn(site, { from: token });
  expect(after).toMatchObject({ id: before?.id, nickname: before?.nickname, registered: true, hasPassword: false });
  expect(after.telephone).toBe(`${after.phone.slice(0, 3)}****${after.phone.slice(7)}`);
  expect(after.token).not.toBe(token);
  expect(await info(token)).toMatchObject(lost);
});

test('an unknown phone without a session becomes a new account; a known one is the same account again', async () => {
  const first = await signedIn(site);
  site.setTime(new Date(Date.now() + 61_000));
  const second = await signedIn(site, { telephone: first.phone });
  site.setTime(null);
  expect(second.id).toBe(first.id);
  expect(second.token).not.toBe(first.token);
});

test('a username in any case and its password log in, with a token, the config and the reader', async () => {
  const made = await withPassword(site, 'Reader_One', GOOD);
  expect(made).toMatchObject({ username: 'Reader_One', registered: true, hasPassword: true });
  const { status, data, cookie } = await login('reader_ONE', GOOD);
  expect(status).toBe(1);
  expect(data?.user).toMatchObject({ id: made.id, token: data?.token });
  expect(data?.config.login).toEqual({ sms: true, password: true });
  expect(cookie).toContain(`token=${data?.token};`);
});

test('a phone number can replace the username', async () => {
  const reader = await signedIn(site);
  const { token, phone, id } = reader;
  await site.call(userPassword, { password: GOOD, code: await ownCode(site, reader, 'password') }, { token });
  expect((await login(phone, GOOD)).data?.user.id).toBe(id);
});

test('a wrong password and an unknown username get the same answer', async () => {
  await withPassword(site, 'somebody', GOOD);
  const [wrong, unknown] = [await login('somebody', 'not this one'), await login('nobody_at_all', 'not this one')];
  expect(wrong).toMatchObject({ http: 200, status: 0, code: 2001, message: '用户名或密码错误', data: null });
  expect(unknown).toEqual(wrong);
});

test('logging in from an anonymous session ends it, and its settings move to the account', async () => {
  const account = await withPassword(site, 'merging', GOOD);
  const token = await site.visitor();
  const { data } = await login('merging', GOOD, token);
  expect(data?.user.id).toBe(account.id);
  expect(await info(token)).toMatchObject(lost);
  expect(await info(account.token)).toMatchObject({ status: 1 });
});

test('logging in to another account ends the session in use and nothing else', async () => {
  const [one, other] = [await withPassword(site, 'account_a', GOOD), await withPassword(site, 'account_b', GOOD)];
  const elsewhere = (await login('account_a', GOOD)).data?.token ?? '';
  const { data } = await login('account_b', GOOD, one.token);
  expect(data?.user.id).toBe(other.id);
  expect(await info(one.token)).toMatchObject(lost);
  expect(await info(elsewhere)).toMatchObject({ status: 1 });
  expect((await login('account_a', GOOD)).data).toMatchObject({ restored: false, user: { id: one.id } });
});

test('a new password needs the old one or a code, logs out every other device and gives this one a new token', async () => {
  const first = await withPassword(site, 'changing', GOOD);
  const second = (await login('changing', GOOD)).data;
  const change = (payload: { old?: string; code?: string }) =>
    site.call(userPassword, { password: 'Another-g00d-1', ...payload }, { token: first.token });
  expect(await change({})).toMatchObject({ http: 400, code: 1001 });
  expect(await change({ old: 'not this one' })).toMatchObject({ code: 2001 });
  expect(await change({ code: '123456' })).toMatchObject({ code: 2002 });
  const { data, cookie } = await change({ old: GOOD });
  expect(cookie).toContain(`token=${data?.token};`);
  for (const dead of [first.token, second?.token ?? '']) expect(await info(dead)).toMatchObject(lost);
  expect(await info(data?.token ?? '')).toMatchObject({ status: 1 });
  expect(await login('changing', GOOD)).toMatchObject({ code: 2001 });
  expect(await login('changing', 'Another-g00d-1')).toMatchObject({ status: 1 });
});

test('a forgotten password is replaced after logging in by SMS, with a code of that purpose', async () => {
  const { phone } = await withBoth(site, 'forgetful', GOOD);
  site.setTime(new Date(Date.now() + 61_000));
  const back = await signedIn(site, { telephone: phone });
  const code = await ownCode(site, back, 'password');
  const { data } = await site.call(userPassword, { password: 'Another-g00d-1', code }, { token: back.token });
  site.setTime(null);
  expect(data).toMatchObject({ username: 'forgetful' });
  expect(await login('forgetful', 'Another-g00d-1')).toMatchObject({ status: 1 });
});

test('a code for the bound phone is refused with 1401 if no phone is bound', async () => {
  const { token } = await withPassword(site, 'phoneless', GOOD);
  expect(await site.call(userSendCode, { purpose: 'delete' }, { token })).toMatchObject({ code: 1401 });
});

test('a username is taken in any case of letters, and is set once', async () => {
  const { token } = await withPassword(site, 'Taken_Name', GOOD);
  const other = await site.visitor();
  const set = (username: string, with_: string, old?: string) =>
    site.call(userPassword, { username, password: GOOD, old }, { token: with_ });
  expect(await set('tAKEN_nAME', other)).toMatchObject({ code: 2005 });
  expect(await set('second_name', token, GOOD)).toMatchObject({ http: 400, code: 1001 });
  for (const bad of ['abc', '有名字', 'a-b-c', '13800138000', 'a b c d'])
    expect(await set(bad, other)).toMatchObject({ http: 400, message: expect.stringContaining('username') });
});

test.each([
  'short-1',
  'password',
  'Password123!',
  'p@ssw0rd',
  '12345678',
  '87654321',
  'qwertyuiop',
  '1qaz2wsx',
  'aaaaaaaa',
  'abcabcabc',
  'woaini1314',
  'iloveyou520',
  '19900101',
  '13812345678',
  'manyu2026',
  'weakling_1',
  '!@#$%^&*()',
  'qwer-1234',
])('the password %s is too simple', async (password) => {
  const token = await site.visitor();
  const answer = await site.call(userPassword, { username: 'weakling', password }, { token });
  expect(answer).toMatchObject({ http: 200, code: 2006, message: '密码太简单' });
});

test.each(['x7#kQ9!m', '漫画真好看啊呀呀', '=;~|?.:/', 'sunlit otter 42', '84629173'])(
  'the password %s will do',
  async (password) => {
    const token = await site.visitor();
    const username = `strong_${Buffer.from(password).toString('hex').slice(0, 12)}`;
    expect(await site.call(userPassword, { username, password }, { token })).toMatchObject({ status: 1 });
    expect(await site.call(userLogin, { username, password })).toMatchObject({ status: 1 });
  },
);

test('binding a first phone replaces the token of this device; other devices stay', async () => {
  const first = await withPassword(site, 'binding', GOOD);
  const second = (await login('binding', GOOD)).data?.token ?? '';
  const telephone = newPhone();
  await site.call(bindSendCode, { telephone }, { token: first.token });
  const code = await lastCode(site, telephone);
  const { data } = await site.call(bindPhone, { telephone, code, password: GOOD }, { token: first.token });
  expect(data).toMatchObject({ id: first.id, telephone: expect.stringContaining('****') });
  expect(await info(first.token)).toMatchObject(lost);
  expect(await info(second)).toMatchObject({ status: 1 });
  expect((await login(telephone, GOOD)).data?.user.id).toBe(first.id);
});

test('a phone that is bound to another account is refused with 2004, but only with a right code', async () => {
  const { phone } = await signedIn(site);
  const token = await site.visitor();
  site.setTime(new Date(Date.now() + 61_000));
  const sent = await site.call(bindSendCode, { telephone: phone }, { token, remoteAddress: newAddress() });
  expect(sent.data).toEqual({ resendAfter: 60 });
  expect(await site.call(bindPhone, { telephone: phone, code: '000000' }, { token })).toMatchObject({ code: 2002 });
  const code = await lastCode(site, phone);
  expect(await site.call(bindPhone, { telephone: phone, code }, { token })).toMatchObject({ code: 2004 });
  site.setTime(null);
});

test('a code is valid only for its purpose', async () => {
  const telephone = newPhone();
  const token = await site.visitor();
  await site.call(bindSendCode, { telephone }, { token });
  const code = await lastCode(site, telephone);
  expect(await site.call(loginBySms, { telephone, code }, { token })).toMatchObject({ code: 2002 });
  expect(await site.call(bindPhone, { telephone, code }, { token })).toMatchObject({ status: 1 });
});

test('a code is valid for five minutes, and only the newest one', async () => {
  const telephone = newPhone();
  const start = Date.now();
  const options = { remoteAddress: newAddress() };
  await site.call(loginSendSms, { telephone }, options);
  const first = await lastCode(site, telephone);
  site.setTime(new Date(start + 61_000));
  await site.call(loginSendSms, { telephone }, options);
  const second = await lastCode(site, telephone);
  if (first !== second)
    expect(await site.call(loginBySms, { telephone, code: first }, options)).toMatchObject({ code: 2002 });
  site.setTime(new Date(start + 61_000 + 5 * 60_000));
  expect(await site.call(loginBySms, { telephone, code: second }, options)).toMatchObject({ code: 2002 });
  site.setTime(null);
});

test('the devices of an account are listed and can be ended; the list has no secrets of the sessions', async () => {
  const made = await withPassword(site, 'devices', GOOD);
  const iphone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) MicroMessenger/8.0' };
  const phone = await site.call(userLogin, { username: 'devices', password: GOOD }, { headers: iphone });
  const { data } = await site.call(userSessions, {}, { token: made.token });
  expect(data?.devices).toMatchObject([
    { here: true, device: '未知设备' },
    { here: false, device: 'iPhone · 微信' },
  ]);
  const { rows } = await site.pool.query<{ hash: string }>(
    "select encode(token_hash, 'hex') as hash from account.session where reader_id = $1",
    [made.id],
  );
  for (const { hash } of rows) expect(JSON.stringify(data)).not.toContain(hash);
  const id = data?.devices[1]?.id ?? '';
  expect(await site.call(endSession, { id }, { token: made.token })).toMatchObject({ status: 1 });
  expect(await info(phone.data?.token ?? '')).toMatchObject(lost);
  expect(await info(made.token)).toMatchObject({ status: 1 });
});

test('logging out ends this session, or all of them', async () => {
  const one = await withPassword(site, 'leaving', GOOD);
  const two = (await login('leaving', GOOD)).data?.token ?? '';
  const three = (await login('leaving', GOOD)).data?.token ?? '';
  expect(await site.call(userLogout, {}, { token: one.token })).toMatchObject({ status: 1, data: {} });
  expect(await info(one.token)).toMatchObject(lost);
  expect(await info(two)).toMatchObject({ status: 1 });
  await site.call(userLogout, { all: true }, { token: two });
  for (const dead of [two, three]) expect(await info(dead)).toMatchObject(lost);
});

test('a registered session ends 30 days after its last use', async () => {
  const { token } = await signedIn(site);
  site.setTime(new Date(Date.now() + 20 * DAY_MS));
  expect(await info(token)).toMatchObject({ status: 1, cookie: expect.stringContaining(token) });
  site.setTime(new Date(Date.now() + 45 * DAY_MS));
  expect(await info(token)).toMatchObject({ status: 1 });
  site.setTime(new Date(Date.now() + 76 * DAY_MS));
  expect(await info(token)).toMatchObject(lost);
  site.setTime(null);
});

test('from the next call on, no node accepts the session of a banned reader, until the ban ends', async () => {
  const other = await startTestApp({ beside: site });
  const { token, id } = await signedIn(site);
  const ban = (banned: boolean) =>
    site.pool.query('update account.reader set banned_at = case when $2 then now() end where id = $1', [id, banned]);
  for (const app of [site, other]) expect(await app.call(userInfo, { token })).toMatchObject({ status: 1 });
  await ban(true);
  const body = site.cipher.seal(JSON.stringify({ token }));
  for (const app of [site, other]) {
    for (const { path } of CALLS.filter(({ who }) => who !== 'anyone'))
      expect(await app.post(path, body, { authorization: `Bearer ${token}` }), path).toMatchObject(lost);
  }
  await ban(false);
  for (const app of [site, other]) expect(await app.call(userInfo, { token })).toMatchObject({ status: 1 });
  await other.close();
});

test('a banned reader has no session and cannot start one', async () => {
  const { token, id, phone } = await withBoth(site, 'banished', GOOD);
  await site.pool.query('update account.reader set banned_at = now() where id = $1', [id]);
  expect(await info(token)).toMatchObject(lost);
  expect(await login('banished', GOOD)).toMatchObject({ code: 2001, message: '账号已停用' });
  expect(await login('banished', 'not this one')).toMatchObject({ code: 2001, message: '用户名或密码错误' });
  site.setTime(new Date(Date.now() + 61_000));
  const options = { remoteAddress: newAddress() };
  await site.call(loginSendSms, { telephone: phone }, options);
  const entry = { telephone: phone, code: await lastCode(site, phone) };
  expect(await site.call(loginBySms, entry, options)).toMatchObject({ code: 2002, message: '账号已停用' });
  site.setTime(null);
});
