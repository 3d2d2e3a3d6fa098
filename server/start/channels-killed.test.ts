import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { userInfo } from '#contract/calls/session';
import { chargeOrder, chargeSubmit } from '#contract/calls/wallet';
import { ensureBuilt } from '../../scripts/build.ts';
import { type AppProcess, addressOf, startAppProcess } from '../../testing/app/app-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database/database.ts';
import { scratchFolder } from '../../testing/database/scratch.ts';
import { isDrill } from '../../testing/drills/drill.ts';
import { readersInBulk } from '../../testing/factories/readers.ts';
import { CHEAPEST, expectSoundShop, newRequest } from '../../testing/factories/shop.ts';
import { ALIPAY, createFakeAlipay } from '../../testing/gateways/alipay.ts';
import { writeChannels } from '../../testing/gateways/channels-file.ts';
import type { FakeGateway } from '../../testing/gateways/fake-gateway.ts';
import { serveGateways } from '../../testing/gateways/loopback.ts';
import { createFakeStripe } from '../../testing/gateways/stripe.ts';
import { createFakeWechat } from '../../testing/gateways/wechat.ts';
import { openPool } from '../core/db/db.ts';

// Every kill is a start of the program.
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 300_000 });

/** On a busy machine a killed process may take long to end. */
const DEAD_WITHIN_MS = 30_000;
const ACCEPTED_WITHIN_MS = 120_000;
const PRELOAD = fileURLToPath(new URL('../../testing/gateways/reach-loopback.ts', import.meta.url));
/** The coins are granted, but the channel has no answer yet. */
const DANGEROUS = ['after commit of shop.lock-order'];
/** Not those of a transaction about something else: a job that ran by chance at that moment does not run again. */
const OF_MONEY = / (wallet|shop)\.\S+$| of shop\./;
const CLOCK = () => new Date();
const GATEWAYS = {
  alipay: createFakeAlipay(CLOCK, { ...ALIPAY, products: ['qr'] }),
  wechat: createFakeWechat(CLOCK),
  stripe: createFakeStripe(CLOCK),
};
/** The small run uses one channel for all: after the notification they share the same code. */
const PAID_BY: readonly FakeGateway[] = isDrill ? Object.values(GATEWAYS) : [GATEWAYS.wechat];

/** The resources of the drill. They are released at the end in any case. */
const made = new AsyncDisposableStack();
let database: TestDatabase;
let pool: Pool;
let folder: string;
let loopback: Awaited<ReturnType<typeof serveGateways>>;
let app: AppProcess;
let startedAt = 0;
/** The point at which each process is killed, the next process first. */
let steps: string[] = [];

beforeAll(async () => {
  await ensureBuilt();
  database = await createTestDatabase();
  made.defer(() => database.drop());
  pool = openPool(database.connection, pino({ level: 'silent' }));
  made.defer(() => pool.end());
  folder = scratchFolder(made, 'manyu-channels-killed');
  await writeChannels(folder);
  loopback = await serveGateways(GATEWAYS);
  made.defer(() => loopback.close());
  made.defer(async () => {
    app?.kill('SIGKILL');
    await app?.ended;
  });
});
afterAll(() => made.disposeAsync(), 300_000);

async function start(env: Record<string, string> = {}): Promise<void> {
  const site = { NODE_ENV: 'production', MANYU_GATEWAYS: loopback.url };
  const given = { DATABASE_URL: addressOf(database.connection), DATA_DIR: folder, MANYU_KILL_AT: steps[0] ?? '' };
  app = await startAppProcess({ ...site, ...given, ...env }, PRELOAD);
  startedAt = performance.now();
}

/** Asks until there is an answer: after a kill the app is started again, to be killed at the next step. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((await Promise.race([app.ended, sleep(DEAD_WITHIN_MS)])) !== 'SIGKILL') throw error;
      steps.shift();
      await start();
    }
  }
}

async function notifyUntilAccepted(notify: () => Promise<string>, accepted: string): Promise<void> {
  for (let answer = await untilAnswered(notify); answer !== accepted; answer = await untilAnswered(notify)) {
    // Counted from the last start, because it may be killed often before.
    if (performance.now() - startedAt > ACCEPTED_WITHIN_MS) throw new Error(`not accepted: ${answer}`);
    await sleep(200);
  }
}

/** Orders, pays, and repeats the notification until it is accepted, as each channel does. The coins must be granted once. */
async function topUp({ channel, pay }: FakeGateway): Promise<void> {
  const [{ token } = { token: '' }] = await readersInBulk({ pool }, 1);
  const request = newRequest({ channel: channel.id, scene: 'pc' });
  const { data, message } = await untilAnswered(() => app.call(chargeSubmit, request, token));
  if (!data) throw new Error(`no order: ${message}`);
  const notification = pay(data.orderId);
  const notify = () => fetch(`${app.url}/pay/${channel.id}/notify`, { method: 'POST', ...notification });
  await notifyUntilAccepted(async () => (await notify()).text(), channel.answer('accepted').body);
  const order = await untilAnswered(() => app.call(chargeOrder, { orderId: data.orderId }, token));
  expect(order.data).toMatchObject({ state: 'granted' });
  const reader = await untilAnswered(() => app.call(userInfo, { token }, token));
  expect(reader.data).toMatchObject({ coins: CHEAPEST.coins, bonus: CHEAPEST.first });
}

/** Every step that topping up takes in the database, once the app is warm. */
async function stepsOfTopUp(gateway: FakeGateway): Promise<string[]> {
  const file = join(folder, `steps-${gateway.channel.id}`);
  await start({ MANYU_STEPS: file });
  await topUp(gateway);
  const before = readFileSync(file, 'utf8').length;
  await topUp(gateway);
  const taken = readFileSync(file, 'utf8').slice(before).trimEnd().split('\n');
  app.kill('SIGKILL');
  await app.ended;
  return [...new Set(taken)].filter((step) => OF_MONEY.test(step));
}

test.each(PAID_BY)('killed at any step of a payment by $channel.name, the coins are there once', async (gateway) => {
  steps = [];
  steps = isDrill ? await stepsOfTopUp(gateway) : [...DANGEROUS];
  const kills = steps.length;
  await start();
  while (steps.length > 0) {
    const left = steps.length;
    await topUp(gateway);
    expect(steps.length, `not reached: ${steps[0]}`).toBeLessThan(left);
  }
  await expectSoundShop({ pool });
  app.kill('SIGKILL');
  await app.ended;
  if (isDrill) console.log(`${gateway.channel.id}: killed at ${kills} steps`);
});
