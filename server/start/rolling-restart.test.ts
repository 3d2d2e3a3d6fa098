import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payLog } from '#contract/calls/wallet';
import { ensureBuilt } from '../../scripts/build.ts';
import { openPool } from '../core/db.ts';
import { type AppProcess, addressOf, callOver, startAppProcess } from '../testing/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { isDrill } from '../testing/drill.ts';
import { freePort, isInstalled, startProxy } from '../testing/proxies.ts';
import { readersWithCoins } from '../testing/reader-day.ts';
import { scratchRoot } from '../testing/scratch.ts';

const CALLS = 1_000;
const EVERY_MS = 20;

let database: TestDatabase;
let pool: Pool;
let folder: string;
let tokens: string[];
const nodes: { port: number; app: AppProcess }[] = [];

async function startNode(port: number): Promise<AppProcess> {
  const env = { DATABASE_URL: addressOf(database.connection), DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' };
  return startAppProcess({ ...env, PORT: String(port) });
}

beforeAll(async () => {
  if (!isDrill) return;
  await ensureBuilt();
  database = await createTestDatabase();
  pool = openPool(database.connection, pino({ level: 'silent' }));
  folder = mkdtempSync(join(scratchRoot(), 'manyu-rolling-'));
  tokens = await readersWithCoins(pool, 100);
  for (const port of [await freePort(), await freePort()]) nodes.push({ port, app: await startNode(port) });
});
afterAll(async () => {
  if (!isDrill) return;
  for (const { app } of nodes) app.kill('SIGTERM');
  await Promise.all(nodes.map(({ app }) => app.ended));
  await pool?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

// Not Caddy: 2.6 asks another node without the body of the call.
for (const kind of ['nginx', 'haproxy'] as const) {
  // Where a program is not installed there is nothing to see.
  test.runIf(isDrill && isInstalled(kind))(
    `two nodes behind ${kind} are restarted in turn, and not one of ${CALLS} calls is lost`,
    async () => {
      const proxy = await startProxy(
        kind,
        nodes.map(({ port }) => `127.0.0.1:${port}`),
      );
      try {
        const call = callOver(proxy.url);
        const lost: string[] = [];
        const oneCall = async (index: number) => {
          const answer = await call(payLog, {}, tokens[index % tokens.length] ?? '').catch(String);
          if (typeof answer === 'string') lost.push(answer);
          else if (answer.code !== 0) lost.push(`code ${answer.code}`);
        };
        const calling: Promise<void>[] = [];
        let restarts = 0;
        const restarting = restartInTurn(
          () => calling.length < CALLS,
          () => {
            restarts++;
          },
        );
        while (calling.length < CALLS) {
          calling.push(oneCall(calling.length));
          await sleep(EVERY_MS);
        }
        await Promise.all([...calling, restarting]);
        console.log(`${kind}: ${restarts} restarts, ${lost.length} of ${CALLS} calls lost`);
        expect(lost).toEqual([]);
        expect(restarts).toBeGreaterThanOrEqual(2);
      } finally {
        await proxy.stop();
      }
    },
    600_000,
  );
}

/** Restarts one node after the other, as long as it is said to; each is back before the next one goes. */
async function restartInTurn(goOn: () => boolean, onRestart: () => void): Promise<void> {
  while (goOn())
    for (const node of nodes) {
      node.app.kill('SIGTERM');
      await node.app.ended;
      node.app = await startNode(node.port);
      onRestart();
    }
}
