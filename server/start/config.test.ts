import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_IV, DEFAULT_KEY } from '#contract/envelope';
import { BadConfig } from '../core/files/bad-config.ts';
import { readConfig, widenThreadPool } from './config.ts';

afterEach(() => void vi.unstubAllEnvs());

test('without settings the app listens only on this machine, with its own data folder and database', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    isDefaultDataDir: true,
    databaseUrl: null,
    publicUrl: null,
    consoleOrigin: null,
    cipher: { key: Buffer.from(DEFAULT_KEY), iv: Buffer.from(DEFAULT_IV), isDefault: true },
    logLevel: 'info',
    trustProxy: false,
    metricsPort: null,
    smsDailyBudget: null,
    storeGroup: null,
    libraryDirs: [],
    sandboxPayments: true,
    diskReserveBytes: 64 * 1024 * 1024,
    diskLowBytes: 512 * 1024 * 1024,
    alertMailPassword: null,
    accessLog: null,
    backupDir: null,
    migrationBackup: true,
    production: false,
  });
});

test('an empty setting is none', () => {
  const names =
    'PORT HOST DATA_DIR DATABASE_URL PUBLIC_URL CONSOLE_ORIGIN API_KEY API_IV LOG_LEVEL TRUST_PROXY METRICS_PORT';
  const all =
    `${names} SMS_DAILY_BUDGET STORE_GROUP LIBRARY_DIR SANDBOX_PAYMENTS MIGRATION_BACKUP BACKUP_DIR DISK_RESERVE_MB DISK_LOW_MB ALERT_MAIL_PASSWORD ACCESS_LOG NODE_ENV`.split(
      ' ',
    );
  expect(readConfig(Object.fromEntries(all.map((name) => [name, ''])))).toEqual(readConfig({}));
});

test('every setting is taken as it is given', () => {
  const settings = {
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/manyu',
    DATABASE_URL: 'postgresql://manyu@db/manyu',
    PUBLIC_URL: 'https://manyu.example//',
    CONSOLE_ORIGIN: 'https://console.example',
    API_KEY: 'k'.repeat(24),
    API_IV: 'i'.repeat(16),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '2',
    METRICS_PORT: '9101',
    SMS_DAILY_BUDGET: '20',
    STORE_GROUP: 'www-data',
    LIBRARY_DIR: '/srv/comics:/srv/more',
    ALERT_MAIL_PASSWORD: 'secret',
    ACCESS_LOG: '/var/log/manyu/access.log',
    MIGRATION_BACKUP: 'off',
    BACKUP_DIR: '/var/backups/manyu',
    DISK_RESERVE_MB: '0',
    DISK_LOW_MB: '2000',
    NODE_ENV: 'production',
  };
  expect(readConfig(settings)).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/manyu',
    isDefaultDataDir: false,
    databaseUrl: 'postgresql://manyu@db/manyu',
    publicUrl: 'https://manyu.example',
    consoleOrigin: 'https://console.example',
    cipher: { key: Buffer.from('k'.repeat(24)), iv: Buffer.from('i'.repeat(16)), isDefault: false },
    logLevel: 'warn',
    trustProxy: 2,
    metricsPort: 9101,
    smsDailyBudget: 20,
    storeGroup: 'www-data',
    libraryDirs: ['/srv/comics', '/srv/more'],
    sandboxPayments: false,
    alertMailPassword: 'secret',
    accessLog: '/var/log/manyu/access.log',
    backupDir: '/var/backups/manyu',
    migrationBackup: false,
    diskReserveBytes: 0,
    diskLowBytes: 2000 * 1024 * 1024,
    production: true,
  });
});

test.each([
  [{}, true],
  [{ SANDBOX_PAYMENTS: 'off' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', SANDBOX_PAYMENTS: 'on' }, true],
])('with %j payments without money are %j', (env, isOn) => {
  expect(readConfig(env).sandboxPayments).toBe(isOn);
});

test('the default cipher is used only if neither key nor IV is set', () => {
  const isDefault = (env: NodeJS.ProcessEnv) => readConfig(env).cipher.isDefault;
  expect(isDefault({ API_KEY: 'k'.repeat(16) })).toBe(false);
  expect(isDefault({ API_IV: 'i'.repeat(16) })).toBe(false);
  expect(isDefault({ API_KEY: DEFAULT_KEY, API_IV: DEFAULT_IV })).toBe(true);
});

test.each([
  ['PORT', ['0', '65535'], ['-1', '65536', '80.5', 'x']],
  ['METRICS_PORT', ['0', '65535'], ['-1', '65536']],
  ['SMS_DAILY_BUDGET', ['0', '999999999'], ['-1', '1.5', '1000000000', 'x']],
  ['API_KEY', ['k'.repeat(16), 'k'.repeat(24), 'k'.repeat(32)], ['k'.repeat(15), 'k'.repeat(17), 'k'.repeat(33)]],
  ['API_IV', ['i'.repeat(16)], ['i'.repeat(15), 'i'.repeat(17), 'i'.repeat(24), 'i'.repeat(32)]],
  ['PUBLIC_URL', ['http://manyu.example', 'https://manyu.example'], ['ftp://manyu.example', 'manyu.example']],
  ['DATABASE_URL', ['postgres://db/manyu', 'postgresql://db/manyu'], ['http://db/manyu', 'db']],
  ['SANDBOX_PAYMENTS', ['on', 'off'], ['yes', 'ON', '1']],
  ['LOG_LEVEL', ['silent', 'trace'], ['WARN']],
  [
    'TRUST_PROXY',
    ['99', '10.0.0.0/1', '10.0.0.0/32', 'fd00::/1', 'fd00::/128', '::1', '10.0.0.1, fd00::1'],
    ['100', '-1', '10.0.0.0/0', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/x', '10.0.0.1,'],
  ],
])('%s has limits, and a value outside them is refused with its name', (name, allowed, refused) => {
  for (const text of allowed) expect(() => readConfig({ [name]: text }), text).not.toThrow();
  for (const text of refused) {
    expect(() => readConfig({ [name]: text }), text).toThrow(BadConfig);
    expect(() => readConfig({ [name]: text }), text).toThrow(new RegExp(`^${name} `));
  }
});

test.each([
  ['false', false],
  ['0', false],
  ['true', 1],
  ['1', 1],
  ['12', 12],
])('TRUST_PROXY=%s trusts %s', (text, trusted) => {
  expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(trusted);
});

test('the thread pool is enlarged, unless the operator has set its size', () => {
  vi.stubEnv('UV_THREADPOOL_SIZE', undefined);
  widenThreadPool(8);
  expect(process.env.UV_THREADPOOL_SIZE).toBe('8');
  widenThreadPool(16);
  expect(process.env.UV_THREADPOOL_SIZE).toBe('8');
});

test.each(['https://manyu.example', 'https://manyu.example/', 'HTTPS://Manyu.Example//', 'https://manyu.example:443'])(
  '%s is the address of the site',
  (text) => expect(readConfig({ PUBLIC_URL: text }).publicUrl).toBe('https://manyu.example'),
);

test.each([
  'https://manyu.example/comics',
  'https://manyu.example/?a',
  'https://manyu.example/#a',
  'https://me:secret@manyu.example',
])('%s is refused: the site is at the root of its host', (text) => {
  expect(() => readConfig({ PUBLIC_URL: text })).toThrow(/^PUBLIC_URL 只能是协议、主机与端口.*子路径/);
});
