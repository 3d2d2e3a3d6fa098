import pg from 'pg';
import type { Logger } from 'pino';

/** What readers are shown, by the schema it is kept in: a change of one turns the answers that show something of it. */
export type Topic = 'catalog' | 'editorial';

/** Hears what other processes changed in the database, so that what is kept in memory is never stale for long. */
export type Changes = {
  /** False while the line is down: nothing may be kept then. */
  live(): boolean;
  close(): Promise<void>;
};

const RETRY_MS = 500;
/** A cut cable ends no connection: one that says nothing for so long is given up. */
const PULSE_MS = 2_000;
const ANSWERS_WITHIN_MS = 5_000;

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
  let pulse: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    if (closed) return;
    const next = new pg.Client({
      application_name: 'manyu changes',
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
      query_timeout: ANSWERS_WITHIN_MS,
      ...connection,
    });
    client = next;
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    next.on('notification', (message) => on.change(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      on.gap();
      live = !closed && client === next;
      if (live) feelPulse(next);
    } catch {
      lost(next);
    }
  }

  function feelPulse(of: pg.Client): void {
    pulse = setTimeout(() => {
      of.query('select 1').then(
        () => client === of && feelPulse(of),
        () => lost(of),
      );
    }, PULSE_MS).unref();
  }

  function lost(which: pg.Client): void {
    if (client !== which) return;
    if (live) log.warn('the line for changes was lost');
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
