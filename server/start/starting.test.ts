import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureBuilt } from '../../scripts/build.ts';
import type { TestConnection } from '../../testing/app/test-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { scratchRoot } from '../../testing/database/scratch.ts';
import { someOf } from '../../testing/drills/drill.ts';
import { tryLock } from '../postgres/file-lock.ts';
import { readPidFile } from '../postgres/pid-file.ts';
import { readConfig } from './config.ts';

// Every test starts the program itself, and a busy machine takes its time for that.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(scratchRoot(), 'manyu-start ')));
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(folder, 0o755);
  database = await createTestDatabase();
  await ensureBuilt();
});

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function addressOf(connection: TestConnection): string {
  if ('connectionString' in connection) return connection.connectionString;
  const { user, host, port, database: name } = connection;
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

type ProgramOptions = { program?: 'main.ts' | 'cli.ts'; given?: string[]; env?: Record<string, string> };

/** The program with only the given settings, none of this process. */
function start({ program = 'main.ts', given = [], env = {} }: ProgramOptions) {
  const { DATABASE_URL: _url, NODE_ENV: _kind, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL(`../${program}`, import.meta.url)),
      ...given,
      ...(program === 'main.ts' ? ['--no-demo', '--new-site'] : []),
    ],
    {
      env: { ...inherited, PORT: '0', DATA_DIR: join(folder, '数据'), LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(([code]) => ({ code, output: output.trim() }));
  return { child, ended, output: () => output };
}

const onOurs = () => ({ DATABASE_URL: addressOf(database.connection) });

test.each([
  [{ PORT: 'abc' }, 'PORT 应是 0 到 65535 的整数，现在是「abc」。'],
  [{ API_KEY: '12345' }, 'API_KEY 应是 16、24、32 字节的文本，现在是 5 字节。'],
  [{ PUBLIC_URL: 'nonsense' }, 'PUBLIC_URL 应是以 http:// 或 https:// 开头的地址。'],
  [{ DATABASE_URL: 'mysql://db/manyu' }, 'DATABASE_URL 应是以 postgres:// 或 postgresql:// 开头的地址。'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL 应是 fatal、error、warn、info、debug、trace、silent 之一，现在是「loud」。'],
  [{ TRUST_PROXY: '10.0.0.1, nonsense' }, /^TRUST_PROXY 应是 .*，现在有「nonsense」。$/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY 应是 .*，现在有「10.0.0.0\/33」。$/],
])('a wrong setting is reported in one sentence: %j', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});

test.each([
  ['true', 1],
  ['2', 2],
  ['127.0.0.1', '127.0.0.1'],
  ['10.0.0.0/8, fd00::/8', '10.0.0.0/8, fd00::/8'],
])('the proxies %s are trusted', (text, trusted) => {
  expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(trusted);
});

test.each([
  [{ PORT: '99999' }, /^PORT 应是/],
  [{ DATA_DIR: '/dev/null/data' }, /^无法写入数据目录 \/dev\/null\/data：/],
])('nothing but one sentence is written where the start is refused: %j', async (env, sentence) => {
  const { code, output } = await start({ env }).ended;
  expect(output).toMatch(sentence);
  expect(output.split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

test('a database that does not exist is reported in one sentence, without waiting for it', async () => {
  const address = new URL(onOurs().DATABASE_URL);
  address.pathname += '_none';
  const { code, output } = await start({ env: { DATABASE_URL: address.href } }).ended;
  expect(output).toMatch(/^用 DATABASE_URL 连不上数据库（.*_none.*）/);
  expect(output.split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

test('an address that is not available is reported in one sentence that names its setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  try {
    const ended = await Promise.all([
      start({ env: { ...onOurs(), PORT: port } }).ended,
      start({ env: { ...onOurs(), METRICS_PORT: port } }).ended,
      start({ env: { ...onOurs(), HOST: '192.0.2.1' } }).ended,
    ]);
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(ended[0].output).toBe(`端口 ${port} 已被占用。请停止占用它的程序，或换一个端口，例如：PORT=3001 npm start`);
    expect(ended[1].output).toContain(
      `端口 ${port} 已被占用。请停止占用它的程序，或换一个端口，例如：METRICS_PORT=9101`,
    );
    expect(ended[2].output).toContain('HOST 是「192.0.2.1」，而这台机器没有这个地址。');
  } finally {
    taken.close();
  }
});

async function databaseWithMigration(name: string): Promise<TestDatabase> {
  const made = await createTestDatabase();
  const client = new pg.Client(made.connection);
  await client.connect();
  await client.query('INSERT INTO public.manyu_migration (name) VALUES ($1)', [name]);
  await client.end();
  return made;
}

test('a database that a newer version has migrated is refused in one sentence', async () => {
  const newer = await databaseWithMigration('account/999-of-tomorrow.sql');
  try {
    const { code, output } = await start({ env: { DATABASE_URL: addressOf(newer.connection) } }).ended;
    expect(output).toBe('这个数据库已由更新的漫屿升级过，此版不能再用它。请换回新版，或恢复升级之前的备份。');
    expect(code).toBe(1);
  } finally {
    await newer.drop();
  }
});

test('a database from before the first release is refused in one sentence, at the start and by every command', async () => {
  const commands = [['import', folder], ['feedback'], ['editorial', 'export', join(folder, '编辑.yaml')], ['sms']];
  const old = await databaseWithMigration('001-account.sql');
  const env = { DATABASE_URL: addressOf(old.connection) };
  try {
    const ended = await Promise.all([
      start({ env }).ended,
      ...someOf(commands, 2).map((given) => start({ program: 'cli.ts', given, env }).ended),
    ]);
    for (const { code, output } of ended) {
      expect(output).toBe(
        '这个数据库是漫屿发布之前的版本建立的，此版不能用它，也不能升级它。请换一个空的数据目录（DATA_DIR）或空的库（DATABASE_URL），再重新导入漫画。',
      );
      expect(code).toBe(1);
    }
  } finally {
    await old.drop();
  }
});

test('a group for the pictures that does not exist is refused in one sentence', async () => {
  const { code, output } = await start({ env: { ...onOurs(), STORE_GROUP: '没有这个组' } }).ended;
  expect(output).toBe('STORE_GROUP：这台机器上没有用户组「没有这个组」。');
  expect(code).toBe(1);
});

test('pictures that are not public are shut at the start', async () => {
  const guarded = join(folder, '图片', 'store', 'guarded');
  mkdirSync(guarded, { recursive: true });
  chmodSync(guarded, 0o755);
  const { child, ended, output } = start({ env: { ...onOurs(), DATA_DIR: join(folder, '图片') } });
  await expect.poll(output, { timeout: 60_000 }).toContain('漫屿已启动：');
  expect(statSync(guarded).mode & 0o777).toBe(0o700);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('stopped once it runs, it says goodbye and ends with 0', async () => {
  const { child, ended, output } = start({ env: onOurs() });
  await expect.poll(output, { timeout: 60_000 }).toContain('漫屿已启动：http://localhost:');
  child.kill('SIGTERM');
  const end = await ended;
  expect(end.output).toMatch(/正在停止……\n已停止。$/);
  expect(end.code).toBe(0);
});

test.each([
  ['main.ts', '已停止。', 0],
  ['cli.ts', '', 130],
] as const)('%s stopped while it makes its database leaves none running', async (program, goodbye, exitCode) => {
  const dataDir = join(folder, `${program} 刚开始`);
  const control = join(dataDir, 'postgres-control');
  mkdirSync(control, { recursive: true });
  writeFileSync(join(dataDir, 'new-site'), '');
  const turn = tryLock(join(control, 'start.lock'), 'exclusive');
  const { child, ended } = start({
    program,
    given: program === 'cli.ts' ? ['feedback'] : [],
    env: { DATA_DIR: dataDir },
  });
  await expect.poll(() => isFree(join(control, 'users.lock')), { timeout: 60_000 }).toBe(false);
  child.kill('SIGTERM');
  turn?.release();
  expect(await ended).toEqual({ code: exitCode, output: goodbye });
  expect(readPidFile(join(dataDir, 'postgres'))).toBeUndefined();
});

test('a start that fails after its database is there leaves none running', async () => {
  const dataDir = join(folder, '没有这个地址');
  const { code } = await start({ env: { DATA_DIR: dataDir, HOST: '192.0.2.1' } }).ended;
  expect(code).toBe(1);
  expect(readPidFile(join(dataDir, 'postgres'))).toBeUndefined();
});

function isFree(lockFile: string): boolean {
  const held = tryLock(lockFile, 'exclusive');
  held?.release();
  return held !== undefined;
}
