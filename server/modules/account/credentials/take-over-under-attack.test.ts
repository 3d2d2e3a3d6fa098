import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bindPhone, bindSendCode, userLogin, userPassword, userSendCode } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import {
  lastCode,
  newAddress,
  newPhone,
  newVisitor,
  ownCode,
  signedIn,
  withBoth,
  withPassword,
} from '../../../../testing/factories/readers.ts';
import type { Ctx } from '../../../core/dispatch/ctx.ts';
import { createRateLimits } from '../../../core/limits/rate-limit.ts';
import { createAccount, messagesAfter } from '../account.ts';

// Dozens of passwords to hash, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp();
});
afterAll(() => site.close());

const GOOD = 'Tr0ub4dor&3-x';
const OTHER = 'Another-g00d-1';
const lost = { status: 403, code: -1 };
const info = (token: string) => site.call(userInfo, { token });
const login = (username: string, password: string) =>
  site.call(userLogin, { username, password }, { remoteAddress: newAddress() });

/** A new phone, and the code that a session requested for it. */
async function bindCode(token: string, telephone = newPhone()) {
  await site.call(bindSendCode, { telephone }, { token, remoteAddress: newAddress() });
  return { telephone, code: await lastCode(site, telephone) };
}

type Proof = { password?: string; oldCode?: string };
const bind = (token: string, given: { telephone: string; code: string } & Proof) =>
  site.call(bindPhone, given, { token, remoteAddress: newAddress() });

async function messagesTo(telephone: string): Promise<string[]> {
  const all = await messagesAfter(site.pool, 0, 10_000);
  return all.filter((each) => each.telephone === telephone).map(({ body }) => body);
}

test('a stolen session can neither replace the bound phone nor change the password', async () => {
  const { token, phone } = await withBoth(site, 'robbed', GOOD);
  const thief = await bindCode(token);
  expect(await bind(token, thief)).toMatchObject({
    code: 2001,
    message: '请输入登录密码，或发到原手机的验证码',
    data: null,
  });
  expect(await bind(token, { ...thief, password: 'not this one' })).toMatchObject({
    code: 2001,
    message: '密码不正确',
  });
  expect(await bind(token, { ...thief, oldCode: thief.code })).toMatchObject({
    code: 2002,
    message: '原手机的验证码错误或已过期',
    data: { field: 'oldCode' },
  });
  expect((await info(token)).data?.telephone).toBe(`${phone.slice(0, 3)}****${phone.slice(7)}`);
  // The code to change the password goes only to the owner.
  await site.call(userSendCode, { purpose: 'password' }, { token, remoteAddress: newAddress() });
  expect(await messagesTo(thief.telephone)).toHaveLength(1);
  expect(await site.call(userPassword, { password: OTHER, code: thief.code }, { token })).toMatchObject({ code: 2002 });
  expect(await login('robbed', GOOD)).toMatchObject({ status: 1 });
});

test('a stolen session of an account with only a phone can neither set a password nor bind another phone', async () => {
  const { token, phone } = await signedIn(site);
  const first = { username: 'never_set', password: GOOD };
  const refused = { code: 2002, message: '请输入发到已绑定手机的验证码' };
  expect(await site.call(userPassword, first, { token })).toMatchObject(refused);
  expect(await site.call(userPassword, { ...first, old: GOOD }, { token })).toMatchObject(refused);
  const guessed = await site.call(userPassword, { ...first, code: '000000' }, { token });
  expect(guessed).toMatchObject({ code: 2002, message: '验证码错误或已过期' });
  const thief = await bindCode(token);
  for (const proof of [{}, { password: GOOD }])
    expect(await bind(token, { ...thief, ...proof })).toMatchObject({
      code: 2002,
      message: '请输入发到原手机的验证码',
      data: { field: 'oldCode' },
    });
  const { data } = await info(token);
  expect(data).toMatchObject({ hasPassword: false, telephone: `${phone.slice(0, 3)}****${phone.slice(7)}` });
});

