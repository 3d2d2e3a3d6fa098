import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { openPool } from '../../../core/db/db.ts';
import { readSmsArgs, runSms } from './sms.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.connection, pino({ level: 'silent' }));
  await pool.query(`insert into account.sms_delivery
    (telephone, purpose, sender, outcome, detail, message_id, report, report_detail, ask_at, sent_at) values
    ('13800138000', 'login', 'aliyun', 'operator-fault', 'isv.AMOUNT_NOT_ENOUGH: 余额不足', null, null, null, null, '2026-11-22T02:00:00Z'),
    ('13800138000', 'login', 'tencent', 'sent', null, '5000:1', 'undelivered', 'MK:0001', null, '2026-11-22T02:00:01Z'),
    ('13900139000', 'phone-changed', 'twilio', 'sent', null, 'SM1', null, null, '2026-11-22T02:30:00Z', '2026-11-22T02:20:00Z'),
    ('13900139000', 'bind', 'aliyun-verify', 'sent', null, '112^0', null, null, null, '2026-11-22T02:21:00Z')`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function sms(...argv: string[]) {
  let text = '';
  const stdout = {
    write(more: string) {
      text += more;
    },
  };
  const args = readSmsArgs(argv, { stdout, stderr: stdout });
  const context = { pool, clock: () => new Date(), stdout, stderr: stdout, stop: AbortSignal.abort() };
  return { code: typeof args === 'number' ? args : await runSms(args, context), text };
}

test('the list has the latest messages first, with masked phones and results', async () => {
  const { code, text } = await sms('list');
  expect(code).toBe(0);
  expect(text.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^4 {2}\S+ 10:21:00 {2}139\*+9000 {2}绑定手机 {2}aliyun-verify {2}没有回执$/),
    expect.stringMatching(/^3 {2}\S+ 10:20:00 {2}139\*+9000 {2}通知：手机号已更换 {2}twilio {2}等回执$/),
    expect.stringMatching(/^2 {2}\S+ 10:00:01 {2}138\*+8000 {2}登录 {2}tencent {2}没有到$/),
    expect.stringMatching(
      /^1 {2}\S+ 10:00:00 {2}138\*+8000 {2}登录 {2}aliyun {2}不肯发 {2}isv.AMOUNT_NOT_ENOUGH: 余额不足$/,
    ),
  ]);
  expect((await sms('list', '13900139000')).text.match(/^\d/gm)).toEqual(['4', '3']);
  expect((await sms('list', '13700137000')).text).toBe('最近一周没有短信交给网关。\n');
});

test('one message is shown with its full number, the carrier’s report, and the next query time', async () => {
  const { text } = await sms('show', '2');
  expect(text).toContain('号码：13800138000\n用途：登录\n网关：tencent\n交给网关：收下了\n网关的编号：5000:1\n');
  expect(text).toContain('回执：没有到（MK:0001）\n');
  expect((await sms('show', '3')).text).toMatch(/回执：等回执\n下次再问：.*10:30:00\n$/);
  expect(await sms('show', '99')).toEqual({ code: 1, text: expect.stringContaining('没有 99 号短信') });
});

test('reading full numbers or codes is logged, and a list with masked numbers is not', async () => {
  const read = async () =>
    (await pool.query("select action, after from audit.entry where action like 'read-%' order by id")).rows;
  const before = await read();
  await sms('list');
  await sms('show', '99');
  await sms();
  expect(await read()).toEqual(before);
  await sms('show', '2');
  const entry = { action: 'read-delivery', after: { delivery: 2 } };
  expect(await read()).toEqual([...before, entry]);
  await pool.query(
    `insert into account.sms_outbox (telephone, body, at) values ('13800138000', '验证码 123456', now())`,
  );
  expect((await sms()).text).toContain('123456');
  expect(await read()).toEqual([...before, entry, { action: 'read-messages', after: { messages: 1 } }]);
  await pool.query('delete from account.sms_outbox');
});

test('without a name the outbox is shown, and an unknown command is wrong usage', async () => {
  expect(await sms()).toEqual({ code: 0, text: '发件箱是空的。\n' });
  for (const wrong of [['send'], ['show'], ['show', 'x'], ['list', '1', '2']])
    expect((await sms(...wrong)).code).toBe(2);
});
