import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, addressOf, callOver, startAppProcess } from '../../testing/app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import { freePort, isInstalled, startProxy } from '../../testing/drills/proxies.ts';
import { lostOf, prepareWriting, startWriting } from '../../testing/drills/writing.ts';
import { openPool } from '../core/db/db.ts';

/** Longer than a node that stops waits for its last calls, under load. */
const SETTLED_MS = 5_000;
const ROUNDS_OF_NODES = 3;

/** The resources of the drill. They are released at the end in any case. */
const made = new AsyncDisposableStack();
let database: TestDatabase;
let pool: Pool;
let folder: string;
const nodes: { port: number; app: AppProcess }[] = [];

async function startNode(port: number): Promise<AppProcess> {
  const env = { DATABASE_URL: addressOf(database.connection), DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' };
  return startAppProcess({ ...env, PORT: String(port) });
}

beforeAll(async () => {
  if (!isDrill) return;
  await ensureBuilt();
  database = await createTestDatabase();
  made.defer(() => database.drop());
  pool = openPool(database.connection, pino({ level: 'silent' }));
  made.defer(() => pool.end());
  folder = scratchFolder(made, 'manyu-rolling');
  made.defer(async () => void (await Promise.all(nodes.map(({ app }) => app.stop()))));
  for (const port of [await freePort(), await freePort()]) nodes.push({ port, app: await startNode(port) });
});
afterAll(() => made.disposeAsync(), 300_000);

/** Readers that open a connection for each call. If a kept connection was closed, a browser repeats the call automatically. */
const readersOf = (url: string) => ({ call: callOver(url, { connection: 'close' }) });
const at = ({ port }: { port: number }) => `127.0.0.1:${port}`;

/** Expects that no call failed and that no confirmed write is lost. */
async function expectNothingMissed(what: string, url: string, writing: ReturnType<typeof startWriting>): Promise<void> {
  const written = await writing.stop();
  const faults = written.filter(({ fault }) => fault !== null).map(faultOf);
  const lost = await lostOf(readersOf(url), written, pool);
  console.log(`${what}: ${written.length} calls, ${lost.length} lost, ${faults.length} faults`, faults);
  expect(lost).toEqual([]);
  expect(faults).toEqual([]);
}

/** When each node got the stop signal, and when it had stopped. */
const stops: { from: number; until: number }[] = [];

/** Describes a fault and its time in the restart, which shows whether the node was closing or not started yet. */
function faultOf({
  kind,
  fault,
  begunAt,
  endedAt,
}: Awaited<ReturnType<ReturnType<typeof startWriting>['stop']>>[number]) {
  const stop = stops.findLast(({ from }) => from <= endedAt);
  const after = (moment?: number) => (moment === undefined ? '–' : Math.round(endedAt - moment));
  return (
    `${kind} took ${Math.round(endedAt - begunAt)} ms, ended ${after(stop?.from)} ms after a stop began ` +
    `and ${after(stop?.until)} ms after it ended: ${fault}`
  );
}

// Not Caddy: 2.6 asks another node without the body of the call.
for (const [kind, calls] of [
  ['nginx', 5_000],
  ['haproxy', 5_000],
] as const) {
  // Where a program is not installed there is nothing to see.
  test.runIf(isDrill && isInstalled(kind))(
    `two nodes behind ${kind} are restarted in turn, and not one of ${calls} writes is lost or fails`,
    async () => {
      const proxy = await startProxy(kind, nodes.map(at));
      try {
        const writable = await prepareWriting(pool, join(folder, 'store'));
        const writing = startWriting(() => readersOf(proxy.url), writable);
        let restarts = 0;
        await restartInTurn(
          () => writing.begun() < calls,
          () => {
            restarts++;
          },
        );
        await expectNothingMissed(`${restarts} restarts behind ${kind}`, proxy.url, writing);
        expect(restarts).toBeGreaterThanOrEqual(2);
      } finally {
        await proxy.stop();
      }
    },
    1_800_000,
  );
}

test.runIf(isDrill && isInstalled('nginx'))(
  'nodes are added behind nginx and taken away, and not one write is lost or fails',
  async () => {
    const proxy = await startProxy('nginx', nodes.map(at));
    const port = await freePort();
    try {
      const writable = await prepareWriting(pool, join(folder, 'store'));
      const writing = startWriting(() => readersOf(proxy.url), writable);
      for (let round = 0; round < ROUNDS_OF_NODES; round++) {
        const third = { port, app: await startNode(port) };
        try {
          proxy.reload([...nodes, third].map(at));
          await sleep(SETTLED_MS);
          proxy.reload(nodes.map(at));
        } finally {
          await third.app.stop();
        }
      }
      await expectNothingMissed(
        `a node added and taken away ${ROUNDS_OF_NODES} times behind nginx`,
        proxy.url,
        writing,
      );
    } finally {
      await proxy.stop();
    }
  },
  600_000,
);

/** Restarts one node after the other until it is stopped. Each node is back before the next one stops. */
async function restartInTurn(goOn: () => boolean, onRestart: () => void): Promise<void> {
  while (goOn())
    for (const node of nodes) {
      const from = performance.now();
      await node.app.stop();
      stops.push({ from, until: performance.now() });
      node.app = await startNode(node.port);
      onRestart();
    }
}
