import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sessionLost, staffLinkExpired, weakStaffPassword, wrongFactor, wrongStaffLogin } from '#contract/codes';
import {
  addKey,
  beginFactor,
  changeFactor,
  changePassword,
  confirmFactor,
  keys,
  login,
  me,
  openLink,
  renewRecoveryCodes,
  sessions,
  takeLink,
} from '#contract/console/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import {
  addPerson,
  codeOf,
  followLink,
  logIn,
  STAFF_PASSWORD,
  type StaffPerson,
  staffCall,
} from '../../../testing/factories/staff.ts';
import { transaction } from '../../core/db/db.ts';
import { offerFirstLink } from './staff.ts';

const START = new Date('2026-11-26T04:00:00Z');
const MINUTE_MS = 60_000;

let site: TestApp;
let now = START;
/** Each test begins an hour later: no code, session or limit of the one before counts. */
beforeEach(() => forward(60));
function forward(minutes: number) {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
  site.setTime(now);
}

let owner: StaffPerson;
let names = 0;
beforeAll(async () => {
  site = await startTestApp({ now: START });
});
afterAll(() => site.close());

const isOpen = async (cookie: string | undefined) => (await staffCall(site, me, {}, { cookie })).status === 1;
async function freshOwner(): Promise<StaffPerson> {
  const { cookie } = await logIn(site, owner, now, 0);
  return { ...owner, cookie: cookie ?? '' };
}
const someone = async () => addPerson(site, await freshOwner(), 'editor', `编辑 ${names++}`, now);

test('if several people use links for the first owner at once, one becomes the owner, and all links are void', async () => {
  const links = await Promise.all([1, 2, 3].map(() => transaction(site.pool, (tx) => offerFirstLink(tx, now))));
  const tokens = links.flatMap((link) => (link ? [link.token, link.token] : []));
  const answers = await Promise.allSettled(
    tokens.map((token, index) => followLink(site, token, now, `林老板${index}`)),
  );
  const won = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(won).toHaveLength(1);
  const [first] = won;
  if (!first) throw new Error('nobody won');
  owner = first;
  const { rowCount } = await site.pool.query('select from staff.person');
  expect(rowCount).toBe(1);
  for (const token of tokens) expect((await staffCall(site, openLink, { token })).code).toBe(staffLinkExpired);
  expect(await transaction(site.pool, (tx) => offerFirstLink(tx, now))).toBeNull();
});

test('a first-owner link lasts 30 minutes', async () => {
  const empty = await startTestApp({ now });
  try {
    const link = await transaction(empty.pool, (tx) => offerFirstLink(tx, now));
    const token = link?.token ?? '';
    empty.setTime(new Date(now.getTime() + 30 * MINUTE_MS - 1));
    expect((await staffCall(empty, openLink, { token })).data).toMatchObject({ kind: 'first', name: null });
    empty.setTime(new Date(now.getTime() + 30 * MINUTE_MS));
    expect((await staffCall(empty, openLink, { token })).code).toBe(staffLinkExpired);
  } finally {
    await empty.close();
  }
});

test('a code works once: not again, not an earlier one, and of parallel logins with it one succeeds', async () => {
  const person = await someone();
  forward(2);
  const answers = await Promise.all([1, 2, 3, 4].map(() => logIn(site, person, now, 0)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, wrongStaffLogin, wrongStaffLogin, wrongStaffLogin]);
  expect((await logIn(site, person, now, 0)).code).toBe(wrongStaffLogin);
  expect((await logIn(site, person, now, -1)).code).toBe(wrongStaffLogin);
  expect((await logIn(site, person, now, 1)).code).toBe(0);
});

test.each([-2, 2])('a code of %i periods away is wrong', async (steps) => {
  const person = await someone();
  forward(5);
  expect((await logIn(site, person, now, steps)).code).toBe(wrongStaffLogin);
});

test('a wrong name, password or code is answered alike', async () => {
  const person = await someone();
  forward(2);
  const right = { name: person.name, password: STAFF_PASSWORD, code: codeOf(person.secret, now) };
  const wrongs = [
    { ...right, name: '没有的人' },
    { ...right, password: 'another long password 99' },
    { ...right, code: '000000' },
    { ...right, code: 'aaaa-bbbb-cccc-dddd' },
  ];
  for (const wrong of wrongs) {
    const { code, message, cookie } = await staffCall(site, login, wrong);
    expect([code, message, cookie]).toEqual([wrongStaffLogin, '用户名、密码或验证码错误', undefined]);
  }
  expect((await staffCall(site, login, { ...right, name: ` ${right.name} ` })).code).toBe(0);
});

