import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { InjectOptions, Response } from 'light-my-request';
import type { Pool } from 'pg';
import pino from 'pino';
import type { Call, DataOf, InputOf } from '#contract/call';
import { userRegister } from '#contract/calls/session';
import { DEFAULT_IV, DEFAULT_KEY, type Envelope } from '#contract/envelope';
import { createSandboxChannel } from '../../server/adapters/channels/sandbox.ts';
import { openImageFolder } from '../../server/adapters/image-folder.ts';
import type { App } from '../../server/app.ts';
import { createApp } from '../../server/app.ts';
import type { AppParts } from '../../server/app-parts.ts';
import { openPool } from '../../server/core/db/db.ts';
import type { Cipher } from '../../server/core/dispatch/cipher.ts';
import type { Clock } from '../../server/core/dispatch/ctx.ts';
import { createOperatorEvents } from '../../server/core/log/operator-events.ts';
import { createPageDrawer } from '../../server/http/drawn-page.ts';
import { createHttp, type HttpOptions } from '../../server/http/http.ts';
import { withCopier } from '../../server/importer/publish/with-copier.ts';
import { createDrawPictures } from '../../server/importer/uploads/draw-pictures.ts';
import { createRedraw } from '../../server/importer/uploads/redraw.ts';
import type { SmsSender } from '../../server/modules/account/account.ts';
import type { MailSender } from '../../server/modules/notices/notices.ts';
import type { Channel } from '../../server/modules/shop/shop.ts';
import type { OidcSettings } from '../../server/modules/staff/staff.ts';
import type { Alerting } from '../../server/operator/alerts/alerts.ts';
import type { DiskWatch } from '../../server/operator/disk/disk-watch.ts';
import { draftReader } from '../../server/operator/editorial-file/console/part-changes.ts';
import { readConfig } from '../../server/start/config.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { scratchRoot } from '../database/scratch.ts';
import { addressOf } from './app-process.ts';
import type { TestPlace } from './test-server.ts';

/** `cookie`: the token cookie; `device`: the value of the device cookie, to be sent as `device=…`. */
type Answered<Data> = { http: number; cookie: string | undefined; device: string | undefined } & Envelope<Data>;

/** The whole server on its own database, called in process or, with `listen`, over HTTP. */
export type TestApp = {
  app: App;
  /** This app and the other nodes of its site. */
  nodes: Set<App>;
  http: {
    server: Server;
    /** Sends a request without a network. */
    inject(request: InjectOptions | string): Promise<Response>;
    /** Every method and path that is served. */
    routes: readonly string[];
  };
  pool: Pool;
  cipher: Cipher;
  database: TestDatabase;
  imageDir: string;
  /** Where uploaded files wait for their import. */
  uploadFolder: string;
  /** `http://127.0.0.1:<port>`; empty unless `listen`. */
  url: string;
  /** Stops the app's clock at this time; null lets it run again. */
  setTime(time: Date | null): void;
  call<C extends Call>(
    call: C,
    payload: InputOf<C>,
    options?: { token?: string; headers?: Record<string, string>; remoteAddress?: string },
  ): Promise<Answered<DataOf<C>>>;
  /** Sends an unencrypted body. */
  post(path: string, body: string | undefined, headers?: Record<string, string>): Promise<Answered<unknown>>;
  /** The token of a new anonymous reader. */
  visitor(): Promise<string>;
  /** Waits until all nodes have received every change. */
  caughtUp(): Promise<void>;
  /** Runs the hourly job at this time. */
  sweep(now: Date): Promise<void>;
  close(): Promise<void>;
};

