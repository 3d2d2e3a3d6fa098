import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { openPool } from '../../core/db/db.ts';
import type { SmsMessage } from '../../modules/account/account.ts';
import { createOutbox } from './outbox.ts';

const TELEPHONE = '13800138000';
let database: TestDatabase;
let pool: Pool;
let lines: Record<string, unknown>[];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.connection, log);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  lines = [];
  await pool.query('delete from account.sms_outbox');
});

/** The messages in the outbox, and the log. */
async function sent(message: SmsMessage, showsCodes = false) {
  expect(
    await createOutbox(pool, log, { showsCodes, signature: async () => '漫屿' }).send(
      message,
      new AbortController().signal,
    ),
  ).toEqual({
    outcome: 'sent',
  });
  const { rows } = await pool.query('select telephone, body from account.sms_outbox');
  return { rows, logged: lines.map(({ to, body }) => ({ to, body })) };
}

test.each([
  ['login', '登录'],
  ['bind', '绑定手机'],
  ['password', '修改密码'],
  ['phone', '更换手机号'],
  ['delete', '注销账号'],
] as const)(
  'a code for %s is in the outbox with its purpose and validity, and is not logged',
  async (purpose, what) => {
    const message = { telephone: TELEPHONE, purpose, code: '123456', validMinutes: 5 };
    expect(await sent(message)).toEqual({
      rows: [{ telephone: TELEPHONE, body: `【漫屿】${what}验证码 123456，5 分钟内有效，请勿告诉他人。` }],
      logged: [{ to: expect.stringMatching(/^138\*+8000$/), body: undefined }],
    });
  },
);

test('on a machine of one owner the log shows the code too', async () => {
  const message = { telephone: TELEPHONE, purpose: 'login', code: '123456', validMinutes: 5 } as const;
  const { rows, logged } = await sent(message, true);
  expect(logged).toEqual([{ to: expect.stringMatching(/^138\*+8000$/), body: rows[0]?.body }]);
});

test('a notice has no code', async () => {
  const { rows } = await sent({ telephone: TELEPHONE, purpose: 'phone-changed' });
  expect(rows).toEqual([
    {
      telephone: TELEPHONE,
      body: '【漫屿】你的账号已改绑另一个手机号，不再使用这个号码。如果不是你本人操作，请尽快联系网站。',
    },
  ]);
});
