import pg from 'pg';
import type { Logger } from 'pino';

/** Hears what other processes changed in the database, so that what is kept in memory is never stale for long. */
export type Changes = {
  /** False while the line is down: nothing may be kept then. */
  live(): boolean;
  close(): Promise<void>;
};

const RETRY_MS = 500;

/** Listens on a channel; `onGap` is called whenever something may have been missed. */
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

  async function connect(): Promise<void> {
    if (closed) return;
    const next = new pg.Client({ application_name: 'manyu changes', keepAlive: true, ...connection });
    client = next;
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', (message) => on.change(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      on.gap();
      live = !closed && client === next;
    } catch {
      lost(next);
    }
  }

  function lost(which: pg.Client): void {
    if (client !== which) return;
    if (live) log.warn('the line for changes was lost');
    client = null;
    live = false;
    on.gap();
    which.end().catch(() => {});
    if (!closed) timer = setTimeout(connect, RETRY_MS);
  }

  void connect();
  return {
    live: () => live,
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      live = false;
      await last?.end().catch(() => {});
    },
  };
}
