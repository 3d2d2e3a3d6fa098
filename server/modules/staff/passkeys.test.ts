import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { factorRequired, sessionLost, wrongPasskey } from '#contract/codes';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirm,
  beginPasskeyLogin,
  endPasskey,
  passkeyConfirm,
  passkeyLogin,
  passkeys,
} from '#contract/console/passkeys';
import { me, openLink, takeLink } from '#contract/console/session';
import { disable, resetPerson } from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { createPasskey } from '../../../testing/factories/passkey.ts';
import {
  addPerson,
  codeOf,
  firstOwner,
  followLink,
  logIn,
  STAFF_PASSWORD,
  type StaffPerson,
  staffCall,
} from '../../../testing/factories/staff.ts';
import { transaction } from '../../core/db/db.ts';
import { offerFirstLink } from './staff.ts';

const MINUTE_MS = 60_000;
let site: TestApp;
let now = new Date('2026-11-26T04:00:00Z');
let owner: StaffPerson;
let names = 0;
beforeAll(async () => {
  site = await startTestApp({ now });
  owner = await firstOwner(site, now);
});
afterAll(() => site.close());
/** Each test begins an hour later: no code, session or limit of the one before counts. */
beforeEach(async () => {
  forward(60);
  owner = { ...owner, cookie: (await logIn(site, owner, now, 0)).cookie ?? '' };
});
function forward(minutes: number) {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
  site.setTime(now);
}

const begin = async () => (await staffCall(site, beginPasskeyLogin, {})).data?.options ?? {};

/** A person who has just added a passkey. */
async function withPasskey() {
  const person = await addPerson(site, owner, 'editor', `编辑 ${names++}`, now);
  const passkey = createPasskey();
  const { data } = await staffCall(site, beginPasskey, {}, person);
  const made = passkey.make(data?.options ?? {});
  const added = await staffCall(site, addPasskey, { name: '我的手机', made }, person);
  expect(added.code).toBe(0);
  return { person, passkey };
}

test('a passkey logs in without name, password and code, and the login counts as a fresh second factor', async () => {
  const { person, passkey } = await withPasskey();
  const options = await begin();
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const { data, cookie = '' } = await staffCall(site, passkeyLogin, { signed: passkey.sign(options) });
  expect([data?.id, data?.freshUntil]).toEqual([person.id, new Date(now.getTime() + 10 * MINUTE_MS).toISOString()]);
  expect((await staffCall(site, passkeys, {}, { cookie })).data?.list).toEqual([
    { id: expect.any(Number), name: '我的手机', createdAt: now.toISOString(), usedAt: now.toISOString() },
  ]);
  const { rows } = await site.pool.query(
    'select action, after from audit.entry where actor = $1 order by id desc limit 2',
    [`staff:${person.id}`],
  );
  expect(rows).toEqual([
    { action: 'login', after: { factor: 'passkey' } },
    { action: 'add-passkey', after: { name: '我的手机' } },
  ]);
});

test('a signed answer works once, also of two at the same time', async () => {
  const { passkey } = await withPasskey();
  const signed = passkey.sign(await begin());
  const answers = await Promise.all([1, 2, 3].map(() => staffCall(site, passkeyLogin, { signed })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, wrongPasskey, wrongPasskey]);
  expect((await staffCall(site, passkeyLogin, { signed })).code).toBe(wrongPasskey);
});

test('a challenge is accepted for five minutes', async () => {
  const { passkey } = await withPasskey();
  const early = await begin();
  const late = await begin();
  forward(5 - 1 / MINUTE_MS);
  expect((await staffCall(site, passkeyLogin, { signed: passkey.sign(early) })).code).toBe(0);
  forward(1 / MINUTE_MS);
  expect((await staffCall(site, passkeyLogin, { signed: passkey.sign(late) })).code).toBe(wrongPasskey);
});

test.each([
  ['for another site', { origin: 'https://evil.example' }],
  ['without a finger, a face or a PIN', { isVerified: false }],
])('an answer %s is refused, at the login and when the passkey is added', async (_how, how) => {
  const { person, passkey } = await withPasskey();
  expect((await staffCall(site, passkeyLogin, { signed: passkey.sign(await begin(), how) })).code).toBe(wrongPasskey);
  const other = createPasskey();
  const { data } = await staffCall(site, beginPasskey, {}, person);
  const made = other.make(data?.options ?? {}, how);
  expect((await staffCall(site, addPasskey, { name: '别的', made }, person)).code).toBe(wrongPasskey);
});

