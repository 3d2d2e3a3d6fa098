import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userTeen } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { feedbackSubmit } from '#contract/calls/support';
import { ensureBuilt } from '../../../scripts/build.ts';
import { openPool } from '../../../server/core/db/db.ts';
import { schemasOf } from '../../../server/core/db/migrate.ts';
import { createLog } from '../../../server/core/log/log.ts';
import { MIGRATIONS } from '../../../server/migrations.ts';
import { backUpDatabase } from '../../../server/operator/backup/back-up.ts';
import { openPrivatePostgres } from '../../../server/postgres/private-postgres.ts';
import { callOver } from '../../app/app-process.ts';
import { isDrill } from '../../drills/drill.ts';
import { freePort } from '../../drills/proxies.ts';
import { readersWithCoins, topUp } from '../../drills/reader-day.ts';
import { picture, writeCbz } from '../../sources/comic-sources.ts';
import { documentedCommands } from './documented-commands.ts';
import { type MadeData, type Proof, proofsOf } from './proofs.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const CHAPTERS = 20;
const WITHIN_MS = 300_000;
const INTERRUPTED = 130;

/** A command line and its result. */
type Typed = { line: string; code: number; output: string };
type Program = { url: string; stop(): Promise<number> };

let place: string;
let copy: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  if (!isDrill) return;
  await ensureBuilt();
  place = mkdtempSync(path.join(tmpdir(), 'manyu-documented-'));
  copy = path.join(place, 'manyu');
  mkdirSync(copy);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  execFileSync('xargs', ['-0', 'cp', '-P', '--parents', '-t', copy], { cwd: ROOT, input: files });
  cpSync(path.join(ROOT, 'dist'), path.join(copy, 'dist'), { recursive: true, preserveTimestamps: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  const { NODE_ENV: _kind, DATABASE_URL: _url, DATA_DIR: _data, ...inherited } = process.env;
  env = {
    ...inherited,
    HOME: path.join(place, 'home'),
    PATH: `${copy}:${process.env.PATH}`,
    PORT: String(await freePort()),
  };
  const folders = ['home/漫画/某某漫画', 'home/comics/Some-Series', 'home/新漫画', 'home/new-comics'];
  for (const folder of [...folders, 'root/srv/comics', 'root/srv/新漫画/星海旅人', 'root/mnt/more'])
    mkdirSync(path.join(place, folder), { recursive: true });
  for (let no = 1; no <= CHAPTERS; no++) {
    const name = `第${String(no).padStart(2, '0')}话.cbz`;
    await writeCbz(path.join(place, 'home/漫画/某某漫画'), name, [await picture(no)]);
    await writeCbz(path.join(place, 'home/comics/Some-Series'), `Ch.${no}.cbz`, [await picture(100 + no)]);
    await writeCbz(path.join(place, 'root/srv/新漫画/星海旅人'), name, [await picture(200 + no)]);
    if (no <= 2) await writeCbz(copy, `某某漫画 ${name}`, [await picture(no)]);
  }
}, 300_000);
afterAll(() => {
  if (isDrill) rmSync(place, { recursive: true, force: true });
});

/** Absolute paths of an operator’s machine are in a temporary folder here. */
const inPlace = (line: string) => line.replace(/(?<=[\s=:])\/(?=(backup|srv|mnt)\/)/g, `${place}/root/`);

function type(line: string): { output: () => string; ended: Promise<number>; interrupt: () => void } {
  const child = spawn('bash', ['-c', inPlace(line)], {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? INTERRUPTED)));
  return { output: () => output, ended, interrupt: () => void process.kill(-(child.pid ?? 0), 'SIGINT') };
}

/** Starts a line and waits for this output. It runs until Ctrl-C. */
async function startTyped(line: string, until: RegExp): Promise<Program> {
  const typed = type(line);
  const end = Date.now() + WITHIN_MS;
  while (!until.test(typed.output())) {
    const code = await Promise.race([typed.ended, sleep(100, null)]);
    if (code !== null || Date.now() > end)
      throw new Error(`${line} (${code}) does not say ${until}: ${typed.output()}`);
  }
  const port = /http:\/\/localhost:(\d+)/.exec(typed.output())?.[1];
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      typed.interrupt();
      return typed.ended;
    },
  };
}

