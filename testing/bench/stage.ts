import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { createCipher } from '../../server/core/dispatch/cipher.ts';
import { readConfig } from '../../server/start/config.ts';
import type { BaselineOrders, BaselineReady } from './baseline-server.ts';
import { type Filled, fillCatalogue } from './catalogue.ts';
import type { Target } from './cost.ts';
import { freePort } from './free-port.ts';
import { LISTINGS } from './listing-requests.ts';
import type { LoadRequest } from './loader.ts';
import { CORES, launch, removeFolder, stop, temporaryFolder } from './processes.ts';
import { type RunningApp, startApp } from './running-app.ts';

/** The app with a filled catalogue, the baseline server on the same PostgreSQL, and a reader. */
export type Stage = {
  app: RunningApp;
  filled: Filled;
  metricsUrl: string;
  /** A call as the client sends it. */
  request(path: string, payload?: unknown): LoadRequest;
  /** The same request to both servers. Throws if their responses differ. */
  pair(request: LoadRequest): Promise<[Target, Target]>;
  close(): Promise<void>;
};

const RANKED_WITHIN_MS = 30_000;

export async function openStage(): Promise<Stage> {
  const dataDir = temporaryFolder();
  const filling = await startApp({ dataDir, script: 'server/main.ts' });
  const pool = new pg.Pool({ ...filling.connection, max: 1 });
  const filled = await fillCatalogue(pool, join(dataDir, 'store')).finally(() => pool.end());
  // A restart makes a ranking of the new data.
  await filling.stop();
  const metricsPort = await freePort();
  const env = { METRICS_PORT: String(metricsPort) };
  const app = await startApp({ dataDir, script: 'server/main.ts', env });
  const { cipher: secret } = readConfig(process.env);
  const cipher = createCipher(secret.key, secret.iv);

  const request = (path: string, payload: unknown, token?: string): LoadRequest => ({
    url: `${app.url}/api/${path}`,
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...(token && { authorization: `Bearer ${token}` }) },
    // As the client does: a call without payload has an empty body.
    body: payload === undefined ? '' : cipher.seal(JSON.stringify(payload)),
  });
  const opened = async (sent: LoadRequest) => JSON.parse(cipher.open((await answerTo(sent)).toString('latin1')));

  const { token }: { token: string } = (await opened(request('user/register', { domain: 'bench', platform: null })))
    .data;
  // The views of this reader count in rankings.
  const counting = new pg.Pool({ ...app.connection, max: 1 });
  await counting.query('update account.reader set has_read = true').finally(() => counting.end());
  const signed = (path: string, payload?: unknown) => request(path, path === 'user/info' ? { token } : payload, token);

  await waitUntil(async () => (await opened(request('rank', LISTINGS.rank))).data.shown === 'day');
  const baseline = launch(CORES.app, process.execPath, ['testing/bench/baseline-server.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const imagePath = `/img/${filled.image.key}`;
  const orders: BaselineOrders = {
    connection: app.connection,
    key: secret.key.toString('utf8'),
    iv: secret.iv.toString('utf8'),
    same: {
      ...(await answersOf(LISTINGS, (path, payload) => answerTo(signed(path, payload)))),
      [imagePath]: filled.image.bytes.toString('base64'),
    },
  };
  baseline.send(orders);
  const [ready]: [BaselineReady] = (await once(baseline, 'message')) as [BaselineReady];
  const baselineUrl = `http://127.0.0.1:${ready.port}`;

  return {
    app,
    filled,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    request: signed,
    async pair(request) {
      const bare = { ...request, url: baselineUrl + new URL(request.url).pathname };
      const [ours, theirs] = await Promise.all([answerTo(request), answerTo(bare)]);
      if (!ours.equals(theirs) && !isDeepStrictEqual(await opened(request), await opened(bare)))
        throw new Error(`The baseline answers ${request.url} otherwise than the app`);
      return [
        { request, processes: [app.pid, app.postmasterPid] },
        { request: bare, processes: [baseline.pid ?? 0, app.postmasterPid] },
      ];
    },
    async close() {
      await stop(baseline);
      await app.stop();
      removeFolder(dataDir);
    },
  };
}

/**
 * Waits for the first ranking, which is made shortly after the start. Until then the answer of `rank` has the newest comics, and
 * it is cached.
 */
async function waitUntil(isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + RANKED_WITHIN_MS;
  while (!(await isReady())) {
    if (Date.now() > deadline) throw new Error('No ranking was taken');
    await sleep(500);
  }
}

/** The responses by path, as base64. */
async function answersOf(
  requests: Readonly<Record<string, object | undefined>>,
  answer: (path: string, payload: object | undefined) => Promise<Buffer>,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [path, payload] of Object.entries(requests)) {
    answers[`/api/${path}`] = (await answer(path, payload)).toString('base64');
  }
  return answers;
}

async function answerTo({ url, method, headers, body }: LoadRequest): Promise<Buffer> {
  const response = await fetch(url, { method, headers, body: body || undefined });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${bytes}`);
  return bytes;
}
