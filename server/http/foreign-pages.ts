import type { IncomingMessage } from 'node:http';

/** Why a call is refused as one that another site has made the reader's browser send. */
export type Foreign = 'navigate' | 'cross-site' | 'same-site' | 'origin';

/** As browsers write one. */
const ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * Says whether a page of another site makes a call, by what browsers tell of themselves and no script can forge: the page
 * must come from the host it calls or from `publicUrl`. Who is no browser says nothing and goes on.
 */
export function createForeignRule(publicUrl: string | null, hostOf: (request: IncomingMessage) => string) {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin;

  function foreign(request: IncomingMessage): Foreign | null {
    const { 'sec-fetch-mode': mode, 'sec-fetch-site': site, origin } = request.headers;
    // A form, or an address: our own pages fetch.
    if (mode === 'navigate') return 'navigate';
    // True behind a proxy too that hides from us which host was called.
    if (site === 'same-origin') return null;
    if (site === 'cross-site') return 'cross-site';
    // Browsers say where they are only to https and to localhost, but the origin always.
    if (origin === undefined) return site === 'same-site' ? 'same-site' : null;
    return origin === publicOrigin || isOf(origin, hostOf(request)) ? null : 'origin';
  }

  /** The origin by which a page that may call reads the answer, where that is not its own; undefined = its own. */
  function readableBy(request: IncomingMessage): string | undefined {
    const { 'sec-fetch-site': site, origin } = request.headers;
    if (origin === undefined || origin !== publicOrigin || site === 'same-origin') return undefined;
    return isOf(origin, hostOf(request)) ? undefined : origin;
  }

  /** The address of the site as the calling page knows it; null where no page calls. */
  function siteOf({ headers: { origin } }: IncomingMessage): string | null {
    if (origin === undefined || !ORIGIN.test(origin)) return null;
    return origin === publicOrigin ? publicUrl : origin;
  }

  return { foreign, readableBy, siteOf };
}

/** Whether an origin is that host: by either protocol, for not every proxy tells us which, and with its usual port or without. */
function isOf(origin: string, host: string): boolean {
  if (origin === `https://${host}` || origin === `http://${host}`) return true;
  const own = `${origin.slice(0, origin.indexOf(':'))}://${host}`;
  return ORIGIN.test(origin) && URL.canParse(own) && new URL(own).origin === origin;
}
