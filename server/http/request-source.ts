import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** How many proxies are in front of the app, or their addresses; false = none. */
export type TrustProxy = false | number | string;

/** Whether the address at that many hops is a trusted proxy. */
export type Trust = (address: string, hop: number) => boolean;

export function trustOf(proxies: TrustProxy): Trust {
  if (proxies === false) return () => false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxyAddr.compile(proxies.split(',').map((address) => address.trim()));
}

/** Where a request comes from and what it was sent to, according to trusted proxies. */
export type RequestSource = {
  address(request: IncomingMessage): string;
  /** As the client sent it: may be any text. */
  host(request: IncomingMessage): string;
  secure(request: IncomingMessage): boolean;
  /** The origin that the request was sent to, by its own `Host`: a proxy may pass a forwarded one on as a visitor wrote it. */
  origin(request: IncomingMessage): string;
};

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/;

export function createRequestSource(trust: Trust): RequestSource {
  /** A header set by the nearest proxy; of several values the last is the proxy's own. */
  function forwarded({ headers, socket }: IncomingMessage, name: string): string | undefined {
    const values = headers[name];
    if (values === undefined || !trust(socket.remoteAddress ?? '', 0)) return undefined;
    return String(values).split(',').at(-1)?.trim();
  }
  const host = (request: IncomingMessage) => forwarded(request, 'x-forwarded-host') ?? request.headers.host ?? '';
  const secure = (request: IncomingMessage) => forwarded(request, 'x-forwarded-proto') === 'https';
  return {
    address: (request) => proxyAddr.all(request, trust).at(-1) ?? '',
    host,
    secure,
    origin(request) {
      const { host: named = '' } = request.headers;
      return `${secure(request) ? 'https' : 'http'}://${HOST.test(named) ? named : 'localhost'}`;
    },
  };
}
