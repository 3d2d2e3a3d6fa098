import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentUnavailable, serverError } from '#contract/codes';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, startAppProcess } from '../../testing/app/app-process.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import { type Days, passReaderDay, prepareDays, readersWithCoins } from '../../testing/drills/reader-day.ts';
import { expectSoundRewards } from '../../testing/factories/rewards.ts';
import { expectSoundShop } from '../../testing/factories/shop.ts';
import { openPool } from '../core/db/db.ts';
import { migrate } from '../core/db/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { readPidFile } from '../postgres/pid-file.ts';
import { openPrivatePostgres, type PrivatePostgres } from '../postgres/private-postgres.ts';

const KILLS = 3;
const AT_ONCE = 8;
const SERVING_WITHIN_MS = 15_000;
const ASK_AGAIN_MS = 100;

/** The answers while the database is gone. The sandbox does not answer the shop without it either. */
const FAULTS: readonly unknown[] = [serverError, paymentUnavailable];

function isFault(answer: unknown): boolean {
  if (answer instanceof Response) return answer.status >= 500;
  return typeof answer === 'object' && answer !== null && 'code' in answer && FAULTS.includes(answer.code);
}

/** Asks until there is an answer that is not a fault. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (!isFault(answer)) return answer;
    await sleep(ASK_AGAIN_MS);
  }
}

/** The resources of the drill. They are released at the end in any case. */
const made = new AsyncDisposableStack();
let dataDir: string;
let postgres: PrivatePostgres;
let pool: Pool;
let app: AppProcess;
let prepared: Days;

beforeAll(async () => {
  if (!isDrill) return;
  await ensureBuilt();
  dataDir = scratchFolder(made, 'manyu-postgres-killed');
  // As root it must let the unprivileged account of PostgreSQL in.
  chmodSync(dataDir, 0o755);
  postgres = await openPrivatePostgres({ dataDir, as: 'command', log: { info() {}, warn() {} } });
  made.defer(() => postgres.release());
  pool = openPool(postgres.connection, pino({ level: 'silent' }));
  made.defer(() => pool.end());
  await migrate(pool, MIGRATIONS);
  prepared = await prepareDays(pool, join(dataDir, 'store'));
  app = await startAppProcess({ DATA_DIR: dataDir });
  made.defer(() => app.stop());
}, 300_000);

afterAll(() => made.disposeAsync(), 300_000);

/** Kills PostgreSQL; answers after how many milliseconds the app serves again. */
async function killPostgres(): Promise<number> {
  const found = readPidFile(postgres.where);
  if (!found) throw new Error('no PostgreSQL runs');
  const killedAt = performance.now();
  process.kill(found.pid, 'SIGKILL');
  await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 60_000 }).not.toBe(200);
  await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  return Math.round(performance.now() - killedAt);
}

test.runIf(isDrill)(
  'after a kill PostgreSQL recovers soon, and repeated payments have one effect',
  async () => {
    const place = { app: () => app, untilAnswered, ...prepared };
    let isOver = false;
    let days = 0;
    const tokens = await readersWithCoins(pool, 1_000);
    const live = async () => {
      for (let token = tokens.pop(); token !== undefined && !isOver; token = tokens.pop()) {
        await passReaderDay(place, token);
        days += 1;
      }
    };
    const living = Promise.all(Array.from({ length: AT_ONCE }, live));
    const backInMs: number[] = [];
    while (backInMs.length < KILLS) {
      const before = days;
      await expect.poll(() => days, { timeout: 120_000 }).toBeGreaterThan(before + AT_ONCE);
      backInMs.push(await killPostgres());
    }
    isOver = true;
    await living;
    console.log(
      `PostgreSQL killed ${KILLS} times in ${days} days of readers; serving again after ${backInMs.join(', ')} ms`,
    );
    await expectSoundShop({ pool });
    await expectSoundRewards({ pool });
    expect(Math.max(...backInMs)).toBeLessThan(SERVING_WITHIN_MS);
  },
  3_600_000,
);
