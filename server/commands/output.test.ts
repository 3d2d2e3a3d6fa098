import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../testing/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a command whose output nobody reads any more, as behind head, ends without a stack', async () => {
  const env = {
    ...process.env,
    DATABASE_URL: addressOf(database.connection),
    DATA_DIR: '/nonexistent',
    NO_COLOR: undefined,
  };
  const line = '{ "$0" "$@"; echo "ended with $?" >&2; } | :';
  const child = spawn('sh', ['-c', line, process.execPath, CLI, 'sms', '--follow'], { env, stdio: 'pipe' });
  expect(await text(child.stderr)).toBe('ended with 0\n');
});
