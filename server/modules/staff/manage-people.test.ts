import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ownAccount,
  sessionLost,
  staffForbidden,
  staffLinkExpired,
  staffNameTaken,
  staffNotFound,
} from '#contract/codes';
import { chapterState } from '#contract/console/chapters';
import { comicState } from '#contract/console/comics';
import { overview } from '#contract/console/overview';
import { addKey, beginFactor, changeFactor, changePassword, me, openLink } from '#contract/console/session';
import {
  auditExport,
  auditList,
  changeRole,
  disable,
  endSessions,
  invite,
  people,
  resetPerson,
} from '#contract/console/staff';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic } from '../../../testing/factories/comics.ts';
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
import { type Tx, transaction } from '../../core/db/db.ts';
import { readStaffArgs, runStaff } from '../../operator/commands/staff.ts';
import { managePerson, resetPerson as resetPersonBy } from './staff.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const LATER = new Date(NOW.getTime() + 72 * 3600 * 1000);

let site: TestApp;
let owner: StaffPerson;
let names = 0;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
});
afterAll(() => site.close());

const add = (role: Parameters<typeof addPerson>[2]) => addPerson(site, owner, role, `员工 ${names++}`, NOW);
const by = ({ cookie }: StaffPerson) => ({ cookie });
const isOpen = async (person: StaffPerson) => (await staffCall(site, me, {}, by(person))).status === 1;
async function keyOf(person: StaffPerson) {
  const { data } = await staffCall(site, addKey, { name: '脚本', role: 'viewer', days: 1 }, by(person));
  const headers = { authorization: `Bearer ${data?.key}`, origin: undefined, 'sec-fetch-site': undefined };
  return async () => (await staffCall(site, overview, {}, { headers })).status === 1;
}

async function command(...argv: string[]) {
  const written: string[] = [];
  const stdout = { write: (text: string) => void written.push(text) };
  const args = readStaffArgs([...argv, '--yes'], { stdout, stderr: stdout });
  if (typeof args === 'number') return { code: args, out: written.join('') };
  const context = { pool: site.pool, clock: () => NOW, stdout, consoleUrl: 'https://c.example/console' };
  return { code: await runStaff(args, { ...context, confirm: async () => true }), out: written.join('') };
}

test('an invitation is for one person, once, for 72 hours; their name is taken then', async () => {
  const { data } = await staffCall(site, invite, { name: '小周', role: 'editor' }, by(owner));
  const token = data?.token ?? '';
  expect((await staffCall(site, openLink, { token })).data).toMatchObject({ kind: 'invite', name: '小周' });
  site.setTime(LATER);
  expect((await staffCall(site, openLink, { token })).code).toBe(staffLinkExpired);
  site.setTime(NOW);
  expect((await followLink(site, token, NOW)).name).toBe('小周');
  expect((await staffCall(site, openLink, { token })).code).toBe(staffLinkExpired);
  for (const name of ['小周', ' 小周 '])
    expect((await staffCall(site, invite, { name, role: 'viewer' }, by(owner))).code).toBe(staffNameTaken);
});

test.each(['disable', 'role'] as const)('%s ends the sessions and the keys of the person at once', async (kind) => {
  const person = await add('editor');
  const works = await keyOf(person);
  expect([await isOpen(person), await works()]).toEqual([true, true]);
  const { id } = person;
  if (kind === 'disable') await staffCall(site, disable, { id, disabled: true }, by(owner));
  else await staffCall(site, changeRole, { id, role: 'viewer' }, by(owner));
  expect([await isOpen(person), await works()]).toEqual([false, false]);
  expect((await logIn(site, person, NOW, 1)).status).toBe(kind === 'disable' ? 0 : 1);
});

test('a reset changes nothing until its link is used; then the old factor, sessions and keys are dead', async () => {
  const person = await add('support');
  const works = await keyOf(person);
  const { data } = await staffCall(site, resetPerson, { id: person.id }, by(owner));
  expect([await isOpen(person), await works()]).toEqual([true, true]);
  const again = await followLink(site, data?.token ?? '', NOW);
  expect([again.id, await isOpen(again), await isOpen(person), await works()]).toEqual([person.id, true, false, false]);
  expect((await logIn(site, person, NOW, 1)).status).toBe(0);
  expect((await logIn(site, again, NOW, 1)).status).toBe(1);
});

test.each(['password', 'factor'] as const)('a changed %s ends a link to reset it', async (what) => {
  const person = await add('viewer');
  const { data } = await staffCall(site, resetPerson, { id: person.id }, by(owner));
  const token = data?.token ?? '';
  expect((await staffCall(site, openLink, { token })).code).toBe(0);
  if (what === 'password') {
    const change = { old: STAFF_PASSWORD, password: 'another quiet harbour 58' };
    expect((await staffCall(site, changePassword, change, by(person))).status).toBe(1);
  } else {
    const secret = (await staffCall(site, beginFactor, {}, by(person))).data?.secret ?? '';
    expect((await staffCall(site, changeFactor, { code: codeOf(secret, NOW) }, by(person))).status).toBe(1);
  }
  expect((await staffCall(site, openLink, { token })).code).toBe(staffLinkExpired);
});

