import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../scripts/build.ts';
import { openStoredFiles } from './adapters/stored-files.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLog } from './core/log.ts';
import { openDatabase } from './database.ts';
import { greeting } from './greeting.ts';
import { createHttp, createMetricsHttp } from './http/http.ts';
import { refuseToStart } from './refuse-to-start.ts';

const SITE = fileURLToPath(new URL('../dist/client', import.meta.url));

/** Read config, wire, listen; stop gracefully on SIGTERM and Ctrl-C. */
async function main(): Promise<void> {
  const stop = stopSignal();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  if (config.production && config.cipher.isDefault)
    log.warn('API_KEY and API_IV are the development defaults; set your own (they only obscure, TLS protects)');

  if (config.production)
    log.warn('no SMS gateway is set up: codes wait in the outbox, where only the operator reads them (npm run sms)');

  const [database] = await Promise.all([openDatabase(config, 'app', log), ensureBuilt()]);
  const app = await createApp({
    ...database,
    readImage: openStoredFiles(path.join(config.dataDir, 'store')),
    cipher: config.cipher,
    clock: () => new Date(),
    log,
    publicUrl: config.publicUrl,
    version: await readVersion(),
    shared: config.databaseUrl !== null,
    sms: { dailyBudget: config.smsDailyBudget, showsCodes: !config.production },
  });
  const isMetricsPublic = config.metricsPort === config.port;
  const http = await createHttp(app, { ...config, siteFolder: SITE, metrics: isMetricsPublic });
  const metricsHttp = config.metricsPort === null || isMetricsPublic ? null : createMetricsHttp(app);
  const shutDown = async () => {
    await Promise.all([http.close(), metricsHttp?.close()]);
    await app.close();
    await database.close();
  };

  try {
    await http.listen({ port: config.port, host: config.host });
    await metricsHttp?.listen({ port: config.metricsPort ?? 0, host: '127.0.0.1' });
    const address = http.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    process.stdout.write(greeting({ ...config, port, where: database.where, isEmpty: await app.isEmpty() }));
  } catch (error) {
    await shutDown();
    throw error;
  }

  await stop;
  process.stdout.write('正在停止……\n');
  await shutDown();
  process.stdout.write('已停止。\n');
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

/** A group-wide signal arrives twice, from the system and from npm; only one that comes later is meant anew. */
const SAME_SIGNAL_MS = 1000;

/** Resolves at the first signal to stop; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    const ask = () => {
      if (askedAt !== null && performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
      askedAt ??= performance.now();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  });
}

main().then(() => process.exit(0), refuseToStart);
