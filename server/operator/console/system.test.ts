import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { overview } from '#contract/console/overview';
import { startBackup, startDoctor, system, testAlert } from '#contract/console/system';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { DEFAULT_PARTS } from '../../modules/editorial/editorial.ts';
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

test('the full examination finds what the command finds', async () => {
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

test('the overview lists what needs attention with its page, and marks the done steps before the first sale', async () => {
  const read = async () => (await staffCall(site, overview, {}, { cookie })).data;
  const doneSteps = async () => (await read())?.checklist?.filter(({ done }) => done).map(({ step }) => step);
  expect(await doneSteps()).toEqual(['factor']);
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

test('the overview shows what was topped up only to roles with the permission for money', async () => {
  const now = new Date();
  const seen: Record<string, boolean[]> = {};
  for (const role of ['owner', 'editor', 'support', 'finance', 'viewer'] as const) {
    const person = role === 'owner' ? owner : await addPerson(site, owner, role, `员工 ${role}`, now);
    const { data } = await staffCall(site, overview, {}, { cookie: person.cookie });
    seen[role] = [...new Set(data?.days.map((day) => 'netFen' in day && 'views' in day))];
  }
  expect(seen).toEqual({ owner: [true], editor: [false], support: [false], finance: [true], viewer: [false] });
});