test.each([
  ['with a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ['in full width', (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))],
])('a code may be typed %s', async (_how, spell) => {
  const person = await someone();
  forward(2);
  const code = spell(codeOf(person.secret, now));
  expect((await staffCall(site, login, { name: person.name, password: STAFF_PASSWORD, code })).code).toBe(0);
});

test('a login ends the session that the browser had', async () => {
  const person = await someone();
  forward(2);
  const payload = { name: person.name, password: STAFF_PASSWORD, code: codeOf(person.secret, now) };
  const { cookie } = await staffCall(site, login, payload, { cookie: person.cookie });
  expect([await isOpen(person.cookie), await isOpen(cookie)]).toEqual([false, true]);
});

test('a recovery code logs in once, however it is written', async () => {
  const person = await someone();
  const [first = '', second = ''] = person.recoveryCodes;
  expect(person.recoveryCodes).toHaveLength(10);
  const use = (code: string) => staffCall(site, login, { name: person.name, password: STAFF_PASSWORD, code });
  const answer = await use(first.toUpperCase().replaceAll('-', ' '));
  expect(answer.data?.recoveryCodes).toBe(9);
  expect((await use(first)).code).toBe(wrongStaffLogin);
  const parallel = await Promise.all([use(second), use(second)]);
  expect(parallel.filter(({ code }) => code === 0)).toHaveLength(1);
  const { data } = await staffCall(site, renewRecoveryCodes, {}, { cookie: answer.cookie });
  expect(data?.recoveryCodes).toHaveLength(10);
  expect((await use(person.recoveryCodes[2] ?? '')).code).toBe(wrongStaffLogin);
});

test('a session ends after 30 minutes without use, and after 12 hours in any case', async () => {
  const idle = await someone();
  forward(29);
  expect(await isOpen(idle.cookie)).toBe(true);
  forward(29);
  expect(await isOpen(idle.cookie)).toBe(true);
  forward(30);
  expect(await isOpen(idle.cookie)).toBe(false);
  const busy = await someone();
  for (let used = 0; used < 12 * 60; used += 20) {
    expect(await isOpen(busy.cookie)).toBe(true);
    forward(20);
  }
  expect(await isOpen(busy.cookie)).toBe(false);
});

test('a step-up needs a code that was not used, gives another token, and ends the old one', async () => {
  const person = await someone();
  forward(11);
  const key = { name: '脚本', role: 'editor', days: 1 } as const;
  expect((await staffCall(site, addKey, key, { cookie: person.cookie })).message).toBe('请先再次验证身份');
  const code = codeOf(person.secret, now);
  expect((await staffCall(site, confirmFactor, { code: '000000' }, { cookie: person.cookie })).code).toBe(wrongFactor);
  const { cookie } = await staffCall(site, confirmFactor, { code }, { cookie: person.cookie });
  expect(await isOpen(person.cookie)).toBe(false);
  expect((await staffCall(site, addKey, key, { cookie })).status).toBe(1);
  expect((await staffCall(site, confirmFactor, { code }, { cookie })).code).toBe(wrongFactor);
  forward(10);
  expect((await staffCall(site, addKey, key, { cookie })).status).toBe(0);
});

test('a changed password, and another authenticator, end the other sessions at once', async () => {
  const person = await someone();
  forward(2);
  const { cookie } = await logIn(site, person, now, 0);
  const password = 'another quiet harbour 58';
  expect((await staffCall(site, changePassword, { old: 'wrong', password }, { cookie })).message).toBe('原密码错误');
  expect((await staffCall(site, changePassword, { old: STAFF_PASSWORD, password }, { cookie })).status).toBe(1);
  expect([await isOpen(person.cookie), await isOpen(cookie)]).toEqual([false, true]);
  expect((await logIn(site, person, now, 1)).code).toBe(wrongStaffLogin);

  const again = await staffCall(site, login, { name: person.name, password, code: codeOf(person.secret, now, 1) });
  const { data } = await staffCall(site, beginFactor, {}, { cookie });
  const secret = data?.secret ?? '';
  expect((await staffCall(site, changeFactor, { code: codeOf(person.secret, now) }, { cookie })).code).toBe(
    wrongFactor,
  );
  expect((await staffCall(site, changeFactor, { code: codeOf(secret, now) }, { cookie })).status).toBe(1);
  expect([await isOpen(again.cookie), await isOpen(cookie)]).toEqual([false, true]);
  const newest = { name: person.name, password };
  expect((await staffCall(site, login, { ...newest, code: codeOf(secret, now) })).code).toBe(wrongStaffLogin);
  expect((await staffCall(site, login, { ...newest, code: codeOf(secret, now, 1) })).code).toBe(0);
});

test('a changed password, and another authenticator, end the API keys too', async () => {
  const person = await someone();
  const by = { cookie: person.cookie };
  const addOne = async () => (await staffCall(site, addKey, { name: '脚本', role: 'editor', days: 1 }, by)).code;
  const count = async () => (await staffCall(site, keys, {}, by)).data?.list.length;
  expect([await addOne(), await count()]).toEqual([0, 1]);
  await staffCall(site, changePassword, { old: STAFF_PASSWORD, password: 'another quiet harbour 58' }, by);
  expect(await count()).toBe(0);
  expect([await addOne(), await count()]).toEqual([0, 1]);
  const secret = (await staffCall(site, beginFactor, {}, by)).data?.secret ?? '';
  await staffCall(site, changeFactor, { code: codeOf(secret, now) }, by);
  expect(await count()).toBe(0);
});

test('a key that was being added while its session was ended is not added', async () => {
  const person = await someone();
  const client = await site.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from staff.person where id = $1 for update', [person.id]);
    const payload = { name: '脚本', role: 'editor', days: 1 } as const;
    const adding = staffCall(site, addKey, payload, { cookie: person.cookie });
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect((await site.pool.query(waiting)).rowCount).toBe(1));
    await client.query('delete from staff.session where person_id = $1', [person.id]);
    await client.query('commit');
    expect((await adding).code).toBe(sessionLost);
  } finally {
    client.release();
  }
});

