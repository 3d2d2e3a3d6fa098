import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { config } from '#contract/calls/site';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { spoil } from '../../../testing/drills/backups.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { switchMails } from '../../../testing/factories/mails.ts';
import { noteChapter, switchPushes } from '../../../testing/factories/pushes.ts';
import { addOperatorEvent, noteDisk, noteRefusedImport } from '../../modules/operations/operations.ts';
import { readConfig } from '../../start/config.ts';
import { type DoctorArgs, readDoctorArgs, runDoctor, runDoctorWithoutDatabase } from '../commands/doctor.ts';
import { daysUntilFull } from '../disk/days-left.ts';
import { writeLastRun } from '../library/last-run.ts';
import { examineSite, reminders } from './doctor.ts';
import type { DoctorContext } from './finding.ts';

let site: TestApp;
let dataDir: string;
beforeAll(async () => {
  site = await startTestApp({ publicUrl: 'https://manyu.example' });
  dataDir = await mkdtemp(path.join(tmpdir(), 'manyu-doctor-'));
});
afterAll(async () => {
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});
afterEach(() => void vi.useRealTimers());

const GIGABYTE = 1024 ** 3;

function contextWith(env: Record<string, string> = {}): DoctorContext {
  const config = readConfig({ DATA_DIR: dataDir, DISK_LOW_MB: '0', ...env });
  const { pool, imageDir } = site;
  return { config, pool, imageDir, databaseFolder: null, version: 'test', now: new Date() };
}

/** The findings of one check. */
async function findings(check: string, given = contextWith()) {
  return (await examineSite(given)).filter((each) => each.check === check);
}

async function doctor(args: DoctorArgs, given: DoctorContext) {
  let text = '';
  const code = await runDoctor(args, given, { write: (more) => (text += more) });
  return { code, text };
}

test('a new site with default settings has no warnings and no faults', async () => {
  const { code, text } = await doctor({ isJson: false }, contextWith());
  expect(text).not.toMatch(/^[!✗]/m);
  for (const check of [
    '版本',
    '网址',
    '反向代理',
    '时钟',
    '磁盘',
    '权限',
    '备份',
    '告警',
    '短信',
    '导入',
    '账目',
    '图片',
  ])
    expect(text).toContain(` ${check}：`);
  expect(code).toBe(0);
});

test('mails to readers that can’t be sent, or fail twice, are warnings', async () => {
  const folder = await mkdtemp(path.join(dataDir, 'mail-'));
  const found = (given: Record<string, string> = { PUBLIC_URL: 'https://manyu.example' }) =>
    findings('读者的邮件', {
      ...contextWith({ DATA_DIR: folder, ...given }),
      now: new Date('2026-03-10T04:00:00.000Z'),
    });
  expect(await found()).toMatchObject([{ state: 'good', found: '没有打开' }]);
  await switchMails(site, true);
  expect(await found()).toMatchObject([{ state: 'warning', found: expect.stringContaining('没有能用的 mail') }]);
  await writeFile(
    path.join(folder, 'alerts.yaml'),
    'mail: { host: smtp.example.com, security: none, from: a@b.example, to: [ops@b.example] }\n',
    { mode: 0o600 },
  );
  expect(await found({})).toMatchObject([{ state: 'warning', found: expect.stringContaining('PUBLIC_URL 没有设') }]);
  await site.pool.query(`insert into notices.mailbox (reader_id, address, state, key, asked_at)
    values (1, 'a@mail.example', 'verified', 'a', now()), (2, 'b@mail.example', 'undeliverable', 'b', now())`);
  await noteChapter(site, 1, 2, new Date('2026-03-10T04:00:00.000Z'));
  const waiting = '1 个验证过的邮箱，1 个无法送达，1 条消息等着发';
  expect(await found()).toMatchObject([{ state: 'good', found: waiting }]);
  await site.pool.query('update notices.mail set tries = 3');
  expect(await found()).toMatchObject([
    { state: 'warning', found: `${waiting}，其中 1 条试过两次没有发成，0 条半小时前就该发了` },
  ]);
  await site.pool.query('delete from notices.mailbox');
});

