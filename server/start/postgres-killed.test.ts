import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { serverError } from '#contract/codes';
import { ensureBuilt } from '../../scripts/build.ts';
import { openPool } from '../core/db.ts';
import { migrate } from '../core/migrate.ts';
import { MIGRATIONS } from '../migrations.ts';
import { readPidFile } from '../postgres/pid-file.ts';
import { openPrivatePostgres } from '../postgres/private-postgres.ts';
import { startAppProcess } from '../testing/app-process.ts';
import { isDrill } from '../testing/drill.ts';
import { liveADay, prepareDays, readersWithCoins } from '../testing/reader-day.ts';
import { expectSoundRewards } from '../testing/rewards.ts';
import { expectSoundShop } from '../testing/shop.ts';

const KILLS = 3;
const AT_ONCE = 8;
const SERVING_WITHIN_MS = 15_000;
const ASK_AGAIN_MS = 100;

/** That something went wrong within, which it does while the database is gone. */
function isFault(answer: unknown): boolean {
  if (answer instanceof Response) return answer.status >= 500;
  return typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === serverError;
}

/** Asks until there is an answer that is not a fault. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (!isFault(answer)) return answer;
    await sleep(ASK_AGAIN_MS);
  }
}

test.runIf(isDrill)(
  'PostgreSQL killed while readers pay is back soon, and everything they asked for again is done once',
  async () => {
    await ensureBuilt();
    const dataDir = mkdtempSync(join(tmpdir(), 'manyu-postgres-killed-'));
    // As root it must let the unprivileged account of PostgreSQL in.
    chmodSync(dataDir, 0o755);
    const postgres = await openPrivatePostgres({ dataDir, as: 'command', log: { info() {}, warn() {} } });
    const pool = openPool(postgres.connection, pino({ level: 'silent' }));
    await migrate(pool, MIGRATIONS);
    const chapters = await prepareDays(pool, join(dataDir, 'store'));
    const app = await startAppProcess({ DATA_DIR: dataDir });
    const place = { app: () => app, insist, chapters };
    let isOver = false;
    let days = 0;
    const tokens = await readersWithCoins(pool, 2_000);
    const live = async () => {
      while (!isOver) {
        await liveADay(place, tokens.pop() ?? '');
        days += 1;
      }
    };
    const living = Promise.all(Array.from({ length: AT_ONCE }, live));
    const backInMs: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const before = days;
      await expect.poll(() => days, { timeout: 120_000 }).toBeGreaterThan(before + AT_ONCE);
      const killedAt = performance.now();
      process.kill(readPidFile(postgres.where)?.pid ?? 0, 'SIGKILL');
      await sleep(50);
      await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
      backInMs.push(Math.round(performance.now() - killedAt));
    }
    isOver = true;
    await living;
    console.log(
      `PostgreSQL killed ${KILLS} times in ${days} days of readers; serving again after ${backInMs.join(', ')} ms`,
    );
    await expectSoundShop({ pool });
    await expectSoundRewards({ pool });
    app.kill('SIGTERM');
    await app.ended;
    await pool.end();
    await postgres.release();
    rmSync(dataDir, { recursive: true, force: true });
    expect(Math.max(...backInMs)).toBeLessThan(SERVING_WITHIN_MS);
  },
  3_600_000,
);
