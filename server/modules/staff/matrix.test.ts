import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  cannotUndo,
  factorRequired,
  invalidField,
  partNotUndone,
  sessionLost,
  staffForbidden,
  unknownCall,
  wrongStaffLogin,
} from '#contract/codes';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { comicUndo } from '#contract/console/comics';
import { undoMoneyPart, undoPart } from '#contract/console/editorial';
import { mayCall, PERMISSIONS, type Permission, ROLES } from '#contract/console/roles';
import { addKey, endKey, endSession, keys as keysOf, login, logout, sessions } from '#contract/console/session';
import { auditList } from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { newAddress } from '../../../testing/factories/readers.ts';
import {
  addPerson,
  firstOwner,
  postConsole,
  STAFF_PASSWORD,
  type StaffPerson,
  staffCall,
} from '../../../testing/factories/staff.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const STALE = new Date(NOW.getTime() + 11 * 60_000);

let site: TestApp;
const people = new Map<string, StaffPerson>();
const keys = new Map<string, string>();
let ended = '';

beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  const owner = await firstOwner(site, NOW);
  people.set('owner', owner);
  for (const role of ROLES.slice(1)) people.set(role, await addPerson(site, owner, role, `员工 ${role}`, NOW));
  for (const role of ROLES) {
    const payload = { name: '脚本', role, days: 30 };
    const { data } = await staffCall(site, addKey, payload, { cookie: people.get(role)?.cookie });
    keys.set(role, data?.key ?? '');
  }
  const leaver = await addPerson(site, owner, 'owner', '离职的人', NOW);
  await staffCall(site, logout, {}, { cookie: leaver.cookie });
  ended = leaver.cookie;
});
afterAll(() => site.close());

/** The payload is empty. An allowed call is answered with any other code than these, for example that a field is missing. */
const DENIED = [sessionLost, staffForbidden, factorRequired];
const ask = (path: string, options = {}, body = '{}') =>
  postConsole(site, path, body, { ...options, remoteAddress: newAddress() });
const isPublic = (call: (typeof CONSOLE_CALLS)[number]) => call.who === 'anyone';
// They would end or change the sessions with which the others are tested, or start processes.
const CHANGING: readonly string[] = [
  logout.path,
  'account/recovery-codes',
  'account/factor-begin',
  'system/doctor',
  'system/backup',
];
const GUARDED = CONSOLE_CALLS.filter((call) => !isPublic(call) && !CHANGING.includes(call.path));

describe.each(CONSOLE_CALLS.filter((call) => !isPublic(call)))('$path', (call) => {
  test('is denied without a token, with an ended session, and with an invalid token', async () => {
    expect((await ask(call.path)).code).toBe(sessionLost);
    for (const cookie of [ended, 'x', 'A'.repeat(43)])
      expect((await ask(call.path, { cookie })).code).toBe(sessionLost);
    const key = { authorization: `Bearer manyu_${'A'.repeat(43)}` };
    expect((await ask(call.path, { headers: key })).code).toBe(sessionLost);
    // The token of a session is no key, and a key is no session.
    const swapped = { authorization: `Bearer ${people.get('owner')?.cookie}` };
    expect((await ask(call.path, { headers: swapped })).code).toBe(sessionLost);
    expect((await ask(call.path, { cookie: keys.get('owner') })).code).toBe(sessionLost);
  });

  test.each(['%', '/', '?', '//', 'case'])('in another spelling (%s) is no call', async (way) => {
    const { path } = call;
    const spelled: Record<string, string> = {
      '%': `%${path.charCodeAt(0).toString(16)}${path.slice(1)}`,
      '/': `${path}/`,
      '?': `${path}?a=1`,
      '//': `/${path}`,
      case: path.toUpperCase(),
    };
    expect((await ask(spelled[way] ?? '', { cookie: people.get('owner')?.cookie })).code).toBe(unknownCall);
  });
});

describe.each(GUARDED)('$path by', (call) => {
  const who = call.who as Exclude<typeof call.who, 'anyone'>;
  test.each([...ROLES])('%s is allowed only with the permission', async (role) => {
    const { code } = await ask(call.path, { cookie: people.get(role)?.cookie });
    const may = mayCall(role, call);
    expect(DENIED.includes(code)).toBe(!may);
    if (!may) expect(code).toBe(staffForbidden);
  });

  test.each([...ROLES])('a key of %s may use only calls that accept keys', async (role) => {
    const headers = { authorization: `Bearer ${keys.get(role)}`, origin: undefined, 'sec-fetch-site': undefined };
    const { code } = await ask(call.path, { headers });
    const isForPeople = who.staff === 'account' || 'fresh' in who;
    expect(DENIED.includes(code)).toBe(isForPeople || !mayCall(role, call));
  });
});

