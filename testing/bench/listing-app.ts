import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { openImageFolder } from '../../server/adapters/image-folder.ts';
import { createApp } from '../../server/app.ts';
import type { AppParts } from '../../server/app-parts.ts';
import { createLog } from '../../server/core/log/log.ts';
import { createOperatorEvents } from '../../server/core/log/operator-events.ts';
import { createPageDrawer } from '../../server/http/drawn-page.ts';
import { createEditorial } from '../../server/modules/editorial/editorial.ts';
import { createSearch } from '../../server/modules/search/search.ts';
import { diskSpace } from '../../server/operator/disk/disk-space.ts';
import { watchDisks } from '../../server/operator/disk/disk-watch.ts';
import { draftReader } from '../../server/operator/editorial-file/console/part-changes.ts';
import { readConfig } from '../../server/start/config.ts';
import { ENDLESS, LISTINGS, OTHER_REQUESTS } from './listing-requests.ts';

/** An app in this process on a database of its own with a given number of comics. */
export type ListingApp = {
  /** The requests of a listing, one of each kind. */
  requests(path: string): Promise<object[]>;
  pool: pg.Pool;
  /** Calls the app, with a token as that reader, and returns the data. */
  call<Data>(path: string, payload: object, token?: string): Promise<Data>;
  /** Milliseconds until the answer is ready to send, without cached answers. */
  time(path: string, payload: object, token?: string): Promise<number>;
  /** Runs the jobs that are due now. */
  runFrequentJobs(): Promise<void>;
  /** Runs the hourly jobs, and makes the recommendations if they are due. */
  sweep(now: Date): Promise<void>;
  close(): Promise<void>;
};

type Envelope<Data> = { code: number; message: string; data: Data };
type Page = { next?: string | null };

const FOLLOWED_PAGES = 30;
const READER = { url: 'http://bench', secure: false, userAgent: '' };

/** An app on a database that is filled already; it ends with the app. */
export async function openAppOn(parts: Pick<AppParts, 'pool' | 'connection' | 'clock'>): Promise<ListingApp> {
  const { pool } = parts;
  const config = readConfig(process.env);
  const storage = openImageFolder(path.join(tmpdir(), 'manyu-bench-no-pictures'));
  const app = await createApp({
    channels: { now: () => [], reload: async () => false },
    ...parts,
    storage,
    drawing: { drawPage: createPageDrawer(''), readDraft: draftReader(pool, storage) },
    redraw: async () => null,
    withCopier: () => Promise.reject(new Error('the bench moves no pages')),
    drawPictures: () => Promise.reject(new Error('the bench moves no pages')),
    cipher: config.cipher,
    log: createLog('warn'),
    version: 'bench',
    push: null,
    openMail: async () => null,
    readAlerting: async () => null,
    uploading: { folder: '', freeBytes: async () => 0, reservedBytes: 0, wake: () => {} },
    operatorEvents: createOperatorEvents(),
    disks: watchDisks({ places: {}, reserve: null, lowBytes: 0, space: diskSpace, log: createLog('warn') }),
    staff: { dataDir: config.dataDir, oidc: null },
    system: { config, databaseFolder: null, imageDir: config.dataDir },
    shared: false,
    sms: { now: () => ({ dailyBudget: 0, gateways: [] }), reload: async () => {}, showsCodes: false },
  });
  // Takes the first ranking.
  await app.runFrequentJobs();
  // As it is done every five minutes.
  await createSearch(
    pool,
    createEditorial(pool, () => false),
    createLog('warn'),
  ).renewViews();

  const seal = (payload: object) => app.cipher.seal(JSON.stringify(payload));
  let addresses = 0;
  /** A new address each time, because the answers computed for one address are limited. */
  const reader = (token: string | undefined) => ({
    ...READER,
    address: `2001:db8:${(++addresses >> 16).toString(16)}:${(addresses & 0xffff).toString(16)}::1`,
    token: token ?? null,
  });
  async function call<Data>(path: string, payload: object, token?: string): Promise<Data> {
    const { body } = await app.dispatcher.handle(path, seal(payload), reader(token));
    const envelope: Envelope<Data> = JSON.parse(app.cipher.open(body.toString()));
    if (envelope.code !== 0) throw new Error(`${path} answered ${envelope.code}: ${envelope.message}`);
    return envelope.data;
  }

  return {
    async requests(path) {
      const first = LISTINGS[path] ?? {};
      const pages: object[] = [];
      const endless = ENDLESS[path];
      for (let cursor = endless && (await call<Page>(path, endless)).next; cursor && pages.length < FOLLOWED_PAGES; ) {
        const page = { ...endless, cursor };
        pages.push(page);
        cursor = (await call<Page>(path, page)).next;
      }
      // Most readers request the first page; of the others a few near and far ones.
      const followed = pages.filter((_, index) => [0, 4, FOLLOWED_PAGES - 1].includes(index));
      return [first, ...(OTHER_REQUESTS[path] ?? []), ...followed];
    },
    pool,
    call,
    async time(path, payload, token) {
      const body = seal(payload);
      const started = performance.now();
      const { status } = await app.dispatcher.handle(path, body, reader(token));
      const ms = performance.now() - started;
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      return ms;
    },
    runFrequentJobs: app.runFrequentJobs,
    sweep: app.sweep,
    async close() {
      await app.close();
      await pool.end();
    },
  };
}