test('pushes that can’t be sent or are late are warnings, in the quiet hours they wait', async () => {
  const found = (now: string, url = 'https://manyu.example') =>
    findings('推送', { ...contextWith({ PUBLIC_URL: url }), now: new Date(now) });
  expect(await found('2026-03-10T04:00:00.000Z')).toMatchObject([{ state: 'good', found: '没有打开' }]);
  await switchPushes(site, true);
  expect(await found('2026-03-10T04:00:00.000Z', 'http://manyu.example')).toMatchObject([{ state: 'warning' }]);
  await site.pool.query(`insert into notices.subscription (reader_id, endpoint, p256dh, auth, created_at)
    values (1, 'https://push.example/1', '', '', now())`);
  await noteChapter(site, 1, 2, new Date('2026-03-10T14:00:00.000Z'));
  const waiting = { state: 'good', found: '1 条等着发' };
  expect(await found('2026-03-10T23:59:00.000Z')).toMatchObject([waiting]);
  expect(await found('2026-03-11T00:29:00.000Z')).toMatchObject([waiting]);
  expect(await found('2026-03-11T00:30:00.000Z')).toMatchObject([
    { state: 'warning', found: '1 条等着发，其中 1 条半小时前就该发了' },
  ]);
  await switchPushes(site, false);
});

test('settings for trials are warnings in production, and printed at the start too', async () => {
  const given = contextWith({ NODE_ENV: 'production', SANDBOX_PAYMENTS: 'on' });
  const { code, text } = await doctor({ isJson: true }, given);
  const said = JSON.parse(text);
  expect([code, said.code]).toEqual([2, 2]);
  const bad = said.findings.filter(({ state }: { state: string }) => state === 'warning' || state === 'fault');
  expect(bad.map(({ check }: { check: string }) => check)).toEqual(['网址', '生产环境', '生产环境', '备份']);
  const lines = reminders(await examineSite(given, 'quick'));
  expect(lines).toContain('提醒（生产环境）：SANDBOX_PAYMENTS 打开着：谁都能不付钱就得到漫币。去掉它，重新启动。\n');
  expect(lines).not.toContain('·');
});

test('pages opened at another address than PUBLIC_URL are a note', async () => {
  const at = (address: string) => ({ headers: { host: new URL(address).host, origin: address } });
  expect((await site.call(config, { platform: 'pc' }, at('https://manyu.example'))).status).toBe(1);
  expect(site.app.operatorEvents.take()).toEqual([]);
  expect((await site.call(config, { platform: 'pc' }, at('http://192.168.1.9:3000'))).http).toBe(200);
  await site.app.runFrequentJobs();
  const [finding] = await findings('网址', contextWith({ PUBLIC_URL: 'https://manyu.example' }));
  expect(finding).toMatchObject({ state: 'note', found: expect.stringContaining('http://192.168.1.9:3000') });
});

test('a proxy without TRUST_PROXY is found by its headers, a reader cannot forge them', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  await site.call(config, { platform: 'pc' }, { headers, remoteAddress: '198.51.100.9' });
  expect(site.app.operatorEvents.take()).toEqual([]);
  await site.call(config, { platform: 'pc' }, { headers, remoteAddress: '::ffff:10.0.0.2' });
  await site.app.runFrequentJobs();
  const [finding] = await findings('反向代理');
  expect(finding).toMatchObject({ state: 'warning', advice: expect.stringContaining('TRUST_PROXY=10.0.0.2') });
  expect(await findings('反向代理', contextWith({ TRUST_PROXY: '10.0.0.2' }))).toMatchObject([{ state: 'good' }]);
});