test('a disabled person can use no link, and gets none', async () => {
  const person = await add('viewer');
  const { data } = await staffCall(site, resetPerson, { id: person.id }, by(owner));
  await staffCall(site, disable, { id: person.id, disabled: true }, by(owner));
  expect((await staffCall(site, openLink, { token: data?.token ?? '' })).code).toBe(staffLinkExpired);
  expect((await staffCall(site, resetPerson, { id: person.id }, by(owner))).code).toBe(staffNotFound);
});

test('other roles can change neither owners nor other staff', async () => {
  for (const role of ['editor', 'support', 'finance', 'viewer', 'author'] as const) {
    const person = await add(role);
    for (const call of [resetPerson, endSessions])
      expect((await staffCall(site, call, { id: owner.id }, by(person))).code).toBe(staffForbidden);
    const own = { id: person.id, role: 'owner' } as const;
    expect((await staffCall(site, changeRole, own, by(person))).code).toBe(staffForbidden);
    const key = { name: '脚本', role: 'owner', days: 1 } as const;
    expect((await staffCall(site, addKey, key, by(person))).code).toBe(staffForbidden);
  }
});

test('an API key works until its end date', async () => {
  const works = await keyOf(await add('editor'));
  const end = NOW.getTime() + 24 * 3600 * 1000;
  site.setTime(new Date(end - 1));
  expect(await works()).toBe(true);
  site.setTime(new Date(end));
  expect(await works()).toBe(false);
  site.setTime(NOW);
});

test('nobody can remove their own rights, and if two owners disable each other, one stays', async () => {
  const other = await add('owner');
  for (const person of [owner, other])
    expect((await staffCall(site, disable, { id: person.id, disabled: true }, by(person))).code).toBe(ownAccount);
  const answers = await Promise.all([
    staffCall(site, disable, { id: other.id, disabled: true }, by(owner)),
    staffCall(site, disable, { id: owner.id, disabled: true }, by(other)),
  ]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([sessionLost, 0]);
  const list = await command('list');
  expect(list.out.match(/所有者 +使用中/g)).toHaveLength(1);
  // The one who stays is the last; the command brings the other back.
  const [left, gone] = (await isOpen(owner)) ? [owner, other] : [other, owner];
  expect((await command('disable', left.name)).out).toContain('最后一位所有者');
  expect((await command('enable', gone.name)).out).toMatch(/已做。\n$/);
  owner = { ...left, cookie: (await logIn(site, left, NOW, 1)).cookie ?? '' };
});

test('an owner who is disabled after the authorisation of a call can’t complete it', async () => {
  const gone = await add('owner');
  const person = await add('viewer');
  await staffCall(site, disable, { id: gone.id, disabled: true }, by(owner));
  const actor = { name: `staff:${gone.id}`, personId: gone.id };
  const act = (work: (tx: Tx) => Promise<unknown>) =>
    expect(transaction(site.pool, work)).rejects.toMatchObject({ name: 'sessionLost' });
  await act((tx) => managePerson(tx, actor, person.id, { kind: 'role', role: 'owner' }, NOW));
  await act((tx) => resetPersonBy(tx, actor, person.id, NOW));
});

test('an invited owner who has set no password yet does not count as one', async () => {
  await staffCall(site, invite, { name: '还没来的所有者', role: 'owner' }, by(owner));
  const list = (await staffCall(site, people, {}, by(owner))).data?.list ?? [];
  for (const { id, role, state } of list)
    if (role === 'owner' && state === 'active' && id !== owner.id)
      await staffCall(site, disable, { id, disabled: true }, by(owner));
  expect((await command('disable', owner.name)).out).toContain('最后一位所有者');
});

test('the command helps a single owner who has lost their phone', async () => {
  const { code, out } = await command('reset', owner.name);
  expect([code, out]).toEqual([0, expect.stringContaining('https://c.example/console/link#')]);
  const [, token = ''] = /link#([\w-]+)/.exec(out) ?? [];
  owner = await followLink(site, token, NOW);
  expect(await isOpen(owner)).toBe(true);
  expect((await command('end-sessions', owner.name)).code).toBe(0);
  expect(await isOpen(owner)).toBe(false);
  owner = { ...owner, cookie: (await logIn(site, owner, NOW, 1)).cookie ?? '' };
  expect((await command('link')).code).toBe(1);
  expect((await command('reset', '没有的人')).out).toBe('没有「没有的人」这位员工。\n');
});

test('a name is stored as written, and invisible characters are refused', async () => {
  const name = '<img src=x onerror=alert(1)>';
  await staffCall(site, invite, { name, role: 'viewer' }, by(owner));
  const list = (await staffCall(site, people, {}, by(owner))).data?.list ?? [];
  expect(list.map((each) => each.name)).toContain(name);
  for (const bad of ['a\u202eb', 'a\u200bb', 'a\nb', 'x', '\u3164\u3164', 'a\u115fb', 'a\u2800b', 'a\ufe0fb'])
    expect((await staffCall(site, invite, { name: bad, role: 'viewer' }, by(owner))).http).toBe(400);
});

test('the audit log has the person and the action, can be filtered, and its CSV has no formulas', async () => {
  await staffCall(site, invite, { name: '=HYPERLINK("x")', role: 'viewer' }, by(owner));
  const { data } = await staffCall(site, auditList, { subject: 'staff', actor: `staff:${owner.id}` }, by(owner));
  expect(data?.list[0]).toMatchObject({ action: 'invite', actorName: owner.name, subjectName: '=HYPERLINK("x")' });
  expect(data?.list.every(({ actor }) => actor === `staff:${owner.id}`)).toBe(true);
  const tomorrow = { from: '2026-11-27' };
  expect((await staffCall(site, auditList, tomorrow, by(owner))).data?.list).toEqual([]);
  expect((await staffCall(site, auditList, { to: '2026-11-25' }, by(owner))).data?.list).toEqual([]);
  let cursor: string | undefined;
  const ids: number[] = [];
  do {
    const page = await staffCall(site, auditList, { size: 7, ...(cursor && { cursor }) }, by(owner));
    ids.push(...(page.data?.list ?? []).map(({ id }) => id));
    cursor = page.data?.next ?? undefined;
  } while (cursor);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));

  // A person whose name is a formula writes entries too.
  for (const name of ['=1+1', '＝1+1']) {
    const evil = await addPerson(site, owner, 'owner', name, NOW);
    const exported = await staffCall(site, auditExport, { actor: `staff:${evil.id}` }, by(evil));
    expect(exported.data?.csv).toMatch(/^\ufeff编号,/);
    expect(exported.data?.csv).toContain(`'${name}（staff:${evil.id}）`);
    expect(exported.data?.csv).not.toMatch(/[,\n][=＝]/);
    const after = await staffCall(site, auditList, { actor: `staff:${evil.id}` }, by(evil));
    expect(after.data?.list[0]?.action).toBe('export-audit');
  }
});