test.each([
  'short',
  'fourteen-chars',
  'passwordpassword',
  'qwertyuiop123456',
  '编辑林小满编辑林小满编辑林小满',
  'aaaaaaaaaaaaaaaaaaaa',
])('%s is no password for staff', async (password) => {
  const empty = await startTestApp({ now });
  try {
    const token = (await transaction(empty.pool, (tx) => offerFirstLink(tx, now)))?.token ?? '';
    const { data } = await staffCall(empty, openLink, { token });
    const code = codeOf(data?.secret ?? '', now);
    const answer = await staffCall(empty, takeLink, { token, name: '编辑林小满', password, code });
    expect(answer.code).toBe(weakStaffPassword);
    // The link still works.
    expect((await followLink(empty, token, now, '编辑林小满')).id).toBe(1);
  } finally {
    await empty.close();
  }
});

test('secrets are not stored in plain text', async () => {
  const person = await someone();
  const { data } = await staffCall(site, addKey, { name: '脚本', role: 'viewer', days: 1 }, { cookie: person.cookie });
  const tables = ['person', 'session', 'recovery_code', 'link', 'api_key'];
  const stored = await Promise.all(
    tables.map((table) => site.pool.query(`select t::text as row from staff.${table} t`)),
  );
  const text = stored.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
  const factor = (await staffCall(site, beginFactor, {}, { cookie: person.cookie })).data?.secret ?? '';
  const factors = [person.secret, factor].map((secret) => Buffer.from(Secret.fromBase32(secret).bytes));
  const columns = await site.pool.query('select totp_secret, new_totp_secret from staff.person where id = $1', [
    person.id,
  ]);
  for (const column of ['totp_secret', 'new_totp_secret'])
    for (const secret of factors) expect(columns.rows[0][column].includes(secret)).toBe(false);
  for (const secret of [person.cookie, data?.key ?? '', STAFF_PASSWORD, ...person.recoveryCodes]) {
    expect(secret).not.toBe('');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  }
  expect((await staffCall(site, sessions, {}, { cookie: person.cookie })).data?.list).toMatchObject([
    { current: true },
  ]);
});
