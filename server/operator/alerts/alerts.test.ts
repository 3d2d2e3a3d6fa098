import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loginSendSms } from '#contract/calls/account';
import { feedbackSubmit } from '#contract/calls/support';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { startMailServer } from '../../../testing/gateways/mail-server.ts';
import { createLog } from '../../core/log/log.ts';
import { DEFAULT_PARTS } from '../../modules/editorial/editorial.ts';
import { addOperatorEvent, noteRefusedImport } from '../../modules/operations/operations.ts';
import { addReply } from '../../modules/support/support.ts';
import { noteBackup } from '../backup/tables.ts';
import { MEGABYTE } from '../disk/disk-space.ts';
import type { SeenDisk } from '../disk/disk-watch.ts';
import { RULES } from './rules.ts';
import { readAlertSettings } from './settings.ts';
import { runAlertTest } from './trial.ts';
import { createWebhook } from './webhook.ts';

const NOON = new Date('2026-11-22T12:00:00+08:00');
const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

let site: TestApp;
let sent: string[];
let mailed: string[];
let low: SeenDisk[] = [];
let isDeaf = false;
beforeAll(async () => {
  site = await startTestApp({
    now: NOON,
    smsDailyBudget: 1,
    disks: { look: async () => {}, low: () => low, seen: () => low },
    alerting: {
      backupHours: 36,
      off: [],
      receivers: [
        {
          name: 'webhook',
          async send(text) {
            if (isDeaf) throw new Error('nobody listens');
            sent.push(text);
          },
        },
        { name: 'mail:ops@example.com', send: async (text) => void mailed.push(text) },
      ],
    },
  });
  await noteBackup(site.pool, NOON, null);
});
afterAll(() => site.close());
beforeEach(() => {
  sent = [];
  mailed = [];
});

/** The alerts that the operator gets in this minute. */
async function alertsAt(time: Date): Promise<string[]> {
  site.setTime(time);
  await site.app.runFrequentJobs();
  return sent.splice(0);
}

test('without a problem no alert is sent', async () => {
  expect(await alertsAt(NOON)).toEqual([]);
});

test('a problem is sent once, also with several nodes, and again when it is over', async () => {
  low = [{ name: 'data', path: '/data', freeBytes: 12 * MEGABYTE, usedBytes: 0 }];
  expect(await alertsAt(NOON)).toEqual(['【漫屿】磁盘：/data 所在的盘还有 12 MB']);
  expect(await alertsAt(after(1))).toEqual([]);
  const also: string[] = [];
  const beside = await startTestApp({
    beside: site,
    now: after(1),
    disks: { look: async () => {}, low: () => low, seen: () => low },
    alerting: {
      backupHours: 36,
      off: [],
      receivers: [{ name: 'webhook', send: async (text) => void also.push(text) }],
    },
  });
  await beside.app.runFrequentJobs();
  await beside.close();
  expect(also).toEqual([]);
  low = [];
  expect(await alertsAt(after(2))).toEqual(['【漫屿】磁盘：恢复了（/data 所在的盘还有 12 MB）']);
});

test('an alert has the name of the site, for operators of several sites', async () => {
  const named = (name: string) => editPart(site, 'site', { ...DEFAULT_PARTS.site, name });
  await named('墨海');
  low = [{ name: 'data', path: '/data', freeBytes: 12 * MEGABYTE, usedBytes: 0 }];
  expect(await alertsAt(after(3))).toEqual(['【墨海】磁盘：/data 所在的盘还有 12 MB']);
  await named('漫屿');
  low = [];
  await alertsAt(after(4));
});

test('a failed alert is retried, and not sent again to receivers that have it', async () => {
  isDeaf = true;
  await noteRefusedImport(site.pool, { refused: 1, example: '/a.cbz：没有页', at: NOON });
  expect(await alertsAt(NOON)).toEqual([]);
  isDeaf = false;
  const text = '【漫屿】导入：有 1 份没有导入，如 /a.cbz：没有页';
  expect(await alertsAt(after(1))).toEqual([text]);
  expect(mailed).toEqual([text]);
});

test('another problem of the same kind is a new alert', async () => {
  await noteRefusedImport(site.pool, { refused: 2, example: '/b.cbz：没有页', at: after(3) });
  expect(await alertsAt(after(3))).toEqual(['【漫屿】导入：有 2 份没有导入，如 /b.cbz：没有页']);
});

test('a server error is sent with the call, and is over after a quarter of an hour', async () => {
  site.app.operatorEvents.record('fault', 'comic/info');
  expect(await alertsAt(after(5))).toEqual(['【漫屿】出错：服务器出错的接口：comic/info']);
  expect(await alertsAt(after(19))).toEqual([]);
  expect(await alertsAt(after(21))).toEqual(['【漫屿】出错：恢复了（服务器出错的接口：comic/info）']);
});