test('a stolen session of an account with only a password cannot bind a phone', async () => {
  const { token } = await withPassword(site, 'no_phone_yet', GOOD);
  const thief = await bindCode(token);
  expect(await bind(token, thief)).toMatchObject({ code: 2001, message: '请输入登录密码' });
  expect(await bind(token, { ...thief, oldCode: '123456' })).toMatchObject({ code: 2001 });
  expect((await info(token)).data?.telephone).toBeNull();
  // The code is still valid together with the password.
  expect(await bind(token, { ...thief, password: GOOD })).toMatchObject({ status: 1 });
});

test('guesses of the password in different calls count together', async () => {
  const { token } = await withPassword(site, 'guessed_at', GOOD);
  // The sixth guess has a delay of a second, and hashing takes longer.
  site.setTime(new Date());
  const given = { telephone: newPhone(), code: '123456', password: 'not this one' };
  const answers = await Promise.all(Array.from({ length: 12 }, () => bind(token, given)));
  expect(answers.map(({ code }) => code).filter((code) => code === 2001)).toHaveLength(5);
  expect(await site.call(userPassword, { password: OTHER, old: 'nor this' }, { token })).toMatchObject({ code: 1003 });
  site.setTime(null);
});

test('a first password for an account with a phone needs a code to that phone', async () => {
  const reader = await signedIn(site);
  const code = await ownCode(site, reader, 'password');
  const { token } = reader;
  const first = { username: 'first_by_code', password: GOOD, code };
  expect(await site.call(userPassword, first, { token })).toMatchObject({ status: 1 });
  expect(await login('first_by_code', GOOD)).toMatchObject({ status: 1 });
});

test.each([
  ['the password', async () => ({ password: GOOD })],
  [
    'a code to the old one',
    async (reader: { token: string; phone: string }) => ({ oldCode: await ownCode(site, reader, 'phone') }),
  ],
])('another phone takes %s; the other devices log out and the old phone gets a notice', async (what, prove) => {
  const username = `moving_${what.length}`;
  const reader = await withBoth(site, username, GOOD);
  const elsewhere = (await login(username, GOOD)).data?.token ?? '';
  site.setTime(new Date(Date.now() + 61_000));
  const next = await bindCode(reader.token);
  const { data } = await bind(reader.token, { ...next, ...(await prove(reader)) });
  site.setTime(null);
  expect(data).toMatchObject({
    id: reader.id,
    telephone: `${next.telephone.slice(0, 3)}****${next.telephone.slice(7)}`,
  });
  for (const dead of [reader.token, elsewhere]) expect(await info(dead)).toMatchObject(lost);
  await expect.poll(() => messagesTo(reader.phone)).toContainEqual(expect.stringContaining('已改绑另一个手机号'));
  expect((await messagesTo(reader.phone)).at(-1)).not.toMatch(/\d{6}/);
  const { rows } = await site.pool.query<{ sent: boolean; address: string | null }>(
    'select sent, address from account.sms_send where telephone = $1 order by id desc limit 1',
    [reader.phone],
  );
  expect(rows).toEqual([{ sent: true, address: null }]);
  expect((await messagesTo(next.telephone)).join()).not.toContain('改绑');
});

test('a first phone gets only its code, and so does the same phone bound again', async () => {
  const { token, phone } = await withBoth(site, 'same_again', GOOD);
  site.setTime(new Date(Date.now() + 61_000));
  const again = await bindCode(token, phone);
  expect(await bind(token, { ...again, password: GOOD })).toMatchObject({ status: 1 });
  site.setTime(null);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await messagesTo(phone)).toHaveLength(2);
});

test('after one wrong code the other one stays valid, and both lose a try', async () => {
  const reader = await signedIn(site);
  const next = await bindCode(reader.token);
  const oldCode = await ownCode(site, reader, 'phone');
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const bad = { code: 2002, message: '验证码错误或已过期', data: null };
  const badOld = { code: 2002, data: { field: 'oldCode' } };
  for (let i = 0; i < 2; i++) {
    expect(await bind(reader.token, { ...next, code: wrong(next.code), oldCode })).toMatchObject(bad);
    expect(await bind(reader.token, { ...next, oldCode: wrong(oldCode) })).toMatchObject(badOld);
  }
  expect(await bind(reader.token, { ...next, oldCode })).toMatchObject({ status: 1 });
});