test('the command shows the log of one person or all, by days, as a table or CSV, and checks it', async () => {
  const person = await add('viewer');
  await staffCall(site, endSessions, { id: person.id }, by(owner));
  const all = await command('log');
  expect([all.code, all.out]).toEqual([0, expect.stringMatching(/^编号 +时间（北京时间） +操作者/)]);
  const own = await command('log', person.name);
  expect(own.out.split('\n').slice(1, -1)).toEqual([
    expect.stringMatching(new RegExp(`${person.name}.+ enrol +staff`)),
  ]);
  expect((await command('log', person.name, '--to', '2026-11-25')).out).toBe('没有符合条件的记录。\n');
  expect((await command('log', '--from', '2026-11-26', '--csv')).out).toMatch(/^\ufeff编号,时间（北京时间）,/);
  expect((await command('log', '没有的人')).code).toBe(1);
  for (const wrong of [
    ['log', '--from', '2026-02-30'],
    ['log', 'a', 'b'],
    ['list', '--csv'],
  ])
    expect((await command(...wrong)).code).toBe(2);
  await site.app.runJob('audit-chain');
  const { rows } = await site.pool.query("select encode(hash, 'hex') as hash from audit.chain where no = 2");
  expect((await command('check-log', rows[0].hash)).out).toContain('你给的哈希在其中');
  expect((await command('check-log', 'f'.repeat(64))).code).toBe(1);
  expect((await command('check-log')).out).toMatch(/^\d+ 条都没有被改过。\n最后的哈希：[\da-f]{64}\n$/);
});

test('every write of the console has its entry in the log', async () => {
  const { rows } = await site.pool.query<{ action: string }>(
    "select distinct action from audit.entry where subject = 'staff' order by 1",
  );
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'add-key',
      'disable',
      'enable',
      'end-sessions',
      'enrol',
      'export-audit',
      'first-owner',
      'invite',
      'login',
      'reset',
      'role',
    ]),
  );
});

test('an entry about a comic or a chapter says which one, also in the CSV, and of a comic that was deleted', async () => {
  const { comicId, chapters } = await addComic(site, { title: '夜航', chapters: [{ no: 2.5 }] });
  const [chapter] = chapters;
  await staffCall(site, chapterState, { comicId, ids: [chapter?.id ?? 0], to: 'offline' }, by(owner));
  await staffCall(site, comicState, { id: comicId, to: 'deleted' }, by(owner));
  const { data } = await staffCall(site, auditList, { size: 2 }, by(owner));
  expect(data?.list.map(({ subjectName }) => subjectName).toSorted()).toEqual(['《夜航》', '《夜航》第2.5话']);
  const exported = await staffCall(site, auditExport, { subject: 'chapter' }, by(owner));
  expect(exported.data?.csv).toContain(`,chapter,${chapter?.id},《夜航》第2.5话,`);
  expect((await command('log', owner.name, '--csv')).out).toContain(`,comic,${comicId},《夜航》,`);
});