test.each([
  [30, 'wallet', '账目', '账目不符，先停止收款：'],
  [60, 'shop', '收款', '查看日志里 alarm 为 shop 的行：'],
  [90, 'sms', '短信', '短信：'],
])('after %i minutes, a log line with the alarm %s is sent', async (minutes, alarm, title, text) => {
  const { operatorEvents } = site.app;
  const log = createLog('warn', { write: () => true }, (name, message) =>
    operatorEvents.record(`alarm:${name}`, message),
  );
  log.error({ alarm }, 'something is amiss');
  log.error('something else');
  expect(await alertsAt(after(minutes))).toEqual([`【漫屿】${title}：${text}something is amiss`]);
  expect(await alertsAt(after(minutes + 16))).toHaveLength(1);
});

test('a failed import of the library folder is a problem until it succeeds', async () => {
  await addOperatorEvent(site.pool, { what: 'library-failed', times: 1, detail: '磁盘空间不足' }, after(119));
  expect(await alertsAt(after(119))).toEqual(['【漫屿】书库：书库文件夹没有导入成，会再试：磁盘空间不足']);
  expect(await alertsAt(after(120))).toEqual([]);
});

test('a complaint is a problem until it is answered', async () => {
  const token = await site.visitor();
  const { status } = await site.call(feedbackSubmit, { type: 5, content: '这部漫画侵权' }, { token });
  expect(status).toBe(1);
  const [text] = await alertsAt(after(121));
  expect(text).toMatch(/^【漫屿】投诉：有新的举报或侵权投诉：manyu feedback show \d+$/);
  await addReply(site.pool, Number(/\d+$/.exec(text ?? '')?.[0]), '已下架', after(122));
  expect(await alertsAt(after(123))).toHaveLength(1);
});

test('a late backup is a problem until there is one', async () => {
  expect(await alertsAt(after(36 * 60))).toContain('【漫屿】备份：已经 36 小时没有备份');
  await noteBackup(site.pool, after(36 * 60 + 1), null);
  expect(await alertsAt(after(36 * 60 + 2))).toEqual(['【漫屿】备份：恢复了（已经 36 小时没有备份）']);
});

test('the alert about the budget of text messages has the count, and is over at the end of the day', async () => {
  const { status } = await site.call(loginSendSms, { telephone: '13800000001' }, { token: await site.visitor() });
  expect(status).toBe(1);
  const next = after(36 * 60 + 3);
  expect(await alertsAt(next)).toEqual(['【漫屿】短信：今天的 1 条已经发完，谁也收不到验证码']);
  expect(await alertsAt(new Date(next.getTime() + 24 * 3_600_000))).toContain(
    '【漫屿】短信：恢复了（今天的 1 条已经发完，谁也收不到验证码）',
  );
});

test.each([
  ['enough', false],
  ['reserved', '今天的 10 条已经发了 8 条，余下的只发给已注册的号码'],
  ['spent', '今天的 10 条已经发完，谁也收不到验证码'],
] as const)('the alert of a budget that is %s says so', (state, text) => {
  const phones = { day: '2026-11-22', names: [] };
  const facts = { now: NOON, lowDisks: [], lastBackup: NOON, refusedImport: null, seen: [], complaint: null, phones };
  const trouble = RULES.sms.find({ ...facts, sms: { ofDay: 10, spent: 8, state } });
  expect(trouble ? trouble.text : false).toBe(text);
});

test.each([
  ['plain', { text: '喂' }],
  ['wecom', { msgtype: 'text', text: { content: '喂' } }],
  ['dingtalk', { msgtype: 'text', text: { content: '喂' } }],
  ['feishu', { msg_type: 'text', content: { text: '喂' } }],
] as const)('a webhook of the format %s gets what it reads', async (format, body) => {
  let sent: unknown;
  await createWebhook({ url: 'https://chat.example/hook', format }, async (_url, init) => {
    sent = JSON.parse(String(init?.body));
    return Response.json({ errcode: 0, code: 0 });
  })('喂');
  expect(sent).toEqual(body);
});

test.each([
  ['an error', () => new Response('', { status: 500 }), 'HTTP 500'],
  ['a refusal with 200', () => Response.json({ errcode: 93000, errmsg: 'invalid webhook url' }), '93000 invalid'],
  ['another spelling of it', () => Response.json({ code: 19001, msg: 'param invalid' }), '19001 param invalid'],
])('%s is no delivery', async (_what, answer, why) => {
  const send = createWebhook({ url: 'https://chat.example/hook', format: 'plain' }, async () => answer());
  await expect(send('喂')).rejects.toThrow(why);
});

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'manyu-alerts-'));
});
afterAll(() => rm(dataDir, { recursive: true }));
const write = (text: string) => writeFile(path.join(dataDir, 'alerts.yaml'), text, { mode: 0o600 });

