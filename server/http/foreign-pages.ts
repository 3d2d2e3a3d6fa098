import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';

/** The reason why a call counts as made by a page of another site. */
export type Foreign = 'navigate' | 'cross-site' | 'same-site' | 'origin';

const LOG_EVERY_MS = 60_000;

/** An origin as browsers write it. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * Decides whether a page of another site makes a call, by headers that browsers set and scripts cannot forge: the page must
 * come from the host it calls or from `publicUrl`. Clients that are not browsers send none of them and are allowed.
 */
export function createForeignRule(publicUrl: string | null) {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin;

  function foreign(request: FastifyRequest): Foreign | null {
    const { 'sec-fetch-mode': mode, 'sec-fetch-site': site, origin } = request.headers;
    // The address bar or a form made it; our own pages use fetch.
    if (mode === 'navigate') return 'navigate';
    // Reliable also behind a proxy that hides the called host.
    if (site === 'same-origin') return null;
    if (site === 'cross-site') return 'cross-site';
    // Browsers send sec-fetch-site only to https and localhost, but always the origin.
    if (origin === undefined) return site === 'same-site' ? 'same-site' : null;
    return origin === publicOrigin || isOf(origin, request.host) ? null : 'origin';
  }

  /** Whether a page of another site may have sent a form. Browsers always name the sending site. */
  function isForeignForm(request: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin } = request.headers;
    if (site !== undefined) return site !== 'same-origin';
    return origin === undefined || (origin !== publicOrigin && !isOf(origin, request.host));
  }

  /** The foreign origin that may read the answer; undefined if the page has the same origin. */
  function originThatMayRead(request: FastifyRequest): string | undefined {
    const { 'sec-fetch-site': site, origin } = request.headers;
    if (origin === undefined || origin !== publicOrigin || site === 'same-origin') return undefined;
    return isOf(origin, request.host) ? undefined : origin;
  }

  /** The address of the site as the calling page knows it; null if the caller is not a page. */
  function siteOf({ headers: { origin } }: FastifyRequest): string | null {
    if (origin === undefined || !ORIGIN.test(origin)) return null;
    return origin === publicOrigin ? publicUrl : origin;
  }

  return { foreign, isForeignForm, originThatMayRead, siteOf };
}

/**
 * Whether an origin has that host, with or without the default port. Either protocol, because not every proxy forwards
 * it.
 */
function isOf(origin: string, host: string): boolean {
  if (origin === `https://${host}` || origin === `http://${host}`) return true;
  const own = `${origin.slice(0, origin.indexOf(':'))}://${host}`;
  return ORIGIN.test(origin) && URL.canParse(own) && new URL(own).origin === origin;
}

/** Counts every refusal, but logs at most one a minute: behind a proxy that hides the host every call is refused. */
export function createForeignRecorder({ metrics, log }: Pick<App, 'metrics' | 'log'>) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (reason: string, { headers, host }: FastifyRequest): void => {
    metrics.countForeign(reason);
    const now = performance.now();
    const level = now - loggedAt < LOG_EVERY_MS ? 'debug' : 'info';
    if (level === 'info') loggedAt = now;
    const origin = headers.origin?.slice(0, 200);
    log[level]({ reason, origin, host: host.slice(0, 200) }, 'refused a call made by another site');
  };
}