test('old operator events are ignored', async () => {
  await addOperatorEvent(
    site.pool,
    { what: 'untrusted-proxy', times: 1, detail: '10.0.0.2' },
    new Date(Date.now() - 8 * 86_400_000),
  );
  expect(await findings('反向代理')).toMatchObject([{ state: 'good' }]);
});

test.each([
  [7_000, '慢 7 秒'],
  [-7_000, '快 7 秒'],
])('a clock that is %i ms off the database is a fault', async (offMs, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - offMs });
  expect(await findings('时钟')).toMatchObject([{ state: 'fault', found: expect.stringContaining(text) }]);
});

test('a disk is judged by its free space and by how long it lasts', async () => {
  expect(await findings('磁盘', contextWith({ DISK_LOW_MB: '900000000' }))).toMatchObject([{ state: 'fault' }]);
  await noteDisk(site.pool, dataDir, 0, new Date(Date.now() - 10 * 86_400_000));
  expect((await findings('磁盘'))[0]?.found).toMatch(/按最近的增长约够 \d+ 天/);
});

test.each([
  ['nobody looked before', [], 9, null],
  ['it was looked at yesterday', [{ day: '2026-11-21', usedBytes: 0 }], 9, null],
  ['it has not grown', [{ day: '2026-11-12', usedBytes: 9 * GIGABYTE }], 9, null],
  ['it grew by 1 GB a day', [{ day: '2026-11-12', usedBytes: 0 }], 10, 20],
])('the days until a disk is full, where %s', (_what, days, used, left) => {
  const now = new Date('2026-11-22T00:00:00+08:00');
  expect(daysUntilFull(days, { freeBytes: 20 * GIGABYTE, usedBytes: used * GIGABYTE, now })).toBe(left);
});

test('secrets that others can read are a fault', async () => {
  const file = path.join(dataDir, 'channels.yaml');
  await writeFile(file, '');
  await chmod(file, 0o644);
  expect(await findings('权限')).toMatchObject([{ state: 'fault', advice: `chmod 600 ${file}` }]);
  await rm(file);
});

test('a refused import is a warning for a day', async () => {
  const refused = { refused: 2, example: '/comics/a.cbz：没有页', at: new Date() };
  await noteRefusedImport(site.pool, refused);
  expect(await findings('导入')).toMatchObject([{ state: 'warning', found: expect.stringContaining('/comics/a.cbz') }]);
  await noteRefusedImport(site.pool, { ...refused, at: new Date(Date.now() - 25 * 3_600_000) });
  expect(await findings('导入')).toMatchObject([{ state: 'good' }]);
});

test('the result of the library folders is a finding, each refused file is named once', async () => {
  const given = contextWith({ LIBRARY_DIR: '/comics' });
  const importLines = async () => (await findings('导入', given)).map(({ state, found }) => `${state} ${found}`);
  expect(await importLines()).toEqual(['note 书库文件夹还没有导入过一遍']);
  const times = { startedAt: '2026-11-22T04:00:00Z', endedAt: '2026-11-22T04:05:00Z' };
  const counts = { new: 2, replaced: 0, updated: 1, unchanged: 7, refused: 0 };
  const run = {
    folders: ['/comics'],
    missing: [],
    ...times,
    ...counts,
    failure: null,
    progress: null,
    refusedFiles: [],
  };
  await writeLastRun(dataDir, run);
  expect(await importLines()).toEqual(['good 书库文件夹上次导入在 2026-11-22 12:05：新 2、换 0、改 1、不变 7']);
  const progress = { step: 'making', done: 400, of: 10_000, leftSeconds: 120, at: new Date().toISOString() } as const;
  await writeLastRun(dataDir, { ...run, progress });
  expect(await importLines()).toContain('note 书库文件夹正在导入：在做页面的图片，400/10000 页，这一步约还要 2 分钟');
  await writeLastRun(dataDir, { ...run, progress: { ...progress, at: times.endedAt } });
  expect(await importLines()).toHaveLength(1);
  const refusedFiles = [{ path: '/comics/坏.cbz', reason: '没有页', since: times.endedAt }];
  await writeLastRun(dataDir, { ...run, missing: ['/more'], failure: '磁盘空间不足', refusedFiles });
  await noteRefusedImport(site.pool, { refused: 1, example: '/comics/坏.cbz：没有页', at: new Date() });
  const ofLibrary = [
    'warning 书库文件夹 /more 不在',
    'warning 书库文件夹上次没有导入完：磁盘空间不足',
    'warning 书库文件夹里有 1 份至今导入不了，如 /comics/坏.cbz：没有页',
  ];
  expect(await importLines()).toEqual(ofLibrary);
  await noteRefusedImport(site.pool, { refused: 1, example: '/elsewhere/坏.cbz：没有页', at: new Date() });
  expect(await importLines()).toEqual([...ofLibrary, 'warning 最近有 1 份没有导入，如 /elsewhere/坏.cbz：没有页']);
});

