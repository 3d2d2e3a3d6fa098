import pg from 'pg';
import type { Logger } from 'pino';

/*
 * From a write to the caches of every node:
 * 1. A trigger (in the migrations: `pg_notify('catalog', …)`) sends the id of the comic, or the name of a topic. All topics use
 *    the one channel `catalog`. PostgreSQL delivers it when the transaction is committed.
 * 2. `listenForChanges` receives it on each node, also on the one that wrote.
 * 3. `core/module/run-modules.ts` calls the `cacheTopics` of each module, then drops the shared answers that depend on the topic.
 * While a node has no connection, it takes nothing from its caches, and it drops all of them when it is connected again.
 */

/**
 * The subjects of changes: a database schema, the image files, or the files of settings. Caches and answers that depend on one
 * are dropped.
 */
export const TOPICS = ['catalog', 'editorial', 'search', 'files', 'redeeming', 'settings'] as const;
export type Topic = (typeof TOPICS)[number];

/** A notification names a topic, or a comic of the catalogue; an empty one means any comic. */
export function readChange(payload: string): { topic: Topic; comicId: number | null } {
  const topic = TOPICS.find((each) => each === payload);
  return topic ? { topic, comicId: null } : { topic: 'catalog', comicId: payload === '' ? null : Number(payload) };
}

/**
 * Receives notifications of changes that other processes made in the database, so that caches in memory are dropped.
 */
export type Changes = {
  /** False while the connection is down: nothing may be cached then. */
  live(): boolean;
  /** Resolves when every change that was committed before the call has been received. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
};

const RETRY_MS = 500;
/** A cut cable does not end a connection, so it is checked at this interval. */
const PULSE_MS = 2_000;
/** A connection without an answer for this long is replaced. */
const ANSWERS_WITHIN_MS = 5_000;

/** The name of this connection in PostgreSQL. Each running server has one. Newer programs look for it, so it stays. */
const SERVER_CONNECTION = 'manyu changes';

/** Whether a server of any version uses this database. */
export async function isServerRunning(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1',
    [SERVER_CONNECTION],
  );
  return rowCount !== 0;
}

/** Listens on a channel; `on.gap` is called whenever a notification may have been missed. */
export function listenForChanges(
  connection: pg.ClientConfig,
  channel: string,
  log: Logger,
  on: { change(payload: string): void; gap(): void },
): Changes {
  let client: pg.Client | null = null;
  let live = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pulse: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    if (closed) return;
    const next = new pg.Client({
      application_name: SERVER_CONNECTION,
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
      query_timeout: ANSWERS_WITHIN_MS,
      ...connection,
    });
    client = next;
    next.on('error', () => reconnect(next));
    next.on('end', () => reconnect(next));
    next.on('notification', (message) => on.change(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      on.gap();
      live = !closed && client === next;
      if (live) checkPeriodically(next);
    } catch {
      reconnect(next);
    }
  }

  function checkPeriodically(of: pg.Client): void {
    pulse = setTimeout(() => {
      of.query('select 1').then(
        () => client === of && checkPeriodically(of),
        () => reconnect(of),
      );
    }, PULSE_MS).unref();
  }

  function reconnect(which: pg.Client): void {
    if (client !== which) return;
    if (live) log.warn('the connection for changes was lost');
    client = null;
    live = false;
    clearTimeout(pulse);
    on.gap();
    which.end().catch(() => {});
    if (!closed) timer = setTimeout(connect, RETRY_MS);
  }

  void connect();
  return {
    live: () => live,
    async caughtUp() {
      // A connection gets its notifications before the end of a query is reported. If it breaks, a gap is announced.
      await client?.query('select 1').catch(() => {});
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(pulse);
      const last = client;
      client = null;
      live = false;
      await last?.end().catch(() => {});
    },
  };
}
