import type { FastifyRequest } from 'fastify';

/** `localhost:3000`, `127.0.0.1` or `[::1]`. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

export type ConsoleRuleOptions = {
  /** The console's own origin; null = it is served on the site's addresses. */
  consoleOrigin: string | null;
  publicUrl: string | null;
};

export type ConsoleRule = ReturnType<typeof createConsoleRule>;

/**
 * Decides where the console is served: over https, or on this machine. A browser keeps a `Secure` cookie only over https,
 * and over plain http others in the network could read the session.
 */
export function createConsoleRule({ consoleOrigin, publicUrl }: ConsoleRuleOptions) {
  const own = consoleOrigin ?? publicUrl;

  /** The origin of the console as this request addresses it; null if it is not served there. */
  function originFor(request: FastifyRequest): string | null {
    const host = request.host.toLowerCase();
    if (own !== null && host === new URL(own).host) return isSafe(own) ? own : null;
    if (consoleOrigin !== null) return null;
    if (request.protocol === 'https') return `https://${host}`;
    return LOOPBACK.test(host) ? `http://${host}` : null;
  }

  /** Whether a page of the console itself makes the call, by headers that browsers set and scripts can't forge. */
  function isOwnCall(request: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    return origin !== undefined && origin === originFor(request) && site === 'same-origin';
  }

  return {
    originFor,
    isOwnCall,
    /** Whether the console has an address of its own, and this request is for it. */
    isConsoleHost: (request: FastifyRequest) =>
      consoleOrigin !== null && request.host.toLowerCase() === new URL(consoleOrigin).host,
  };
}

function isSafe(origin: string): boolean {
  return origin.startsWith('https:') || LOOPBACK.test(new URL(origin).host);
}
