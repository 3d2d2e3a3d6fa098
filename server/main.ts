import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type DemoDrawing, startDemo, wantsDemo } from '../demo/start-demo.ts';
import { ensureBuilt } from '../scripts/build.ts';
import { checkChannelInFile } from './adapters/channels/check.ts';
import { CHANNELS_FILE_NAME, watchChannels } from './adapters/channels/config.ts';
import { warnOfFaults } from './adapters/channels/examine.ts';
import { createSandboxChannel } from './adapters/channels/sandbox.ts';
import { watchClocks } from './adapters/gateway-clocks.ts';
import { openImageFolder } from './adapters/image-folder.ts';
import { openOidcSettings } from './adapters/oidc-settings.ts';
import { createPushSender } from './adapters/push/push-sender.ts';
import { openSms, SMS_FILE_NAME } from './adapters/sms/config.ts';
import { closeStorage, groupNumber } from './adapters/storage-access.ts';
import { createApp } from './app.ts';
import type { AppParts } from './app-parts.ts';
import { transaction } from './core/db/db.ts';
import { BadConfig } from './core/files/bad-config.ts';
import { stopSignal } from './core/jobs/stop-signal.ts';
import { createLog } from './core/log/log.ts';
import { keepWithoutOutput } from './core/log/log-output.ts';
import { createOperatorEvents, type OperatorEvents } from './core/log/operator-events.ts';
import { type AccessLogFile, openAccessLog } from './http/access-log-file.ts';
import { createPageDrawer } from './http/drawn-page.ts';
import { createHttp, createMetricsHttp } from './http/http.ts';
import { drain } from './http/load/draining.ts';
import { type Listeners, listen, listenWidely } from './http/load/listen.ts';
import { withCopier } from './importer/publish/with-copier.ts';
import { createDrawPictures } from './importer/uploads/draw-pictures.ts';
import { createRedraw } from './importer/uploads/redraw.ts';
import { offerFirstLink } from './modules/staff/staff.ts';
import { openAlerting } from './operator/alerts/module.ts';
import { openReaderMail } from './operator/alerts/reader-mail.ts';
import { ALERTS_FILE_NAME } from './operator/alerts/settings.ts';
import { diskSpace } from './operator/disk/disk-space.ts';
import { type DiskWatch, watchDisks } from './operator/disk/disk-watch.ts';
import { createReserve } from './operator/disk/reserve.ts';
import { examineSite, reminders } from './operator/doctor/doctor.ts';
import type { DoctorContext } from './operator/doctor/finding.ts';
import { draftReader } from './operator/editorial-file/console/part-changes.ts';
import { keepWatching, type LibraryWatch } from './operator/library/keep-watching.ts';
import { finishSaves } from './operator/settings-file/save.ts';
import { createUploadWorker, type UploadWorker } from './operator/uploads/upload-worker.ts';
import { type Config, consoleUrlOf, readConfig } from './start/config.ts';
import { type Database, openDatabase } from './start/database.ts';
import { greeting } from './start/greeting.ts';
import { refuseLostPictures } from './start/lost-site.ts';
import { readStartOptions, type StartOptions } from './start/options.ts';
import { refuseToStart } from './start/refuse-to-start.ts';
import { readVersion } from './start/version.ts';

/*
 * What `npm start` does:
 * 1. `scripts/start.mjs` installs the dependencies if the lock file has changed, and runs this file with the pinned Node.
 * 2. `scripts/build.ts` builds the pages of the readers and the console if their sources have changed.
 * 3. `start/database.ts`, at the same time, starts the private PostgreSQL or connects to `DATABASE_URL`, and migrates.
 * 4. `serve` creates the app, listens, prints the addresses, and starts the demo, the library folders and the warnings.
 */

/** A proxy's connections are closed by an answer or, after 2 s without use, by the proxy. Browsers are not waited for as long. */
const DRAINED_WITHIN_MS = { alone: 1_000, behindProxy: 5_000 };
/** Longer than any call takes. After it, all connections are closed. */
const ANSWERED_WITHIN_MS = 10_000;
const DATABASE_WITHIN_MS = 60_000;
const SITE = fileURLToPath(new URL('../dist/client', import.meta.url));
const CONSOLE = fileURLToPath(new URL('../dist/console', import.meta.url));