test('a site without alerts is in order, one with wrong alert settings is not', async () => {
  expect((await findings('告警')).map(({ state }) => state)).toEqual(['note', 'note']);
  const file = path.join(dataDir, 'alerts.yaml');
  const mail = 'mail: { host: smtp.example.com, user: a@b.example, to: [ops@manyu.example] }\n';
  await writeFile(file, mail, { mode: 0o600 });
  expect((await findings('告警'))[0]).toMatchObject({
    state: 'fault',
    found: expect.stringContaining('ALERT_MAIL_PASSWORD'),
  });
  const given = contextWith({ ALERT_MAIL_PASSWORD: 'secret', METRICS_PORT: '9100' });
  expect(await findings('告警', given)).toMatchObject([
    { state: 'good', found: '发给 ops@manyu.example' },
    { state: 'good', found: expect.stringContaining('9100') },
  ]);
  await rm(file);
});

test('damaged picture files are a fault', async () => {
  const { chapters } = await addComic(site, { title: '抽查', chapters: [{ no: 1 }] });
  expect(await findings('图片')).toMatchObject([{ state: 'good' }]);
  const [page = ''] = chapters[0]?.keys ?? [];
  await spoil(path.join(site.imageDir, page));
  expect(await findings('图片')).toMatchObject([{ state: 'fault', found: expect.stringContaining(page) }]);
});

test('missing picture files are a fault', async () => {
  await rm(site.imageDir, { recursive: true });
  await mkdir(site.imageDir);
  expect(await findings('图片')).toMatchObject([{ state: 'fault', found: expect.stringContaining(site.imageDir) }]);
});

test('a check that throws is a finding, and the others run', async () => {
  const broken = contextWith();
  const all = await examineSite({ ...broken, config: { ...broken.config, dataDir: '/dev/null/data' } });
  expect(all.find(({ check }) => check === '磁盘')).toMatchObject({
    state: 'fault',
    found: expect.stringMatching(/^没有查成：ENOTDIR/),
  });
  expect(all.some(({ check }) => check === '账目')).toBe(true);
});

test('the command reads --json', () => {
  const output = { stdout: { write: () => true }, stderr: { write: () => true } };
  expect(readDoctorArgs(['--json'], output)).toEqual({ isJson: true });
  expect(readDoctorArgs(['now'], output)).toBe(2);
});

test('without a database it reports that, and the checks that need none', async () => {
  const config = readConfig({ DATA_DIR: dataDir, DISK_LOW_MB: '999999999' });
  let text = '';
  const stdout = { write: (more: string) => (text += more) };
  const places = { config, imageDir: path.join(dataDir, 'store') };
  expect(await runDoctorWithoutDatabase({ isJson: false }, '磁盘已满，请清理空间后再试。', places, stdout)).toBe(2);
  expect(text).toMatch(/^✗ 数据库：打不开：磁盘已满，请清理空间后再试。\n/);
  expect(text).toMatch(/✗ 磁盘：\S+ 还有 .*不再导入/s);
  expect(text).toMatch(/✓ 权限：/);
});
