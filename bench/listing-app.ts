import pg from 'pg';
import { createApp } from '../server/app.ts';
import { createLog } from '../server/core/log.ts';
import { migrate } from '../server/core/migrate.ts';
import { MIGRATIONS } from '../server/migrations.ts';
import { readConfig } from '../server/start/config.ts';
import { ENDLESS, LISTINGS, OTHER_ASKS } from './listing-asks.ts';
import { fillListings } from './listings-catalogue.ts';

/** An app in this very process on a database of its own with so many comics. */
export type ListingApp = {
  /** Everything that is asked of a listing in turn. */
  asks(path: string): Promise<object[]>;
  pool: pg.Pool;
  /** What a call answers; of a reader, where there is a token. */
  ask<Data>(path: string, payload: object, token?: string): Promise<Data>;
  /** Milliseconds until the answer was ready to send; made anew, also where one is kept. */
  time(path: string, payload: object, token?: string): Promise<number>;
  close(): Promise<void>;
};

type Envelope<Data> = { code: number; message: string; data: Data };
type Page = { next?: string | null };

const FOLLOWED_PAGES = 30;
const READER = { url: 'http://bench', secure: false, userAgent: '' };

export async function openListingApp(server: pg.PoolConfig, comics: number): Promise<ListingApp> {
  const database = `listings_${comics}`;
  const administrator = new pg.Pool({ ...server, max: 1 });
  await administrator.query(`create database ${database}`).finally(() => administrator.end());
  const connection = { ...server, database };
  const pool = new pg.Pool({ ...connection, max: 10 });
  pool.on('error', () => {});
  await migrate(pool, MIGRATIONS);
  await fillListings(pool, comics);
  const config = readConfig(process.env);
  const app = await createApp({
    pool,
    connection,
    readImage: async () => null,
    cipher: config.cipher,
    clock: () => new Date(),
    log: createLog('warn'),
    version: 'bench',
    shared: false,
    sms: { dailyBudget: 0, showsCodes: false },
  });
  // Takes the first ranking.
  await app.keepUp();

  const seal = (payload: object) => app.cipher.seal(JSON.stringify(payload));
  let asked = 0;
  /** Ever another address: how many answers are made for one is limited. */
  const reader = (token: string | undefined) => ({
    ...READER,
    address: `2001:db8:${(++asked >> 16).toString(16)}:${(asked & 0xffff).toString(16)}::1`,
    token: token ?? null,
  });
  async function ask<Data>(path: string, payload: object, token?: string): Promise<Data> {
    const { body } = await app.dispatcher.handle(path, seal(payload), reader(token));
    const envelope: Envelope<Data> = JSON.parse(app.cipher.open(body.toString()));
    if (envelope.code !== 0) throw new Error(`${path} answered ${envelope.code}: ${envelope.message}`);
    return envelope.data;
  }

  return {
    async asks(path) {
      const first = LISTINGS[path] ?? {};
      const pages: object[] = [];
      const endless = ENDLESS[path];
      for (let cursor = endless && (await ask<Page>(path, endless)).next; cursor && pages.length < FOLLOWED_PAGES; ) {
        const page = { ...endless, cursor };
        pages.push(page);
        cursor = (await ask<Page>(path, page)).next;
      }
      // The first page is what most ask for; of those behind it, some near and some far.
      const followed = pages.filter((_, index) => [0, 4, FOLLOWED_PAGES - 1].includes(index));
      return [first, ...(OTHER_ASKS[path] ?? []), ...followed];
    },
    pool,
    ask,
    async time(path, payload, token) {
      const body = seal(payload);
      const started = performance.now();
      const { status } = await app.dispatcher.handle(path, body, reader(token));
      const ms = performance.now() - started;
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      return ms;
    },
    async close() {
      await app.close();
      await pool.end();
    },
  };
}