/** The output of `manyu alert test`. */
async function alertTest(
  mailPassword: string | null = null,
  siteName = async () => '我的漫画站',
): Promise<[code: number, text: string]> {
  let text = '';
  const stdout = { write: (more: string) => (text += more) };
  const code = await runAlertTest({ dataDir, mailPassword, fetch, stdout, siteName });
  return [code, text];
}

test('a missing file, or one with mistakes, is reported', async () => {
  expect(await readAlertSettings({ dataDir, mailPassword: null })).toBeNull();
  expect(await alertTest()).toEqual([1, '没有 alerts.yaml：谁也不会收到告警。\n']);
  await write('webhook:\n  url: nonsense\n  format: telegram\noff: [weather]\n');
  expect((await alertTest())[1]).toMatch(
    /^alerts.yaml 第 2 行 webhook「url」：要写 .*\nalerts.yaml 第 3 行 .*\nalerts.yaml 第 4 行/,
  );
});

test.each([
  ['no receiver', 'backup_hours: 24\n', /要写 webhook 或 mail/],
  ['a user without a password', 'mail: { host: h, user: a@b.example, to: [c@d.example] }\n', /ALERT_MAIL_PASSWORD/],
  [
    'a password in the clear',
    'mail: { host: h, security: none, user: a@b.example, password: x, to: [c@d.example] }\n',
    /不加密/,
  ],
  ['nobody it could come from', 'mail: { host: h, to: [c@d.example] }\n', /from/],
  [
    'a line break in a mailbox',
    'mail: { host: h, from: a@b.example, to: ["c@d.example\\r\\nBcc: e"] }\n',
    /要写一个邮箱/,
  ],
  ['a line break in the sender', 'mail: { host: h, from: "a@b.example\\nX: y", to: [c@d.example] }\n', /要写一个邮箱/],
  ['no mailbox', 'mail: { host: h, from: a@b.example, to: ["c@d.example, e@f.example"] }\n', /要写一个邮箱/],
])('a file with %s is refused', async (_what, text, why) => {
  await write(text);
  const [code, said] = await alertTest();
  expect(code).toBe(1);
  expect(said).toMatch(why);
});

test('mail goes over TLS, with a password from the file or the environment', async () => {
  const mail = 'mail: { host: smtp.example.com, user: a@b.example, to: [c@d.example]';
  const settings = { host: 'smtp.example.com', port: 465, security: 'tls', from: 'a@b.example', to: ['c@d.example'] };
  const of = (pass: string) => ({
    settings: { webhook: null, mail: { ...settings, auth: { user: 'a@b.example', pass } } },
  });
  await write(`${mail} }\n`);
  expect(await readAlertSettings({ dataDir, mailPassword: 'from outside' })).toMatchObject(of('from outside'));
  await write(`${mail}, password: 007 }\n`);
  expect(await readAlertSettings({ dataDir, mailPassword: 'from outside' })).toMatchObject(of('007'));
});

test('a test alert is sent to every receiver, and each answer is printed', async () => {
  const bodies: string[] = [];
  const hook = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk))).on('end', () => response.end('ok'));
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const mail = await startMailServer({ secure: false });
  const { port } = hook.address() as AddressInfo;
  const open = `mail: { host: localhost, port: ${mail.port}, security: none, from: a@b.example, to: `;
  await write(`webhook: { url: "http://127.0.0.1:${port}/hook" }\n${open}[ops@manyu.example] }\n`);
  const [code, text] = await alertTest();
  expect(code).toBe(0);
  expect(text.split('\n').sort()).toEqual([
    '',
    'mail:ops@manyu.example：发到了，看看那边。',
    'webhook：发到了，看看那边。',
  ]);
  expect(bodies).toEqual(['{"text":"【我的漫画站】这是一条试验的告警"}']);
  expect(mail.taken).toHaveLength(1);

  const [failed, without] = await alertTest(null, () => Promise.reject(new Error('连不上数据库。')));
  expect([failed, without.split('\n')[0]]).toEqual([0, '没有读到网站的名字，写「漫屿」：连不上数据库。']);
  expect(bodies[1]).toBe('{"text":"【漫屿】这是一条试验的告警"}');

  hook.close();
  await write(`webhook: { url: "http://127.0.0.1:${port}/hook" }\n${open}[nobody@manyu.example, me@manyu.example] }\n`);
  const [again, said] = await alertTest();
  expect(again).toBe(1);
  expect(said).toMatch(/^webhook：没有发到：那边没有在听这个端口/m);
  expect(said).toMatch(/^mail:nobody@manyu.example：没有发到：.*不收这个发件人或收件人/m);
  expect(said).toMatch(/^mail:me@manyu.example：发到了/m);
  await mail.close();
});
