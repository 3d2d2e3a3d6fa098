import { isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_IV, DEFAULT_KEY } from '#contract/envelope';
import { BadConfig } from '../core/files/bad-config.ts';

/** The settings of the environment. Read once at the start. */
export type Config = {
  port: number;
  host: string;
  dataDir: string;
  /** Whether it is the data folder of the project. */
  isDefaultDataDir: boolean;
  /** Folders that are watched for comics to import. */
  libraryDirs: readonly string[];
  databaseUrl: string | null;
  publicUrl: string | null;
  /** The console's own address; null = it is served at /console of the site. */
  consoleOrigin: string | null;
  cipher: { key: Buffer; iv: Buffer; isDefault: boolean };
  logLevel: string;
  /** The number of proxies in front of the app, or their addresses; false = none. */
  trustProxy: false | number | string;
  /** The port of /metrics; null = off, equal to `port` = on the public port. */
  metricsPort: number | null;
  /** The maximum of text messages per day, for all readers together; null = as in sms.yaml. */
  smsDailyBudget: number | null;
  /** A group, by name or number, that can also read the pictures that are not public. */
  storeGroup: string | null;
  /** Whether readers can pay in the sandbox, without money. */
  sandboxPayments: boolean;
  /** Disk space that is reserved for the private database when the disk is full; 0 = none. */
  diskReserveBytes: number;
  /** Below this free space a disk is low: nothing is imported. */
  diskLowBytes: number;
  /** The password of the mailbox that sends alerts, if alerts.yaml has none. */
  alertMailPassword: string | null;
  /** The access log: a file, or `-` for the standard output; null = off. */
  accessLog: string | null;
  /** Where the console puts backups; null = into the folder of the latest one. */
  backupDir: string | null;
  /** Whether the database is backed up before it is upgraded. */
  migrationBackup: boolean;
  production: boolean;
};

const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../data', import.meta.url));
const MEGABYTE = 1024 * 1024;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the configuration. Nothing else reads the environment. Throws `BadConfig`. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const key = bytes(env, 'API_KEY', DEFAULT_KEY, [16, 24, 32]);
  const iv = bytes(env, 'API_IV', DEFAULT_IV, [16]);
  const production = env.NODE_ENV === 'production';
  const dataDir = path.resolve(env.DATA_DIR || './data');
  return {
    port: port(env, 'PORT') ?? 3000,
    host: env.HOST || '127.0.0.1',
    dataDir,
    isDefaultDataDir: dataDir === DEFAULT_DATA_DIR,
    libraryDirs: folders(env, 'LIBRARY_DIR'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    publicUrl: origin(env, 'PUBLIC_URL'),
    consoleOrigin: origin(env, 'CONSOLE_ORIGIN'),
    cipher: { key, iv, isDefault: key.equals(Buffer.from(DEFAULT_KEY)) && iv.equals(Buffer.from(DEFAULT_IV)) },
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    trustProxy: trustProxy(env, 'TRUST_PROXY'),
    metricsPort: port(env, 'METRICS_PORT'),
    smsDailyBudget: wholeNumber(env, 'SMS_DAILY_BUDGET'),
    storeGroup: env.STORE_GROUP || null,
    sandboxPayments: (oneOf(env, 'SANDBOX_PAYMENTS', ['on', 'off']) ?? (production ? 'off' : 'on')) === 'on',
    diskReserveBytes: megabytes(env, 'DISK_RESERVE_MB') ?? 64 * MEGABYTE,
    diskLowBytes: megabytes(env, 'DISK_LOW_MB') ?? 512 * MEGABYTE,
    alertMailPassword: env.ALERT_MAIL_PASSWORD || null,
    accessLog: accessLog(env.ACCESS_LOG),
    backupDir: env.BACKUP_DIR ? path.resolve(env.BACKUP_DIR) : null,
    migrationBackup: oneOf(env, 'MIGRATION_BACKUP', ['on', 'off']) !== 'off',
    production,
  };
}

function accessLog(given: string | undefined): string | null {
  if (!given) return null;
  return given === '-' ? given : path.resolve(given);
}

/** Folders, separated as in PATH. */
function folders(env: NodeJS.ProcessEnv, name: string): string[] {
  const given = (env[name] ?? '').split(path.delimiter).filter((each) => each !== '');
  return [...new Set(given.map((each) => path.resolve(each)))];
}

function port(env: NodeJS.ProcessEnv, name: string): number | null {
  const text = env[name];
  if (!text) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65535)
    throw new BadConfig(`${name} 应是 0 到 65535 的整数，现在是「${text}」。`);
  return value;
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string): number | null {
  const text = env[name];
  if (!text) return null;
  if (!/^\d{1,9}$/.test(text)) throw new BadConfig(`${name} 应是 0 或更大的整数，现在是「${text}」。`);
  return Number(text);
}

function megabytes(env: NodeJS.ProcessEnv, name: string): number | null {
  const value = wholeNumber(env, name);
  return value === null ? null : value * MEGABYTE;
}

function bytes(env: NodeJS.ProcessEnv, name: string, fallback: string, lengths: number[]): Buffer {
  const value = Buffer.from(env[name] || fallback, 'utf8');
  if (!lengths.includes(value.length))
    throw new BadConfig(`${name} 应是 ${lengths.join('、')} 字节的文本，现在是 ${value.length} 字节。`);
  return value;
}

function url(env: NodeJS.ProcessEnv, name: string, protocols: string[]): string | null {
  const text = env[name];
  if (!text) return null;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new BadConfig(`${name} 应是以 ${protocols.map((protocol) => `${protocol}//`).join(' 或 ')} 开头的地址。`);
  return text;
}

/** The address of a site. It has no path. */
function origin(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = url(env, name, ['http:', 'https:']);
  if (text === null) return null;
  const { origin, href } = new URL(text);
  if (href.replace(/\/+$/, '') !== origin)
    throw new BadConfig(
      `${name} 只能是协议、主机与端口，如 https://manga.example.com，不能放在子路径下，现在是「${text}」。`,
    );
  return origin;
}

function oneOf(env: NodeJS.ProcessEnv, name: string, choices: string[]): string | null {
  const text = env[name];
  if (!text) return null;
  if (!choices.includes(text)) throw new BadConfig(`${name} 应是 ${choices.join('、')} 之一，现在是「${text}」。`);
  return text;
}

/**
 * `true` is one proxy: only its own entry in X-Forwarded-For is trusted, because readers can send this header
 * too.
 */
function trustProxy(env: NodeJS.ProcessEnv, name: string): false | number | string {
  const text = env[name];
  if (!text || text === 'false' || text === '0') return false;
  if (text === 'true') return 1;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const foreign = text.split(',').find((address) => !isNetwork(address.trim()));
  if (foreign !== undefined)
    throw new BadConfig(`${name} 应是 true、层数，或代理的地址（逗号分隔，可以是网段），现在有「${foreign.trim()}」。`);
  return text;
}

/** An address, or a network such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (longest === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest);
}

/** The address of the console. Without an address of the site it is opened on this machine: plain http is refused elsewhere. */
export function consoleUrlOf({
  consoleOrigin,
  publicUrl,
  port,
}: Pick<Config, 'consoleOrigin' | 'publicUrl' | 'port'>): string {
  const isSafe = publicUrl?.startsWith('https:');
  return `${consoleOrigin ?? (isSafe ? publicUrl : `http://localhost:${port}`)}/console`;
}

/** Sets the number of threads of Node's pool, unless the environment does. Has no effect after the pool was used. */
export function widenThreadPool(threads: number): void {
  process.env.UV_THREADPOOL_SIZE ??= String(threads);
}