export type TestAppOptions = Partial<HttpOptions> & { listen?: boolean; log?: pino.Logger; checkAnswers?: boolean } & {
  /** The PostgreSQL server; default: that of the test run. */
  place?: TestPlace;
  /** Adds a node to this app's site, with the same database and pictures. */
  beside?: TestApp;
  /** Counts rate limits in the database, as with several nodes. */
  shared?: boolean;
  smsDailyBudget?: number;
  /** Default: the budget and the gateways above and below. */
  sms?: AppParts['sms'];
  /** Default: text messages go to the outbox. */
  smsGateways?: readonly SmsSender[];
  /** Uses the production parameters of password hashes; default: cheap ones. */
  realHashes?: boolean;
  /** The sandbox channel; on by default. A function wraps it. */
  sandbox?: boolean | ((channel: Channel) => Channel);
  /** Payment channels; default none. */
  channels?: readonly Channel[] | AppParts['channels'];
  /** The app's initial time, because its jobs begin before `setTime` can be called; default: the machine's clock. */
  now?: Date;
  /** Default: none. */
  disks?: DiskWatch;
  /** Default: room without end, and nothing works on due uploads. */
  uploading?: Partial<AppParts['uploading']>;
  /** The folder with the operator's settings; default: one without any. */
  dataDir?: string;
  /** Settings of the environment that the console shows and uses. */
  environment?: NodeJS.ProcessEnv;
  /** Where the console puts backups; default: it is not known. */
  backupDir?: string;
  /** `false`: no job runs before the test asks for it. Default: most have their timers. */
  timers?: false;
  /** Default: no pushes. */
  push?: AppParts['push'];
  /** Default: no mails to readers. */
  mail?: MailSender;
  /** Default: no alerts. */
  alerting?: Alerting;
  /** How staff log in by OIDC; default: not. */
  oidc?: OidcSettings;
};

const ASKED_JOBS = ['orders', 'sandbox-notifications', 'send-pushes', 'send-mails'];
const NO_DISKS: DiskWatch = { look: async () => {}, low: () => [], seen: () => [] };

