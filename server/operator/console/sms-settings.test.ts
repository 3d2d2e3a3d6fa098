import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { staffForbidden } from '#contract/codes';
import { setAlerts } from '#contract/console/alerts';
import { setSms, smsSettings, testSms } from '#contract/console/sms';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { scratchRoot } from '../../../testing/database/scratch.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { openSms } from '../../adapters/sms/config.ts';
import type { SmsSettings } from '../../adapters/sms/senders.ts';

const ALIYUN = {
  kind: 'aliyun',
  fields: {
    access_key_id: 'LTAI5tAaaaaaaaaaaaaaaaaa',
    access_key_secret: 'Geheim000000000000000000000000',
    signature: '漫屿',
    'templates.default': 'SMS_154950909',
  },
} as const;
const TENCENT = {
  kind: 'tencent',
  fields: {
    secret_id: 'AKIDaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    secret_key: 'Geheim00000000000000000000000000',
    app_id: '1400006666',
    signature: '漫屿',
    with_minutes: true,
    'templates.default': '1110',
  },
} as const;

let site: TestApp;
let folder: string;
let sms: SmsSettings;
let owner: StaffPerson;
let cookie: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(scratchRoot(), 'manyu-sms-'));
  sms = { ...(await openSms({ dataDir: folder, budget: null })), showsCodes: false };
  site = await startTestApp({ dataDir: folder, sms });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await site.pool.query('truncate staff.person, staff.session, staff.recovery_code, staff.link cascade');
  owner = await firstOwner(site, new Date());
  cookie = owner.cookie;
});
afterEach(async () => {
  await rm(file(), { force: true });
  await sms.reload();
});

const file = () => path.join(folder, 'sms.yaml');
const text = () => readFile(file(), 'utf8');
const set = async (gateways: InputOf<typeof setSms>['gateways'], dailyBudget: number | null = null) =>
  (await staffCall(site, setSms, { gateways, dailyBudget }, { cookie })).data?.mistakes;
const look = async () => (await staffCall(site, smsSettings, {}, { cookie })).data;
const used = () => sms.now().gateways.map(({ name }) => name);

test('gateways are written to a file of the owner alone, used at once, shown and logged without their keys', async () => {
  expect(used()).toEqual([]);
  expect(await set([ALIYUN, TENCENT], 300)).toEqual([]);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(used()).toEqual(['aliyun', 'tencent']);
  const shown = await look();
  expect(shown).toMatchObject({
    dailyBudget: 300,
    isBudgetOfEnvironment: false,
    gateways: [
      {
        kind: 'aliyun',
        fields: { access_key_id: ALIYUN.fields.access_key_id, 'templates.default': 'SMS_154950909' },
        stored: [{ name: 'access_key_secret' }],
      },
      { kind: 'tencent', fields: { app_id: '1400006666', with_minutes: true }, stored: [{ name: 'secret_key' }] },
    ],
  });
  const { rows } = await site.pool.query("select actor, after from audit.entry where action = 'set-sms'");
  expect(rows).toMatchObject([{ actor: `staff:${owner.id}`, after: { dailyBudget: 300 } }]);
  expect(JSON.stringify([shown, rows])).not.toContain('Geheim');
});

test('a change of the order or of one field keeps the keys and the comments', async () => {
  await set([ALIYUN, TENCENT]);
  await writeFile(file(), `# ours\n${await text()}`, { mode: 0o600 });
  const fields = { signature: '岛屿', access_key_secret: null };
  expect(
    await set([
      { kind: 'tencent', fields: {} },
      { kind: 'aliyun', fields },
    ]),
  ).toEqual([]);
  expect(used()).toEqual(['tencent', 'aliyun']);
  const written = await text();
  for (const kept of ['# ours', ALIYUN.fields.access_key_secret, TENCENT.fields.secret_key, '岛屿'])
    expect(written).toContain(kept);
  expect(await set([{ kind: 'aliyun', fields: { 'templates.login': 'SMS_154950910' } }])).toEqual([]);
  expect(await set([{ kind: 'aliyun', fields: { 'templates.login': '' } }])).toEqual([]);
  expect(await text()).not.toContain('login');
  expect(await text()).not.toContain('tencent');
});

test('a save does not undo changes that another person made after the settings were shown', async () => {
  await set([ALIYUN, TENCENT]);
  const before = await text();
  const gateways = [{ kind: 'aliyun', fields: {} } as const];
  const answer = await staffCall(site, setSms, { gateways, dailyBudget: 9, seen: ['aliyun'] }, { cookie });
  expect(answer.data?.mistakes).toHaveLength(1);
  expect(await text()).toBe(before);
});

test('a stored key is not used for another account', async () => {
  await set([ALIYUN]);
  const before = await text();
  const other = { kind: 'aliyun', fields: { access_key_id: 'LTAI5tBbbbbbbbbbbbbbbbbb' } } as const;
  expect(await set([other])).toEqual([{ field: 'aliyun「access_key_secret」', what: '账号与原来的不同，要重新写' }]);
  expect(await text()).toBe(before);
});

