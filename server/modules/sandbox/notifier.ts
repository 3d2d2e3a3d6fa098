import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SandboxKeys } from './key-store.ts';
import { takeWaiting, tryAt, type Waiting } from './notification-store.ts';
import { signBody } from './signing.ts';
import { NOTIFICATION, RECEIVED } from './wire.ts';

/** A request to this server itself, over HTTP, by its path. */
export type OwnFetch = (path: string, request: RequestInit) => Promise<Response>;

/** Seconds between the tries, as real gateways wait longer and longer; after the last it is given up. */
const RETRY_AFTER_S = [5, 15, 30, 180, 600, 1200, 1800, 3600, 10_800, 21_600];
const AT_ONCE = 20;
const LEASE_MS = 30_000;
const ANSWER_WITHIN_MS = 5_000;
const PATH = '/pay/sandbox/notify';

export type NotifierParts = {
  pool: Pool;
  log: Logger;
  keys(): Promise<SandboxKeys>;
  ownFetch: OwnFetch;
};

/** Tells the shop what has happened until it says that it knows. */
export function createNotifier({ pool, log, keys, ownFetch }: NotifierParts) {
  async function tell({ id, body, tries }: Waiting, now: Date): Promise<void> {
    const { gateway } = await keys();
    const headers = { 'content-type': 'application/json', ...signBody(gateway.privateKey, NOTIFICATION, body, now) };
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const isHeard = await ownFetch(PATH, { method: 'POST', headers, body, signal }).then(
      async (answer) => answer.status === 200 && (await answer.text()) === RECEIVED,
      () => false,
    );
    if (isHeard) return tryAt(pool, id, null);
    const wait = RETRY_AFTER_S[tries - 1];
    if (wait === undefined) log.warn({ notification: id }, 'the sandbox gives up telling of a payment');
    await tryAt(pool, id, wait === undefined ? null : new Date(now.getTime() + wait * 1000));
  }

  return async (now: Date): Promise<void> => {
    const waiting = await takeWaiting(pool, now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
    await Promise.all(waiting.map((each) => tell(each, now)));
  };
}