/** Reads the configuration, opens the database, serves; stops gracefully on SIGTERM and Ctrl-C, also while starting. */
async function main({ noDemo, isNewSite }: StartOptions): Promise<void> {
  keepWithoutOutput();
  const stop = stopSignal();
  const config = readConfig(process.env);
  const operatorEvents = createOperatorEvents();
  const log = createLog(config.logLevel, undefined, (alarm, message) =>
    operatorEvents.record(`alarm:${alarm}`, message),
  );
  const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
  const patience = { ms: DATABASE_WITHIN_MS, stop, say };
  const opening = openDatabase(config, 'app', log, { patience, isNewSite });
  try {
    const [database] = await Promise.all([opening, ensureBuilt().catch(refuseUnbuilt)]);
    if (!stop.aborted) await serve(config, database, { log, operatorEvents, noDemo }, stop);
  } catch (error) {
    // Ctrl-C reaches the builder and initdb too: their errors are expected then.
    if (!stop.aborted) throw error;
  } finally {
    await opening.then(
      (database) => database.close(),
      () => undefined,
    );
  }
  process.stdout.write('已停止。\n');
}

function refuseUnbuilt(cause: unknown): never {
  throw new BadConfig('页面没有构建成功，原因见上文。漫屿要能写入自己的目录（其中的 dist 与 node_modules）。', {
    cause,
  });
}

/** Wires the app, listens and prints the greeting; ends after the signal to stop, when every request is answered. */
async function serve(
  config: Config,
  database: Database,
  { log, operatorEvents, noDemo }: { log: Logger; operatorEvents: OperatorEvents; noDemo: boolean },
  stop: AbortSignal,
): Promise<void> {
  await closePictures(config, log);
  for (const file of [CHANNELS_FILE_NAME, SMS_FILE_NAME, ALERTS_FILE_NAME])
    await finishSaves(database.pool, { dataDir: config.dataDir, file });
  const clock = () => new Date();
  const clocks = watchClocks({ fetch, clock });
  const channels = await watchChannels(config, clocks.fetch);
  const sandbox = config.sandboxPayments ? [createSandboxChannel(database.pool, clock)] : [];
  const sms = await openSms({ dataDir: config.dataDir, budget: config.smsDailyBudget });
  const imageDir = path.join(config.dataDir, 'store');
  const version = await readVersion();
  const disks = openDisks(config, database.where, log);
  const accessLog = await openAccess(config, disks, log);
  const examined = { config, pool: database.pool, databaseFolder: database.where, imageDir, version };
  const uploadWorker = createUploadWorker(log);
  const alertsPlace = { dataDir: config.dataDir, mailPassword: config.alertMailPassword };
  // Mistakes in the file refuse the start.
  await openAlerting(alertsPlace);
  const app = await createApp({
    ...database,
    storage: openImageFolder(imageDir),
    uploading: uploadingOf(config, uploadWorker),
    redraw: createRedraw(),
    withCopier: (work, signal) =>
      withCopier({ ...database, storage: openImageFolder(imageDir), clock }, work, { signal }),
    drawPictures: createDrawPictures({ pool: database.pool, imageDir, clock }),
    cipher: config.cipher,
    clock,
    log,
    version,
    operatorEvents,
    readAlerting: () => openAlerting(alertsPlace),
    disks,
    shared: config.databaseUrl !== null,
    checkChannel: (id, packages) => checkChannelInFile(id, config, { fetch, clock, packages }),
    staff: { dataDir: config.dataDir, oidc: await openOidcSettings(config.dataDir) },
    openMail: () => openReaderMail(alertsPlace, config.publicUrl, log),
    push: config.publicUrl?.startsWith('https:')
      ? createPushSender({ dataDir: config.dataDir, siteUrl: config.publicUrl })
      : null,
    system: { config, databaseFolder: database.where, imageDir },
    drawing: {
      drawPage: createPageDrawer(SITE),
      readDraft: draftReader(database.pool, openImageFolder(imageDir)),
    },
    channels: { now: () => [...channels.now(), ...sandbox], reload: channels.reload },
    sms: { ...sms, showsCodes: !config.production },
  });
  try {
    if (!(await app.isEmpty())) await refuseLostPictures(imageDir);
  } catch (error) {
    await app.close();
    throw error;
  }
  const isMetricsPublic = config.metricsPort === config.port;
  // While stopping, health checks fail so that proxies send no more requests.
  const ready = async () => !stop.aborted && (await app.ready());
  const http = await createHttp(
    { ...app, ready },
    {
      ...config,
      siteFolder: SITE,
      consoleFolder: CONSOLE,
      metrics: isMetricsPublic,
      accessLog: accessLog?.write ?? null,
    },
  );
  const metricsHttp = config.metricsPort === null || isMetricsPublic ? null : createMetricsHttp(app);
  let listeners: Listeners | undefined;
  let demo: DemoDrawing | undefined;
  let library: LibraryWatch | undefined;
  try {
    listeners = await listenWidely(http, { host: config.host, port: config.port, variable: 'PORT' });
    if (metricsHttp)
      await listen(metricsHttp, { host: '127.0.0.1', port: config.metricsPort ?? 0, variable: 'METRICS_PORT' });
    const isEmpty = await app.isEmpty();
    const isDrawing = !noDemo && mayHaveDemo(config) && (await wantsDemo(config.dataDir, isEmpty));
    const isTerminal = process.stdout.isTTY === true;
    const facts = { ...config, port: listeners.port, where: database.where, isEmpty, isDrawing, isTerminal };
    process.stdout.write(greeting(facts));
    process.stdout.write(
      await firstOwnerText(database.pool, consoleUrlOf({ ...config, port: listeners.port }), clock()),
    );
    if (isDrawing) demo = startDemo();
    if (config.libraryDirs.length > 0) library = keepWatching(log);
    void remind({ ...examined, now: new Date() }, stop);
    void warnOfFaults(channels.now(), clocks, { log, stdout: process.stdout });
    await aborted(stop);
    process.stdout.write('正在停止……\n');
    const { alone, behindProxy } = DRAINED_WITHIN_MS;
    await drain(http.server, listeners.connectionCount, config.trustProxy === false ? alone : behindProxy);
  } finally {
    const cut = setTimeout(() => http.server.closeAllConnections(), ANSWERED_WITHIN_MS);
    await listeners?.stop();
    await Promise.all([
      listeners?.connectionsEnded(),
      http.close(),
      metricsHttp?.close(),
      library?.stop(),
      uploadWorker.stop(),
      demo?.stop(),
    ]);
    clearTimeout(cut);
    await Promise.all([app.close(), accessLog?.close()]);
  }
}