function channelsOf({ channels = [] }: TestAppOptions, sandbox: readonly Channel[]): AppParts['channels'] {
  if ('now' in channels) return { ...channels, now: () => [...channels.now(), ...sandbox] };
  const all = [...channels, ...sandbox];
  return { now: () => all, reload: async () => false };
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const database = beside?.database ?? (await createTestDatabase(options.place));
  const log = options.log ?? pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const pool = openPool(database.connection, log);
  const imageDir = beside?.imageDir ?? (await mkdtemp(path.join(scratchRoot(), 'manyu-store-')));
  const uploadFolder = `${imageDir}-uploads`;
  let time: Date | null = options.now ?? null;
  const clock = () => time ?? new Date();
  const app = await createApp({
    pool,
    connection: database.connection,
    storage: openImageFolder(imageDir),
    redraw: createRedraw(),
    withCopier: (work, signal) => withCopier({ pool, storage: openImageFolder(imageDir), clock }, work, { signal }),
    drawPictures: createDrawPictures({ pool, imageDir, clock }),
    cipher: { key: Buffer.from(DEFAULT_KEY), iv: Buffer.from(DEFAULT_IV) },
    clock,
    log,
    version: 'test',
    operatorEvents: createOperatorEvents(),
    disks: options.disks ?? NO_DISKS,
    system: {
      config: {
        ...readConfig({ DATA_DIR: options.dataDir ?? imageDir, ...options.environment }),
        backupDir: options.backupDir ?? null,
      },
      databaseFolder: null,
      imageDir,
      env: { ...process.env, DATABASE_URL: addressOf(database.connection), DATA_DIR: options.dataDir ?? imageDir },
    },
    drawing: {
      drawPage: createPageDrawer(options.siteFolder ?? ''),
      readDraft: draftReader(pool, openImageFolder(imageDir)),
    },
    staff: { dataDir: options.dataDir ?? imageDir, oidc: options.oidc ?? null },
    push: options.push ?? null,
    openMail: async () => options.mail ?? null,
    readAlerting: async () => options.alerting ?? null,
    uploading: {
      folder: uploadFolder,
      freeBytes: async () => 1e15,
      reservedBytes: 0,
      wake: () => {},
      ...options.uploading,
    },
    shared: beside !== undefined || (options.shared ?? false),
    sms: options.sms ?? {
      now: () => ({ dailyBudget: options.smsDailyBudget ?? 10_000, gateways: options.smsGateways ?? [] }),
      reload: async () => {},
      showsCodes: false,
    },
    checkAnswers: options.checkAnswers ?? true,
    // These jobs would change orders, or send pushes and mails, at random moments of a test. Browser tests need them.
    jobsWithoutTimer: options.timers === false ? 'all' : options.listen ? [] : ASKED_JOBS,
    channels: channelsOf(options, sandboxOf(options, pool, clock)),
    hashStrength: options.realHashes ? undefined : { memory: 64, passes: 1, parallelism: 1 },
  });
  const framework = await createHttp(app, {
    trustProxy: options.trustProxy ?? false,
    publicUrl: options.publicUrl ?? null,
    siteFolder: options.siteFolder ?? null,
    consoleOrigin: options.consoleOrigin ?? null,
    consoleFolder: options.consoleFolder ?? null,
    metrics: options.metrics ?? false,
    accessLog: options.accessLog ?? null,
  });
  await framework.ready();
  if (options.listen) await framework.listen({ port: 0, host: '127.0.0.1' });
  const nodes = beside?.nodes ?? new Set();
  nodes.add(app);
  const { server } = framework;
  const { cipher } = app;
  const http: TestApp['http'] = {
    server,
    inject: (request) => framework.inject(request),
    routes: framework.routeTable,
  };

  const testApp: TestApp = {
    app,
    nodes,
    http,
    pool,
    cipher,
    database,
    imageDir,
    uploadFolder,
    url: options.listen ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : '',
    setTime(next) {
      time = next;
    },
    async call(call, payload, { token, headers, remoteAddress } = {}) {
      const response = await http.inject({
        method: 'POST',
        url: `/api/${call.path}`,
        headers: { 'content-type': 'text/plain', ...(token && { authorization: `Bearer ${token}` }), ...headers },
        payload: cipher.seal(JSON.stringify(payload)),
        remoteAddress,
      });
      return {
        http: response.statusCode,
        ...cookiesOf(response.headers),
        ...JSON.parse(cipher.open(response.body)),
      };
    },
    async post(target, body, headers = {}) {
      const response = await http.inject({
        method: 'POST',
        url: `/api/${target}`,
        headers: body === undefined ? headers : { 'content-type': 'text/plain', ...headers },
        payload: body,
      });
      return {
        http: response.statusCode,
        ...cookiesOf(response.headers),
        ...JSON.parse(cipher.open(response.body)),
      };
    },
    async visitor() {
      const { data } = await testApp.call(userRegister, { domain: 'test', platform: null });
      if (!data?.token) throw new Error('no visitor: an address may start only a limited number of sessions');
      return data.token;
    },
    async caughtUp() {
      await Promise.all([...nodes].map((node) => node.caughtUp()));
    },
    sweep: (now) => app.sweep(now),
    async close() {
      await framework.close();
      nodes.delete(app);
      await app.close();
      await pool.end();
      if (beside) return;
      await database.drop();
      await rm(imageDir, { recursive: true, force: true });
      await rm(uploadFolder, { recursive: true, force: true });
    },
  };
  return testApp;
}

function sandboxOf({ sandbox = true }: TestAppOptions, pool: Pool, clock: Clock): Channel[] {
  if (sandbox === false) return [];
  const channel = createSandboxChannel(pool, clock);
  return [sandbox === true ? channel : sandbox(channel)];
}

function cookiesOf(headers: Record<string, unknown>): { cookie: string | undefined; device: string | undefined } {
  const set = [headers['set-cookie'] ?? []].flat().map(String);
  const device = set.find((each) => each.startsWith('device='));
  return { cookie: set.find((each) => each.startsWith('token=')), device: device && /=([^;]*)/.exec(device)?.[1] };
}