test.each([
  ['a key of another form', { ...ALIYUN.fields, access_key_secret: 'x' }, 'aliyun「access_key_secret」'],
  ['no key', { ...ALIYUN.fields, access_key_secret: null }, 'aliyun「access_key_secret」'],
  ['no template', { ...ALIYUN.fields, 'templates.default': '' }, 'aliyun「templates」'],
  ['an unknown field', { ...ALIYUN.fields, endpoint: 'https://evil.example' }, 'aliyun「endpoint」'],
])('nothing is written with %s', async (_what, fields, field) => {
  expect((await set([{ kind: 'aliyun', fields }]))?.map((mistake) => mistake.field)).toContain(field);
  expect((await readdir(folder)).filter((name) => name.startsWith('sms.'))).toEqual([]);
});

test('a file with mistakes is left alone and shown, and the gateways before it are still used', async () => {
  await set([ALIYUN]);
  await writeFile(file(), 'aliyun: 1\n', { mode: 0o600 });
  await expect(site.app.runJob('sms-settings')).rejects.toThrow('sms.yaml');
  expect(used()).toEqual(['aliyun']);
  expect(await look()).toMatchObject({ gateways: [], mistakes: [expect.stringContaining('sms.yaml 第 1 行')] });
  expect(await set([TENCENT])).not.toEqual([]);
  expect(await text()).toBe('aliyun: 1\n');
});

test('a job takes over settings that another node or a person has written', async () => {
  await set([ALIYUN]);
  await writeFile(file(), (await text()).replace('漫屿', '岛屿'), { mode: 0o600 });
  const [before] = sms.now().gateways;
  await site.app.runJob('sms-settings');
  expect(sms.now().gateways[0]).not.toBe(before);
});

test('the file is deleted with the last gateway', async () => {
  await set([ALIYUN]);
  expect(await set([])).toEqual([]);
  expect(await readdir(folder)).not.toContain('sms.yaml');
  expect(used()).toEqual([]);
});

test('a budget without a gateway is refused, because the file that would hold it is deleted', async () => {
  await set([ALIYUN], 300);
  expect(await set([], 9)).toEqual([{ field: 'daily_budget', what: expect.stringContaining('没有网关') }]);
  expect(used()).toEqual(['aliyun']);
  expect(sms.now().dailyBudget).toBe(300);
  const { rows } = await site.pool.query(`select from audit.entry where after ->> 'dailyBudget' = '9'`);
  expect(rows).toEqual([]);
});

test('the budget of the environment is not that of the file', async () => {
  await set([ALIYUN], 300);
  const ofEnvironment = await openSms({ dataDir: folder, budget: 20 });
  expect(ofEnvironment.now().dailyBudget).toBe(20);
  expect(sms.now().dailyBudget).toBe(300);
});

test('a budget is refused while the environment sets it', async () => {
  const node = await startTestApp({ beside: site, dataDir: folder, sms, environment: { SMS_DAILY_BUDGET: '20' } });
  const save = async (dailyBudget: number | null) =>
    (await staffCall(node, setSms, { gateways: [ALIYUN], dailyBudget }, { cookie })).data?.mistakes;
  expect(await save(9)).toEqual([{ field: 'daily_budget', what: expect.stringContaining('SMS_DAILY_BUDGET') }]);
  expect(await save(null)).toEqual([]);
  await node.close();
});

test('if two people save at once, the second waits, for text messages and for alerts', async () => {
  const webhook = { url: 'https://robot.example.com/send?key=1', format: 'plain' } as const;
  const alerts = { webhook, mail: null, backupHours: 36, off: [] };
  const answers = await Promise.all([
    ...[1, 2, 3, 4].map(() => set([ALIYUN])),
    ...[1, 2, 3, 4].map(async () => (await staffCall(site, setAlerts, alerts, { cookie })).data?.mistakes),
  ]);
  expect(answers).toEqual(Array(8).fill([]));
  await rm(path.join(folder, 'alerts.yaml'));
});

test('a trial explains that there are no gateways, is logged, and takes no other number', async () => {
  const { data } = await staffCall(site, testSms, { telephone: '13800138000' }, { cookie });
  expect(data).toMatchObject({ isGood: true, text: expect.stringContaining('没有 sms.yaml') });
  const { rows } = await site.pool.query("select after from audit.entry where action = 'test-sms'");
  expect(rows).toEqual([{ after: { to: '138****8000', good: true } }]);
  expect((await staffCall(site, testSms, { telephone: '+15005550006' }, { cookie })).http).toBe(400);
});

test('only an owner changes the gateways or sees them', async () => {
  for (const role of ['editor', 'support', 'finance', 'viewer'] as const) {
    const person = await addPerson(site, owner, role, `员工 ${role}`, new Date());
    for (const [call, payload] of [
      [setSms, { gateways: [], dailyBudget: null }],
      [smsSettings, {}],
      [testSms, { telephone: null }],
    ] as const)
      expect((await staffCall(site, call as typeof smsSettings, payload, person)).code).toBe(staffForbidden);
  }
});
