import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { staffForbidden } from '#contract/codes';
import { setAlerts } from '#contract/console/alerts';
import { overview } from '#contract/console/overview';
import { readMessages, startBackup, startDoctor, system, testAlert } from '#contract/console/system';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { keepMessage } from '../../modules/account/account.ts';
import { DEFAULT_PARTS } from '../../modules/editorial/editorial.ts';
import { readConfig } from '../../start/config.ts';
import { editAlertSettings } from '../alerts/saving.ts';
import { viewSettings } from './settings-view.ts';
import { backupFolderOf } from './system-view.ts';

let site: TestApp;
let folder: string;
let cookie: string;
let owner: StaffPerson;
beforeAll(async () => {
  folder = await mkdtemp(path.join(scratchRoot(), 'manyu-system-'));
  site = await startTestApp({ dataDir: folder });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await site.pool.query(
    'truncate staff.person, staff.session, staff.recovery_code, staff.link, operations.task cascade',
  );
  owner = await firstOwner(site, new Date());
  cookie = owner.cookie;
});

const look = async () => (await staffCall(site, system, {}, { cookie })).data;
const actions = async () =>
  (await site.pool.query("select action from audit.entry where action like 'start-%' or action = 'test-alert'")).rows;

test('a backup runs in a process of its own, one at a time, and is listed and audited', async () => {
  const place = path.join(folder, 'backups');
  expect((await look())?.backups).toMatchObject({ folder: place, isOnSameDisk: true, list: [], task: null });
  const set = { backupDir: '/mnt/backups', dataDir: folder };
  expect(await backupFolderOf(site.pool, set)).toBe('/mnt/backups');
  const answers = await Promise.all([1, 2].map(() => staffCall(site, startBackup, {}, { cookie })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([0, 1]);
  await expect.poll(async () => (await look())?.backups.task?.state, { timeout: 90_000 }).toBe('done');
  const backups = (await look())?.backups;
  expect(backups?.task?.text).toContain('备份做完了');
  expect(backups?.list).toHaveLength(1);
  expect(backups?.list[0]?.rows).toBeGreaterThan(0);
  // The folder of the last backup is taken again.
  expect(await backupFolderOf(site.pool, { backupDir: null, dataDir: '/elsewhere' })).toBe(place);
  expect(await actions()).toEqual([{ action: 'start-backup' }]);
});

test('the full examination has the same findings as the command', async () => {
  await staffCall(site, startDoctor, {}, { cookie });
  await expect.poll(async () => (await look())?.doctor?.state, { timeout: 90_000 }).toBe('done');
  const checks = (await look())?.doctor?.result?.map(({ check }) => check);
  expect(checks).toEqual(expect.arrayContaining(['磁盘', '账目', '图片']));
});

test('a task whose process was killed is lost, and another one may start', async () => {
  await site.pool.query(
    `insert into operations.task (kind, actor, state, started_at, seen_at)
     values ('doctor', 'staff:1', 'running', now() - interval '2 minutes', now() - interval '1 minute')`,
  );
  expect((await look())?.doctor?.state).toBe('lost');
  expect((await staffCall(site, startDoctor, {}, { cookie })).status).toBe(1);
  await expect.poll(async () => (await look())?.doctor?.state, { timeout: 90_000 }).toBe('done');
});

test('a job that failed is shown with the reason until it is done again', async () => {
  await site.pool.query('alter table figures.day rename to hidden');
  await expect(site.app.runJob('figures')).rejects.toThrow();
  await site.pool.query('alter table figures.hidden rename to day');
  await site.app.runJob('job-runs');
  const jobOf = async () => (await look())?.jobs.find(({ name }) => name === 'figures');
  expect(await jobOf()).toMatchObject({
    doneAt: null,
    failure: expect.stringContaining('figures.day'),
    everySeconds: 300,
  });
  await site.app.runJob('figures');
  await site.app.runJob('job-runs');
  expect((await jobOf())?.doneAt).not.toBeNull();
  expect((await jobOf())?.failure).toContain('figures.day');
});

test('the test of alerts says that there is no receiver', async () => {
  expect((await staffCall(site, testAlert, {}, { cookie })).data).toEqual({
    sent: false,
    text: '没有 alerts.yaml：谁也不会收到告警。\n',
  });
});

describe('the receivers of alerts', () => {
  const file = () => path.join(folder, 'alerts.yaml');
  const set = async (edit: Partial<InputOf<typeof setAlerts>>) => {
    const whole = { webhook: null, mail: null, backupHours: 36, off: [], ...edit };
    return (await staffCall(site, setAlerts, whole, { cookie })).data?.mistakes;
  };
  const robot = { url: 'https://qyapi.example.com/send?key=geheim', format: 'wecom' } as const;
  const mail = {
    host: 'smtp.example.com',
    port: null,
    security: 'tls',
    user: 'ops@example.com',
    password: 'geheim2',
    from: null,
    to: ['a@example.com', 'b@example.com'],
  } as const;
  afterEach(() => rm(file(), { force: true }));

  test('are written to a file of the owner alone, shown without secrets, and audited', async () => {
    expect(await set({ webhook: robot, mail: { ...mail, to: [...mail.to] }, off: ['import'] })).toEqual([]);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const { alerts } = (await look()) ?? {};
    expect(alerts?.receivers).toEqual(['webhook', 'mail:a@example.com', 'mail:b@example.com']);
    expect(alerts?.settings).toEqual({
      webhook: { host: 'qyapi.example.com', format: 'wecom' },
      mail: {
        host: 'smtp.example.com',
        port: 465,
        security: 'tls',
        user: 'ops@example.com',
        from: 'ops@example.com',
        to: ['a@example.com', 'b@example.com'],
        hasPassword: true,
      },
      backupHours: 36,
      off: ['import'],
    });
    const { rows } = await site.pool.query("select after from audit.entry where action = 'set-alerts'");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([alerts, rows])).not.toContain('geheim');
  });

  test('keep their address, their password and the comments of the file', async () => {
    const written = `# ours\nwebhook:\n  url: ${robot.url}\nmail: {host: smtp.example.com, user: ops@example.com, password: geheim2, to: [a@example.com]}\n`;
    await writeFile(file(), written, { mode: 0o600 });
    const change = { webhook: { ...robot, url: null }, mail: { ...mail, to: ['c@example.com'], password: null } };
    expect(await set(change)).toEqual([]);
    const text = await readFile(file(), 'utf8');
    for (const kept of ['# ours', robot.url, 'geheim2', 'c@example.com', 'wecom']) expect(text).toContain(kept);
  });

  test.each([
    ['another server', { host: 'smtp.evil.example' }],
    ['another user', { user: 'other@example.com' }],
  ])('do not send a stored password to %s', async (_what, other) => {
    await set({ mail: { ...mail, to: [...mail.to] } });
    const before = await readFile(file(), 'utf8');
    expect(await set({ mail: { ...mail, to: [...mail.to], password: null, ...other } })).toEqual([
      { field: 'mail「password」', what: '邮件服务器或用户名与原来的不同，要写密码' },
    ]);
    expect(await readFile(file(), 'utf8')).toBe(before);
  });

  test('do not send the password of the environment to a server that is new', async () => {
    const place = { dataDir: folder, mailPassword: 'geheim3' };
    const edit = { webhook: null, backupHours: 36, off: [] };
    const unknown = { ...mail, to: [...mail.to], password: null };
    const mistakes = [{ field: 'mail「password」', what: expect.any(String) }];
    expect(await editAlertSettings(place, { ...edit, mail: unknown })).toEqual({ mistakes });
    await writeFile(file(), 'mail: {host: smtp.example.com, user: ops@example.com, to: [a@example.com]}\n', {
      mode: 0o600,
    });
    const edited = await editAlertSettings(place, { ...edit, mail: unknown });
    expect(edited).toEqual({ text: expect.not.stringContaining('geheim3') });
  });

  test.each([
    ['no address', { webhook: { ...robot, url: null } }, 'webhook「url」'],
    ['an address without encryption', { webhook: { ...robot, url: 'http://127.0.0.1/' } }, 'webhook「url」'],
    ['an address with a line break', { webhook: { ...robot, url: 'https://a.example\nx: y' } }, 'webhook「url」'],
    ['an empty server', { mail: { ...mail, host: '', to: ['a@example.com'] } }, 'mail「host」'],
    ['a mailbox with a line break', { mail: { ...mail, to: ['a@example.com\nbcc: b'] } }, 'mail「to」 第 1 项'],
    ['no mailbox', { mail: { ...mail, to: [] } }, 'mail「to」'],
    [
      'a password without encryption',
      { mail: { ...mail, to: ['a@example.com'], security: 'none' as const } },
      'mail「security」',
    ],
    ['an unknown rule', { webhook: robot, off: ['nothing'] }, 'off 第 1 项'],
  ])('are not written with %s', async (_what, edit, field) => {
    expect((await set(edit))?.map((mistake) => mistake.field)).toContain(field);
    expect(await readdir(folder)).not.toContain('alerts.yaml');
    expect(await readdir(folder)).not.toContain('alerts.yaml.new');
  });

  test('are left alone where the file has mistakes, which are shown', async () => {
    await writeFile(file(), 'webhook: 1\n', { mode: 0o600 });
    expect(await set({ webhook: robot })).not.toEqual([]);
    expect(await readFile(file(), 'utf8')).toBe('webhook: 1\n');
    expect((await look())?.alerts).toMatchObject({ receivers: [], settings: null, mistakes: [expect.any(String)] });
  });

  test('are all removed with the file', async () => {
    await set({ webhook: robot });
    expect(await set({})).toEqual([]);
    expect(await readdir(folder)).not.toContain('alerts.yaml');
  });
});

test('the overview lists what needs attention with its page, and marks the done steps before the first sale', async () => {
  const read = async () => (await staffCall(site, overview, {}, { cookie })).data;
  const doneSteps = async () => (await read())?.checklist?.filter(({ done }) => done).map(({ step }) => step);
  expect(await doneSteps()).toEqual(['factor']);
  // For the step that is done on the site.
  expect((await read())?.siteUrl).toMatch(/^https?:\/\/[^/]+$/);
  await addComic(site, { title: '小辣椒', chapters: [{ price: 20 }] });
  await editPart(site, 'service', { ...DEFAULT_PARTS.service });
  expect(await doneSteps()).toEqual(['factor', 'import', 'price']);
  await site.pool.query(
    `insert into support.feedback (reader_id, type, content, created_at) values (1, 5, '侵权', now()), (1, 0, '登录不了', now())`,
  );
  await writeFile(path.join(folder, 'alerts.yaml'), 'webhook: 1\n');
  const { attention = [] } = (await read()) ?? {};
  expect(attention.map(({ check, page }) => [check, page])).toEqual(
    expect.arrayContaining([
      ['投诉', 'feedback/1'],
      ['反馈', 'feedback/2'],
      ['告警', 'system'],
    ]),
  );
  // The gravest first.
  expect(attention[0]?.state).toBe('fault');
});

test('the overview shows top-ups only to roles with the permission for money', async () => {
  const now = new Date();
  const seen: Record<string, boolean[]> = {};
  for (const role of ['owner', 'editor', 'support', 'finance', 'viewer'] as const) {
    const person = role === 'owner' ? owner : await addPerson(site, owner, role, `员工 ${role}`, now);
    const { data } = await staffCall(site, overview, {}, { cookie: person.cookie });
    seen[role] = [...new Set(data?.days.map((day) => 'netFen' in day && 'views' in day))];
  }
  expect(seen).toEqual({ owner: [true], editor: [false], support: [false], finance: [true], viewer: [false] });
});

test('only an owner can read the codes in the outbox, and that is logged', async () => {
  await keepMessage(site.pool, '13800138000', '【漫屿】验证码 135246');
  await keepMessage(site.pool, '13900139000', '【漫屿】验证码 864209');
  const { data } = await staffCall(site, readMessages, {}, { cookie });
  expect(data?.list).toMatchObject([
    { telephone: '139****9000', body: '【漫屿】验证码 864209' },
    { telephone: '138****8000', body: '【漫屿】验证码 135246' },
  ]);
  const { rows } = await site.pool.query("select actor, after from audit.entry where action = 'read-messages'");
  expect(rows).toEqual([{ actor: `staff:${owner.id}`, after: { messages: 2 } }]);
  const support = await addPerson(site, owner, 'support', '小郑', new Date());
  expect((await staffCall(site, readMessages, {}, support)).code).toBe(staffForbidden);
});

test('the settings of the server are listed without their secrets', async () => {
  await writeFile(path.join(folder, 'oidc.yaml'), 'x', { mode: 0o600 });
  const settings = new Map((await look())?.settings?.map(({ name, value }) => [name, value]));
  await rm(path.join(folder, 'oidc.yaml'));
  expect(settings.get('DATA_DIR')).toBe(folder);
  expect([settings.get('oidc.yaml'), settings.get('channels.yaml')]).toEqual(['有', null]);
  const secret = { ...readConfig({}), databaseUrl: 'postgres://u:hidden@db/x', alertMailPassword: 'hidden' };
  expect(JSON.stringify(await viewSettings(secret))).not.toContain('hidden');
});