/** The link with which the first owner of the console is created; empty if there are people already. */
async function firstOwnerText(pool: Pool, consoleUrl: string, now: Date): Promise<string> {
  const link = await transaction(pool, (tx) => offerFirstLink(tx, now));
  if (link === null) return '';
  return `后台还没有所有者，在浏览器里打开这个链接来创建（30 分钟内有效，只能用一次）：\n${consoleUrl}/link#${link.token}\n`;
}

/** Prints the problems that the operator should fix. */
async function remind(context: DoctorContext, stop: AbortSignal): Promise<void> {
  const found = await examineSite(context, 'quick');
  if (!stop.aborted) process.stdout.write(reminders(found));
}

/** Opens the access log if the operator has set one. It stops while a disk is nearly full. */
async function openAccess({ accessLog }: Config, disks: DiskWatch, log: Logger): Promise<AccessLogFile | null> {
  if (accessLog === null) return null;
  const mayWrite = () => disks.low().length === 0;
  return openAccessLog({ place: accessLog, log, mayWrite }).catch((cause: Error) => {
    throw new BadConfig(`ACCESS_LOG：写不了 ${accessLog}（${cause.message}）。`, { cause });
  });
}

/** The reserve is for the private database, which stops on a full disk. The file is next to its folder, on the same disk. */
function openDisks({ dataDir, diskReserveBytes, diskLowBytes }: Config, databaseFolder: string | null, log: Logger) {
  const reserve =
    databaseFolder === null || diskReserveBytes === 0
      ? null
      : { place: databaseFolder, file: createReserve(`${databaseFolder}-reserve`, diskReserveBytes) };
  const places = { data: dataDir, ...(databaseFolder === null ? {} : { database: databaseFolder }) };
  return watchDisks({ places, reserve, lowBytes: diskLowBytes, space: diskSpace, log });
}

function uploadingOf({ dataDir, diskLowBytes }: Config, { wake }: UploadWorker): AppParts['uploading'] {
  const freeBytes = async () => (await diskSpace(dataDir)).freeBytes;
  return { folder: path.join(dataDir, 'uploads'), freeBytes, reservedBytes: diskLowBytes, wake };
}

/**
 * Closes the pictures that are not public. Where they belong to another user this may fail, which does not keep the app
 * from starting.
 */
async function closePictures({ dataDir, storeGroup }: Config, log: Logger): Promise<void> {
  const warn = (error: unknown) => log.warn({ err: error }, 'the access to pictures that are not public was not set');
  const group = storeGroup === null ? null : groupNumber(storeGroup);
  if (storeGroup !== null && group === null)
    throw new BadConfig(`STORE_GROUP：这台机器上没有用户组「${storeGroup}」。`);
  try {
    const { settled } = await closeStorage(path.join(dataDir, 'store'), group);
    settled.catch(warn);
  } catch (error) {
    if (storeGroup === null) return warn(error);
    throw new BadConfig(
      `STORE_GROUP：不能把图片交给用户组「${storeGroup}」；运行漫屿的用户要属于它，并拥有 store 目录。`,
      {
        cause: error,
      },
    );
  }
}

/** A site with its own database or comics, or in production, needs no demo. */
function mayHaveDemo({ production, databaseUrl, libraryDirs }: Config): boolean {
  return !production && databaseUrl === null && libraryDirs.length === 0;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const options = readStartOptions(process.argv.slice(2), process);
if (typeof options === 'number') process.exit(options);
main(options).then(() => process.exit(0), refuseToStart);