test('a copy of a passkey is refused: it counts lower than the passkey did before', async () => {
  const { passkey } = await withPasskey();
  expect((await staffCall(site, passkeyLogin, { signed: passkey.sign(await begin(), { counter: 9 }) })).code).toBe(0);
  const copied = passkey.sign(await begin(), { counter: 8 });
  expect((await staffCall(site, passkeyLogin, { signed: copied })).code).toBe(wrongPasskey);
});

test('a signature of another key, an unknown passkey and nonsense are refused', async () => {
  const { passkey } = await withPasskey();
  const options = await begin();
  const mine = passkey.sign(options);
  const stranger = createPasskey().sign(options);
  const forged = { ...mine, response: { ...mine.response, signature: stranger.response.signature } };
  const nonsense = { ...mine, response: { ...mine.response, clientDataJSON: 'AAAA', authenticatorData: 'AAAA' } };
  for (const signed of [forged, stranger, nonsense])
    expect((await staffCall(site, passkeyLogin, { signed })).code).toBe(wrongPasskey);
});

test('a passkey confirms its own person only, with a challenge made for them', async () => {
  const { person, passkey } = await withPasskey();
  const other = await withPasskey();
  forward(11);
  expect((await staffCall(site, beginPasskey, {}, person)).code).toBe(factorRequired);
  const { data } = await staffCall(site, beginPasskeyConfirm, {}, person);
  const options = data?.options ?? {};
  const confirm = (signed: ReturnType<typeof passkey.sign>) => staffCall(site, passkeyConfirm, { signed }, person);
  expect((await confirm(other.passkey.sign(options))).code).toBe(wrongPasskey);
  expect((await confirm(passkey.sign(await begin()))).code).toBe(wrongPasskey);
  const confirmed = await confirm(passkey.sign(options));
  expect(confirmed.code).toBe(0);
  const { rows } = await site.pool.query('select counter from staff.passkey where person_id = $1', [person.id]);
  expect(rows).toEqual([{ counter: 2 }]);
  expect((await staffCall(site, me, {}, person)).code).toBe(sessionLost);
  expect((await staffCall(site, beginPasskey, {}, { cookie: confirmed.cookie ?? '' })).code).toBe(0);
});

test('a passkey is deleted by its person, and ends with a reset and while the person is disabled', async () => {
  const [deleted, off, lost] = [await withPasskey(), await withPasskey(), await withPasskey()];
  const [id = 0] = ((await staffCall(site, passkeys, {}, deleted.person)).data?.list ?? []).map((each) => each.id);
  await staffCall(site, endPasskey, { id }, off.person);
  const login = async ({ passkey }: typeof off) =>
    (await staffCall(site, passkeyLogin, { signed: passkey.sign(await begin()) })).code;
  expect(await login(deleted)).toBe(0);
  await staffCall(site, endPasskey, { id }, deleted.person);
  expect(await login(deleted)).toBe(wrongPasskey);

  await staffCall(site, disable, { id: off.person.id, disabled: true }, owner);
  expect(await login(off)).toBe(wrongPasskey);

  const { data } = await staffCall(site, resetPerson, { id: lost.person.id }, owner);
  expect(await login(lost)).toBe(0);
  await followLink(site, data?.token ?? '', now);
  expect(await login(lost)).toBe(wrongPasskey);
});

test('a passkey belongs to the address of the console, where it has its own', async () => {
  const consoleOrigin = 'https://console.example.com';
  const apart = await startTestApp({ now, publicUrl: 'https://manga.example.com', consoleOrigin });
  try {
    const headers = { host: 'console.example.com', origin: consoleOrigin };
    const link = await transaction(apart.pool, (tx) => offerFirstLink(tx, now));
    const token = link?.token ?? '';
    const { data: opened } = await staffCall(apart, openLink, { token }, { headers });
    const code = codeOf(opened?.secret ?? '', now);
    const first = { token, name: '林老板', password: STAFF_PASSWORD, code };
    const { cookie } = await staffCall(apart, takeLink, first, { headers });
    const own = { headers: { ...headers, cookie: `__Host-manyu-console=${cookie}` } };
    const { data } = await staffCall(apart, beginPasskey, {}, own);
    const passkey = createPasskey();
    const how = { origin: consoleOrigin };
    const made = passkey.make(data?.options ?? {}, how);
    expect((await staffCall(apart, addPasskey, { name: '我的电脑', made }, own)).code).toBe(0);
    const begun = await staffCall(apart, beginPasskeyLogin, {}, { headers });
    expect(begun.data?.options).toMatchObject({ rpId: 'console.example.com' });
    const signed = passkey.sign(begun.data?.options ?? {}, how);
    expect((await staffCall(apart, passkeyLogin, { signed }, { headers })).code).toBe(0);
  } finally {
    await apart.close();
  }
});
