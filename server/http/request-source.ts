import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** So many proxies stand before us, or these addresses are theirs; false = none. */
export type TrustProxy = false | number | string;

/** Says of an address, so many hops before us, whether it is a proxy of ours. */
export type Trust = (address: string, hop: number) => boolean;

export function trustOf(proxies: TrustProxy): Trust {
  if (proxies === false) return () => false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxyAddr.compile(proxies.split(',').map((address) => address.trim()));
}

/** Where a request comes from and what it was sent to, as the proxies we trust say. */
export type RequestSource = {
  address(request: IncomingMessage): string;
  /** As sent, so anything may stand there. */
  host(request: IncomingMessage): string;
  secure(request: IncomingMessage): boolean;
};

export function createRequestSource(trust: Trust): RequestSource {
  /** What the nearest proxy has said; of several values the last is its own. */
  function forwarded({ headers, socket }: IncomingMessage, name: string): string | undefined {
    const values = headers[name];
    if (values === undefined || !trust(socket.remoteAddress ?? '', 0)) return undefined;
    return String(values).split(',').at(-1)?.trim();
  }
  return {
    address: (request) => proxyAddr.all(request, trust).at(-1) ?? '',
    host: (request) => forwarded(request, 'x-forwarded-host') ?? request.headers.host ?? '',
    secure: (request) => forwarded(request, 'x-forwarded-proto') === 'https',
  };
}
