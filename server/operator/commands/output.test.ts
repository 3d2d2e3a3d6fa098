import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../../testing/app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database/database.ts';
import { openPool } from '../../core/db/db.ts';
import { createLog } from '../../core/log/log.ts';

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));
/** Two escape sequences that write the clipboard. */
const HOSTILE = '\u001b]52;c;ZXZpbA==\u0007\u009d52;c;x\u009c';
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Runs a shell line in which `"$0" "$@"` is the command. */
async function typed(line: string, ...args: string[]) {
  const DATABASE_URL = addressOf(database.connection);
  const env = { ...process.env, DATABASE_URL, DATA_DIR: '/nonexistent', NO_COLOR: undefined };
  const child = spawn('sh', ['-c', line, process.execPath, CLI, ...args], { env, stdio: 'pipe' });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

test('a command whose output is closed, as by head, ends without a stack trace', async () => {
  const { stderr } = await typed('{ "$0" "$@"; echo "ended with $?" >&2; } | :', 'sms', '--follow');
  expect(stderr).toBe('ended with 0\n');
});

test('control characters in readers’ texts and arguments don’t reach the terminal', async () => {
  const pool = openPool(database.connection, createLog('silent'));
  await pool.query(`insert into account.sms_outbox (telephone, body, at) values ('13800138000', $1, now())`, [HOSTILE]);
  await pool.end();
  const [listed, refused] = await Promise.all([typed('"$0" "$@"', 'sms'), typed('"$0" "$@"', 'sms', `--${HOSTILE}`)]);
  expect(listed.stdout).toContain('52;c;ZXZpbA==');
  expect(refused.stderr).toContain('这个选项。');
  expect(`${listed.stdout}${listed.stderr}${refused.stderr}`).not.toMatch(OBEYED);
});