async function typeWhole(line: string): Promise<Typed> {
  const typed = type(line);
  return { line, code: await typed.ended, output: typed.output() };
}

/** The fault in the result of a line; null = none. */
async function faultOf(line: string, proof: Extract<Proof, { as?: string }>): Promise<string | null> {
  const { as = line, until, code = 0, says } = proof;
  if (until) {
    const program = await startTyped(as, until);
    const ended = await program.stop();
    return [0, INTERRUPTED].includes(ended) ? null : `${as}: ended with ${ended}`;
  }
  const typed = await typeWhole(as);
  if (typed.code === code && (says?.test(typed.output) ?? true)) return null;
  return `${as}: ${typed.code}, not ${code}: ${typed.output.slice(-600)}`;
}

/** Calls `work` with a connection to the app's database. */
async function withDatabase<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
  const log = createLog('silent');
  const postgres = await openPrivatePostgres({ dataDir: path.join(copy, 'data'), as: 'command', log });
  const pool = openPool(postgres.connection, log);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await postgres.release();
  }
}

/** A reader with data for all commands, and orders to refund. */
async function makeReader(url: string): Promise<Omit<MadeData, 'change'>> {
  const call = callOver(url);
  const [token = ''] = await withDatabase((pool) => readersWithCoins(pool, 1));
  const { data } = await call(userInfo, { token }, token);
  const asked = { app: () => ({ url, call }), untilAnswered: <T>(ask: () => Promise<T>) => ask() };
  const orders: string[] = [];
  for (let left = 4; left > 0; left--) orders.push(await topUp(asked, token));
  const answered = await call(feedbackSubmit, { type: 1, content: '打不开' }, token);
  await call(userTeen, { on: true, pin: '1234' }, token);
  return { reader: data?.id ?? 0, feedback: answered.data?.id ?? 0, orders };
}

/** The last entry of the comics log. */
function lastChange(): number {
  const log = execFileSync(path.join(copy, 'manyu'), ['comics', 'log'], { cwd: copy, env, encoding: 'utf8' });
  return Number(/^\s*(\d+)/m.exec(log)?.[1]);
}

/** Creates the database backup of an upgrade. */
const keepBeforeUpgrade = () =>
  withDatabase((pool) => {
    const parts = { pool, schemas: schemasOf(MIGRATIONS), clock: () => new Date() };
    return backUpDatabase(path.join(copy, 'data/before-upgrade'), parts);
  });

const isStart = (line: string) => / start( |$)/.test(line.replace('npm start', ' start'));
const isOfDowngrade = (line: string) => line.includes('data-new');

test.runIf(isDrill)(
  'every documented command works in the order of the documents',
  async () => {
    const lines = [...new Set(documentedCommands().map(({ line }) => line))];
    const site = await startTyped('npm start -- --no-demo', /漫屿已启动：/);
    const made = await makeReader(site.url);
    const proofs = proofsOf({ ...made, change: lastChange });
    const faults: (string | null)[] = [];
    let count = 0;
    const typeAll = async (chosen: readonly string[]) => {
      for (const line of chosen) {
        const proof = proofs[line];
        if (!proof || 'by' in proof || 'needs' in proof) continue;
        count++;
        faults.push(await faultOf(line, proof).catch(String));
      }
    };
    await typeAll(lines.filter((line) => !isStart(line) && !isOfDowngrade(line)));
    await keepBeforeUpgrade();
    await site.stop();
    await typeAll(lines.filter(isOfDowngrade));
    await typeAll(lines.filter(isStart));
    const proven = Object.values(proofs).filter((proof) => 'by' in proof).length;
    console.log(`${count} commands typed, ${proven} run by other tests, ${lines.length - count - proven} not here`);
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  },
  3_600_000,
);