test('every call that changes people or gives out data needs a fresh second factor', async () => {
  const fresh = CONSOLE_CALLS.filter(({ who }) => typeof who === 'object' && 'fresh' in who).map(({ path }) => path);
  expect(fresh).toEqual([
    'account/password',
    'account/factor-begin',
    'account/factor',
    'account/recovery-codes',
    'key/add',
    'passkey/begin',
    'passkey/add',
    'passkey/end',
    'editorial/save-money',
    'editorial/undo-money',
    'staff/invite',
    'staff/role',
    'staff/disable',
    'staff/reset',
    'staff/end-sessions',
    'staff/end-key',
    'audit/export',
    'comics/author-set',
    'readers/adjust',
    'readers/adjust-approve',
    'limits/set-alone',
    'readers/password-link',
    'readers/bind-phone',
    'readers/erase',
    'readers/export',
    'money/refund',
    'money/refund-approve',
    'money/month-export',
    'money/reconcile',
    'money/bill-upload',
    'money/set-channels',
    'money/redeem-create',
    'money/redeem-approve',
    'money/redeem-make',
    'money/redeem-stop',
    'system/backup',
    'system/messages',
    'system/set-alerts',
    'system/set-sms',
    'system/test-sms',
  ]);
  site.setTime(STALE);
  for (const path of fresh)
    expect((await ask(path, { cookie: people.get('owner')?.cookie })).code).toBe(factorRequired);
  site.setTime(NOW);
});

test('unknown calls, and those of readers, are denied', async () => {
  const cookie = people.get('owner')?.cookie;
  for (const path of ['', 'nothing', 'home', 'user/info', '__proto__', 'constructor', '../api/home'])
    expect([unknownCall, null]).toContain((await ask(path, { cookie })).code);
});

test('a session or key can be ended only by its own person', async () => {
  const [owner, editor] = [people.get('owner'), people.get('editor')];
  const own = async () => [
    ...((await staffCall(site, sessions, {}, { cookie: owner?.cookie })).data?.list ?? []),
    ...((await staffCall(site, keysOf, {}, { cookie: owner?.cookie })).data?.list ?? []),
  ];
  const [session, key] = await own();
  await staffCall(site, endSession, { id: session?.id ?? 0 }, { cookie: editor?.cookie });
  await staffCall(site, endKey, { id: key?.id ?? 0 }, { cookie: editor?.cookie });
  expect(await own()).toEqual([session, key]);
});

test('people, the log and the system are for owners alone, and money for finance too', () => {
  const may = (permission: Permission) => ROLES.filter((role) => PERMISSIONS[role].includes(permission));
  for (const permission of ['staff', 'audit', 'system'] as const) expect(may(permission)).toEqual(['owner']);
  expect(may('money')).toEqual(['owner', 'finance']);
  expect(may('readers')).toEqual(['owner', 'support']);
});

test('an entry about staff can’t be undone by the undo of comics or of editorial parts', async () => {
  const [owner, editor] = [people.get('owner'), people.get('editor')];
  const log = await staffCall(site, auditList, { subject: 'staff', size: 1 }, { cookie: owner?.cookie });
  const id = log.data?.list[0]?.id ?? 0;
  expect(id).toBeGreaterThan(0);
  const undone = await staffCall(site, comicUndo, { entries: [id] }, { cookie: editor?.cookie });
  expect(undone.code).toBe(cannotUndo);
  for (const call of [undoPart, undoMoneyPart]) {
    const { code } = await staffCall(site, call, { entryId: id }, { cookie: owner?.cookie });
    expect(code).toBe(partNotUndone);
  }
  const after = await staffCall(site, auditList, { subject: 'staff', size: 1 }, { cookie: owner?.cookie });
  expect(after.data?.list[0]?.id).toBe(id);
});

test.each<[string, object]>([
  ['no code', { isVerified: true, factor: 'totp' }],
  ['an empty code', { code: '      ', isVerified: true, factor: 'totp' }],
  ['a code that is no text', { code: true, factor: 'recovery-code' }],
  ['a list of codes', { code: ['000000', '000001'] }],
  ['a wrong code', { code: '000000', isVerified: true, factorAt: NOW.toISOString(), session: { verified: true } }],
  ['a token of a session', { code: '000000', token: 'A'.repeat(43), personId: 1, role: 'owner' }],
])('a login with the right password, %s and extra fields is refused', async (_what, more) => {
  const body = JSON.stringify({ name: people.get('owner')?.name, password: STAFF_PASSWORD, ...more });
  const { http, status, code, cookie } = await ask(login.path, {}, body);
  expect([status, cookie]).toEqual([0, undefined]);
  expect([http, code]).toEqual('code' in more && more.code === '000000' ? [200, wrongStaffLogin] : [400, invalidField]);
});
