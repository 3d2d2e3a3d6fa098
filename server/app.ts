import type { Pool, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { type HotFiles, keepHot } from './adapters/hot-files.ts';
import { listenForChanges } from './core/changes.ts';
import { type Cipher, createCipher } from './core/cipher.ts';
import type { Clock } from './core/ctx.ts';
import { createDispatcher, type Dispatcher, type Served } from './core/dispatch.ts';
import { createMetrics, type Metrics } from './core/metrics.ts';
import { isMigrated } from './core/migrate.ts';
import { createRateLimits } from './core/rate-limit.ts';
import { createSealedAnswers } from './core/sealed-answers.ts';
import { createAccount } from './modules/account/account.ts';
import { catalogCalls } from './modules/catalog/calls.ts';
import { createCatalog, type ImageTarget } from './modules/catalog/catalog.ts';
import { comicCalls } from './screens/comic.ts';
import { readerAccountCalls } from './screens/reader-account.ts';
import { siteCalls } from './screens/site.ts';

export type AppParts = {
  pool: Pool;
  /** For the one connection that hears of changes; it must not come from the pool. */
  connection: PoolConfig;
  readImage(key: string): Promise<Buffer | null>;
  cipher: { key: Buffer; iv: Buffer };
  clock: Clock;
  log: Logger;
  publicUrl: string | null;
  version: string;
  /** Several app nodes share the database: limits are counted there. */
  shared: boolean;
  checkAnswers?: boolean;
};

export type App = {
  dispatcher: Dispatcher;
  cipher: Cipher;
  metrics: Metrics;
  log: Logger;
  served: readonly Served[];
  ready(): Promise<boolean>;
  imageTarget(path: string): ImageTarget;
  files: HotFiles;
  /** Whether there is nothing to read yet. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
};

const HOUR_MS = 3600 * 1000;
/** Chapters come out all at once at full hours: until that is noted, a list counts them itself. */
const KEEP_UP_MS = 2_000;

/** Puts the parts together: every call and the module that answers it. The only wiring. */
export async function createApp(parts: AppParts): Promise<App> {
  const { pool, log, clock } = parts;
  const isLive = () => changes.live();
  const sealed = createSealedAnswers(isLive);
  const account = createAccount(pool);
  const catalog = createCatalog(pool, isLive);
  const files = keepHot(parts.readImage, isLive);
  const changes = listenForChanges(parts.connection, 'catalog', log, {
    change(comicId) {
      if (comicId === 'files') return files.drop();
      catalog.changed(comicId === '' ? null : Number(comicId));
      sealed.drop();
    },
    gap() {
      files.drop();
      catalog.changed(null);
      sealed.drop();
    },
  });
  await catalog.renewKeys(clock());

  const served: readonly Served[] = [
    ...readerAccountCalls(account),
    ...siteCalls(parts),
    ...catalogCalls(catalog),
    ...comicCalls(catalog),
  ];

  const cipher = createCipher(parts.cipher.key, parts.cipher.iv);
  const metrics = createMetrics(pool);
  const dispatcher = createDispatcher({
    served,
    cipher,
    clock,
    log,
    limits: createRateLimits(parts.shared ? pool : null),
    sealed,
    authorise: account.authorise,
    observe: metrics.observeCall,
    observeKept: metrics.observeKept,
    checkAnswers: parts.checkAnswers,
  });

  const hourly = setInterval(() => {
    const now = clock();
    Promise.all([account.sweep(now), catalog.renewKeys(now)]).catch((error) =>
      log.warn({ err: error }, 'hourly work failed'),
    );
  }, HOUR_MS).unref();
  const keepUp = setInterval(() => {
    catalog.listings.keepUp(clock()).catch((error) => log.warn({ err: error }, 'noting what came out failed'));
  }, KEEP_UP_MS).unref();

  return {
    dispatcher,
    cipher,
    metrics,
    log,
    served,
    ready: () => isMigrated(pool),
    imageTarget: (path) => catalog.imageTarget(path, clock()),
    files,
    isEmpty: catalog.isEmpty,
    async close() {
      clearInterval(hourly);
      clearInterval(keepUp);
      await changes.close();
    },
  };
}