test('both codes for another phone are valid until before the end of five minutes', async () => {
  const reader = await signedIn(site);
  const sentAt = Date.now();
  site.setTime(new Date(sentAt));
  const given = { ...(await bindCode(reader.token)), oldCode: await ownCode(site, reader, 'phone') };
  site.setTime(new Date(sentAt + 5 * 60_000));
  expect(await bind(reader.token, given)).toMatchObject({ code: 2002 });
  site.setTime(new Date(sentAt + 5 * 60_000 - 1));
  expect(await bind(reader.token, given)).toMatchObject({ status: 1 });
  site.setTime(null);
});

test('after five wrong guesses of two codes the right ones are refused', async () => {
  const reader = await signedIn(site);
  const next = await bindCode(reader.token);
  const oldCode = await ownCode(site, reader, 'phone');
  const guess = { ...next, oldCode: oldCode === '000000' ? '000001' : '000000' };
  for (let i = 0; i < 5; i++) expect(await bind(reader.token, guess)).toMatchObject({ code: 2002 });
  expect(await bind(reader.token, { ...next, oldCode })).toMatchObject({ code: 2002 });
});

test('concurrent calls with both right codes make one change', async () => {
  const reader = await signedIn(site);
  const next = await bindCode(reader.token);
  const oldCode = await ownCode(site, reader, 'phone');
  const answers = await Promise.all(Array.from({ length: 8 }, () => bind(reader.token, { ...next, oldCode })));
  expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  const { rows } = await site.pool.query('select from account.sms_code where telephone = any($1)', [
    [reader.phone, next.telephone],
  ]);
  expect(rows).toEqual([]);
});

test('a session cannot change a phone that was changed after its request', async () => {
  const reader = await withBoth(site, 'overtaken_phone', GOOD);
  const [mine, thief] = [await bindCode(reader.token), await bindCode(reader.token)];
  const answers = await Promise.all([mine, thief].map((each) => bind(reader.token, { ...each, password: GOOD })));
  expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(1);
});

test('an anonymous reader binds a phone and sets a password without a confirmation', async () => {
  const token = await newVisitor(site);
  const { data } = await bind(token, await bindCode(token));
  expect(data).toMatchObject({ registered: true });
  const other = await newVisitor(site);
  expect(await site.call(userPassword, { username: 'newcomer_1', password: GOOD }, { token: other })).toMatchObject({
    status: 1,
  });
});

test('a change succeeds if its notice cannot be sent or counted', async () => {
  const reader = await withBoth(site, 'unheard', GOOD);
  const next = await bindCode(reader.token);
  const sender = { name: 'broken', send: () => Promise.reject(new Error('connection reset')) };
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const rename = (from: string, to: string) => site.pool.query(`alter table account.${from} rename to ${to}`);
  for (const [dailyBudget, breaks] of [
    [1000, 'a text message was not taken'],
    [0, 'a notice was not sent: too many text messages'],
    [1000, 'relation \\"account.sms_send\\" does not exist'],
  ] as const) {
    const sms = { now: () => ({ senders: [sender], dailyBudget }) };
    const isCounted = !breaks.startsWith('relation');
    if (!isCounted) await rename('sms_send', 'elsewhere');
    const account = await createAccount({
      log,
      pool: site.pool,
      limits: createRateLimits(null),
      sms,
      ports: { siteName: async () => '', dataOwners: () => [] },
    });
    const from = { address: newAddress(), url: '', secure: true, userAgent: '', token: reader.token };
    const ctx: Ctx = { now: new Date(), log, from, setToken() {}, setDeviceCookie() {}, validUntil() {} };
    const caller = await account.authorise(reader.token, ctx);
    if (!caller) throw new Error('the reader has no session');
    const answer = await account.phone.bind({ ...ctx, caller }, { ...next, password: GOOD });
    expect(answer).toMatchObject({ profile: { telephone: next.telephone } });
    await expect.poll(() => lines.join('')).toContain(breaks);
    if (!isCounted) await rename('elsewhere', 'sms_send');
    Object.assign(reader, answer);
    Object.assign(next, await bindCode(reader.token));
  }
  expect(await messagesTo(reader.phone)).toHaveLength(1);
});
