import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { feedbackSubmit } from '#contract/calls/support';
import { noteBackup } from '../backup/tables.ts';
import { runAlertTest } from '../commands/alert.ts';
import { createLog } from '../core/log.ts';
import { MEGABYTE } from '../disk/disk-space.ts';
import type { SeenDisk } from '../disk/disk-watch.ts';
import { noteRefusedImport } from '../modules/operations/operations.ts';
import { setReply } from '../modules/support/support.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { readAlertSettings } from './settings.ts';
import { createWebhook } from './webhook.ts';

const NOON = new Date('2026-11-22T12:00:00+08:00');
const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

let site: TestApp;
let told: string[];
let low: SeenDisk[] = [];
let isDeaf = false;
beforeAll(async () => {
  site = await startTestApp({
    now: NOON,
    disks: { look: async () => {}, low: () => low, seen: () => low },
    alerting: {
      backupHours: 36,
      off: [],
      async tell(text) {
        if (isDeaf) throw new Error('nobody listens');
        told.push(text);
      },
    },
  });
  await noteBackup(site.pool, NOON);
});
afterAll(() => site.close());
beforeEach(() => {
  told = [];
});

/** What the operator is told in these minutes. */
async function tellAt(time: Date): Promise<string[]> {
  site.setTime(time);
  await site.app.keepUp();
  return told.splice(0);
}

test('while all is well nobody is told anything', async () => {
  expect(await tellAt(NOON)).toEqual([]);
});

test('a trouble is told once, also by another node, and again when it is over', async () => {
  low = [{ name: 'data', path: '/data', freeBytes: 12 * MEGABYTE, usedBytes: 0 }];
  expect(await tellAt(NOON)).toEqual(['【漫屿】磁盘：/data 所在的盘还有 12 MB']);
  expect(await tellAt(after(1))).toEqual([]);
  const also: string[] = [];
  const beside = await startTestApp({
    beside: site,
    now: after(1),
    disks: { look: async () => {}, low: () => low, seen: () => low },
    alerting: { backupHours: 36, off: [], tell: async (text) => void also.push(text) },
  });
  await beside.app.keepUp();
  await beside.close();
  expect(also).toEqual([]);
  low = [];
  expect(await tellAt(after(2))).toEqual(['【漫屿】磁盘：恢复了（/data 所在的盘还有 12 MB）']);
});

test('what could not be told is told later', async () => {
  isDeaf = true;
  await noteRefusedImport(site.pool, { refused: 1, example: '/a.cbz：没有页', at: NOON });
  expect(await tellAt(NOON)).toEqual([]);
  isDeaf = false;
  expect(await tellAt(after(1))).toEqual(['【漫屿】导入：有 1 份没有导入，如 /a.cbz：没有页']);
});

test('another trouble of the same kind is told anew', async () => {
  await noteRefusedImport(site.pool, { refused: 2, example: '/b.cbz：没有页', at: after(3) });
  expect(await tellAt(after(3))).toEqual(['【漫屿】导入：有 2 份没有导入，如 /b.cbz：没有页']);
});

test('a fault of the server is told with the call, and over after a quarter of an hour', async () => {
  site.app.sightings.note('fault', 'comic/info');
  expect(await tellAt(after(5))).toEqual(['【漫屿】出错：服务器出错的接口：comic/info']);
  expect(await tellAt(after(19))).toEqual([]);
  expect(await tellAt(after(21))).toEqual(['【漫屿】出错：恢复了（服务器出错的接口：comic/info）']);
});

test.each([
  [30, 'wallet', '账目', '账目不符，先停止收款：'],
  [60, 'shop', '收款', '查看日志里 alarm 为 shop 的行：'],
  [90, 'sms', '短信', '短信：'],
])('after %i minutes, a line of the log with the alarm %s is told', async (minutes, alarm, title, text) => {
  const { sightings } = site.app;
  const log = createLog('warn', { write: () => true }, (name, message) => sightings.note(`alarm:${name}`, message));
  log.error({ alarm }, 'something is amiss');
  log.error('something else');
  expect(await tellAt(after(minutes))).toEqual([`【漫屿】${title}：${text}something is amiss`]);
  expect(await tellAt(after(minutes + 16))).toHaveLength(1);
});

test('a complaint is told until it is answered', async () => {
  const token = await site.visitor();
  const { status } = await site.call(feedbackSubmit, { type: 5, content: '这部漫画侵权' }, { token });
  expect(status).toBe(1);
  const [text] = await tellAt(after(121));
  expect(text).toMatch(/^【漫屿】投诉：有新的举报或侵权投诉：npm run feedback -- show \d+$/);
  await setReply(site.pool, Number(/\d+$/.exec(text ?? '')?.[0]), '已下架', after(122));
  expect(await tellAt(after(123))).toHaveLength(1);
});

test('a backup that is late is told, until there is one', async () => {
  expect(await tellAt(after(36 * 60))).toContain('【漫屿】备份：已经 36 小时没有备份');
  await noteBackup(site.pool, after(36 * 60 + 1));
  expect(await tellAt(after(36 * 60 + 2))).toEqual(['【漫屿】备份：恢复了（已经 36 小时没有备份）']);
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
  const tell = createWebhook({ url: 'https://chat.example/hook', format: 'plain' }, async () => answer());
  await expect(tell('喂')).rejects.toThrow(why);
});

test('the file is read, what is wrong in it is named by its line, and a test alert is sent by it', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'manyu-alerts-'));
  const write = (text: string) => writeFile(path.join(dataDir, 'alerts.yaml'), text, { mode: 0o600 });
  const test = async () => {
    let text = '';
    const code = await runAlertTest({ dataDir, fetch, stdout: { write: (more) => (text += more) } });
    return [code, text];
  };
  expect(await readAlertSettings(dataDir)).toBeNull();
  expect(await test()).toEqual([1, '没有 alerts.yaml：谁也不会收到告警。\n']);
  await write('webhook:\n  url: nonsense\n  format: telegram\noff: [weather]\n');
  expect((await test())[1]).toMatch(
    /^alerts.yaml 第 2 行 webhook「url」：要写 .*\nalerts.yaml 第 3 行 .*\nalerts.yaml 第 4 行/,
  );

  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (chunk) => bodies.push(String(chunk))).on('end', () => response.end('ok'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await write(`webhook: { url: "http://127.0.0.1:${port}/hook" }\nbackup_hours: 24\noff: [import]\n`);
  expect(await readAlertSettings(dataDir)).toMatchObject({ settings: { backupHours: 24, off: ['import'] } });
  expect(await test()).toEqual([0, '发到了，看看那边。\n']);
  expect(bodies).toEqual(['{"text":"【漫屿】这是一条试验的告警"}']);
  server.close();
  expect((await test())[0]).toBe(1);
  await rm(dataDir, { recursive: true });
});
