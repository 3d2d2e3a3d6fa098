import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { tooManyRequests, wrongFactor, wrongStaffLogin } from '#contract/codes';
import { confirmFactor, login } from '#contract/console/session';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { newAddress } from '../../../testing/factories/readers.ts';
import { addPerson, codeOf, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { filterEntries } from '../audit/audit.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let owner: StaffPerson;
let person: StaffPerson;
const now = new Date(NOW.getTime() + 120_000);
let names = 0;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
});
beforeEach(async () => {
  site.setTime(NOW);
  person = await addPerson(site, owner, 'editor', `Iris ${names++}`, NOW);
  site.setTime(now);
});
afterAll(() => site.close());

test('guesses are limited by person and address, whatever else the payload holds, and by person in all', async () => {
  const remoteAddress = newAddress();
  const guess = (at: string, more = {}) =>
    staffCall(site, login, { name: person.name, password: 'x', code: '000000', ...more } as never, {
      remoteAddress: at,
    });
  const codes = await Promise.all(Array.from({ length: 14 }, (_, each) => guess(remoteAddress, { nonce: each })));
  expect(codes.filter(({ code }) => code === tooManyRequests)).toHaveLength(4);
  expect((await guess(newAddress())).code).toBe(wrongStaffLogin);
  const all = await Promise.all(Array.from({ length: 40 }, () => guess(newAddress())));
  expect(all.filter(({ code }) => code === tooManyRequests).length).toBeGreaterThan(4);
});

test('another spelling of a name, and another node, have no guesses of their own', async () => {
  const node = await startTestApp({ beside: site, now });
  try {
    const remoteAddress = newAddress();
    const guess = (at: TestApp, name: string) =>
      staffCall(at, login, { name, password: 'x', code: '000000' }, { remoteAddress });
    for (let each = 0; each < 10; each++) await guess(site, person.name);
    for (const name of [person.name.toUpperCase(), person.name.replaceAll(/i/gi, 'İ')])
      expect((await guess(site, name)).code).toBe(tooManyRequests);
    expect((await guess(node, person.name)).code).toBe(tooManyRequests);
  } finally {
    await node.close();
  }
});

test('guesses of strangers do not stop a person who is logged in, whose own guesses are limited too', async () => {
  const payload = { name: person.name, password: 'x', code: '000000' };
  for (let each = 0; each < 41; each++) await staffCall(site, login, payload);
  expect((await staffCall(site, login, payload)).code).toBe(tooManyRequests);
  const confirm = (code: string, cookie: string | undefined) => staffCall(site, confirmFactor, { code }, { cookie });
  const { status, cookie } = await confirm(codeOf(person.secret, now), person.cookie);
  expect(status).toBe(1);
  for (let each = 0; each < 9; each++) expect((await confirm('000000', cookie)).code).toBe(wrongFactor);
  expect((await confirm('000000', cookie)).code).toBe(tooManyRequests);
});

test('failed logins of a person are in the audit log, at most five in 15 minutes, and those of nobody are not', async () => {
  const remoteAddress = '192.0.2.7';
  const fail = (name: string) =>
    staffCall(site, login, { name, password: 'a secret of someone', code: '000000' }, { remoteAddress });
  for (let each = 0; each < 7; each++) await fail(person.name);
  await fail('没有的人');
  await fail(owner.name);
  const logged = async () => {
    const found = await filterEntries(
      site.pool,
      { actor: 'not-logged-in', subject: null, from: null, until: null },
      1e9,
      50,
    );
    return found.filter(({ after }) => after.address === remoteAddress);
  };
  // They are written after the answer, in any order.
  await vi.waitFor(async () => expect(await logged()).toHaveLength(6));
  // Time for entries that should not come.
  await fail(owner.name);
  await vi.waitFor(async () => expect((await logged()).length).toBeGreaterThanOrEqual(7));
  const entries = await logged();
  expect(entries.filter(({ subjectId }) => subjectId === person.id)).toHaveLength(5);
  expect(entries).toHaveLength(7);
  const after = { address: remoteAddress, device: '未知设备' };
  expect(entries[0]).toMatchObject({ action: 'login-failed', subject: 'staff', before: {}, after });
  expect(JSON.stringify(entries)).not.toContain('a secret of someone');
});
