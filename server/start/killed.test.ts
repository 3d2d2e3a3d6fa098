import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../testing/app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import {
  type Days,
  passReaderDay,
  prepareDays,
  readersWithCoins,
  refundReaderDay,
} from '../../testing/drills/reader-day.ts';
import { expectSoundRewards } from '../../testing/factories/rewards.ts';
import { expectSoundShop } from '../../testing/factories/shop.ts';
import { openPool } from '../core/db/db.ts';

// Every kill is a start of the program.
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 300_000 });

/** A killed process ends late if all processors are busy. */
const DEAD_WITHIN_MS = 30_000;
const PRELOAD = fileURLToPath(new URL('../../testing/drills/kill-at.ts', import.meta.url));
const SERVING_WITHIN_MS = 15_000;
/** The most dangerous moments: right after a commit without an answer, or right before a commit. */
const DANGEROUS = [
  'after membership.wait-use',
  'after wallet.buy',
  'after shop.pay-sandbox-trade',
  'after membership.add-pass-grant of shop.lock-order',
  'before commit of shop.lock-order',
  'after commit of shop.lock-order',
  'after commit of rewards.list-claims',
  'after commit of rewards.list-days',
  'after commit of rewards.take-redeem-code',
];
/** The sandbox has refunded the payment, but the shop or the order does not record it yet. */
const OF_REFUNDS = ['after commit of shop.lock-sandbox-payment', 'after shop.end-refund of shop.lock-order'];
/** Excludes sessions, limits, and the jobs of the catalogue and the rankings. */
const OF_MONEY = / (wallet|shop|rewards|membership)\.| of /;

/** Everything to remove after the tests. */
const made = new AsyncDisposableStack();
let database: TestDatabase;
let pool: Pool;
let folder: string;
let days: Days;
let app: AppProcess;
/** The point at which each process is killed, the next process first. */
let steps: string[] = [];
const startedInMs: number[] = [];

beforeAll(async () => {
  await ensureBuilt();
  database = await createTestDatabase();
  made.defer(() => database.drop());
  pool = openPool(database.connection, pino({ level: 'silent' }));
  made.defer(() => pool.end());
  folder = scratchFolder(made, 'manyu-killed');
  made.defer(async () => {
    app?.kill('SIGKILL');
    await app?.ended;
  });
  days = await prepareDays(pool, join(folder, 'store'));
});
afterAll(() => made.disposeAsync(), 300_000);

async function start(env: Record<string, string> = {}): Promise<void> {
  const [killAt = ''] = steps;
  const given = { DATABASE_URL: addressOf(database.connection), DATA_DIR: folder, MANYU_KILL_AT: killAt, ...env };
  app = await startAppProcess(given, PRELOAD);
  startedInMs.push(app.startedInMs);
}

/** Asks until there is an answer: after a kill the app is started again, to be killed at the next step. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((await Promise.race([app.ended, sleep(DEAD_WITHIN_MS)])) !== 'SIGKILL') throw error;
      steps.shift();
      if (!isDrill) await endLeases();
      await start();
    }
  }
}

/** Work of a killed process is taken over a minute later. Drills wait for it. */
async function endLeases(): Promise<void> {
  await pool.query("update shop.refund set try_at = now() where try_at < now() + interval '2 minutes'");
  await pool.query("update shop.sandbox_transaction set tell_at = now() where tell_at < now() + interval '2 minutes'");
}

async function liveOneDay(): Promise<void> {
  const [token = ''] = await readersWithCoins(pool, 1);
  const place = { app: () => app, untilAnswered, ...days };
  // The app checks refunds every few seconds, so a day with a refund takes longer.
  const hasRefund = isDrill || OF_REFUNDS.includes(steps[0] ?? '');
  const orderId = await passReaderDay(place, token);
  if (hasRefund) await refundReaderDay(place, pool, token, orderId);
}

/** Every step that a reader's day takes in the database, once the app is warm. */
async function stepsOfADay(): Promise<string[]> {
  const file = join(folder, 'steps');
  await start({ MANYU_STEPS: file });
  await liveOneDay();
  const before = readFileSync(file, 'utf8').length;
  await liveOneDay();
  const taken = readFileSync(file, 'utf8').slice(before).trimEnd().split('\n');
  app.kill('SIGKILL');
  await app.ended;
  return [...new Set(taken)].filter((step) => OF_MONEY.test(step));
}

test('after a kill at any step the app recovers, repeated keys have one effect, and nothing is lost', async () => {
  steps = isDrill ? await stepsOfADay() : [...DANGEROUS, ...OF_REFUNDS];
  const kills = steps.length;
  await start();
  while (steps.length > 0) {
    const left = steps.length;
    await liveOneDay();
    expect(steps.length, `not reached: ${steps[0]}`).toBeLessThan(left);
  }
  await expectSoundShop({ pool });
  await expectSoundRewards({ pool });
  // The time until then is a measure of speed. It has a meaning only if nothing else runs at the same time.
  if (!isDrill) return;
  const slowest = Math.max(...startedInMs);
  console.log(`killed at ${kills} steps; serving again within ${Math.round(slowest)} ms`);
  expect(slowest).toBeLessThan(SERVING_WITHIN_MS);
});
