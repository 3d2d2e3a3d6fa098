import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';

/** How many proxies are in front of the app, or their addresses; false = none. */
export type TrustProxy = false | number | string;

/** Which peers are trusted to forward an address, a host and a protocol, as Fastify's option takes it. */
export function trustOf(proxies: TrustProxy): false | ((address: string, hop: number) => boolean) {
  if (proxies === false) return false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxyAddr.compile(proxies.split(',').map((address) => address.trim()));
}

/** `example.com`, `example.com:3000` or `[::1]:3000`. */
const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/;

/** The origin that the request was sent to, by its own `Host`: a proxy may pass a forwarded one on as a visitor wrote it. */
export function originOf({ headers: { host = '' }, protocol }: FastifyRequest): string {
  // A proxy may forward any text as the protocol.
  return `${protocol === 'https' ? 'https' : 'http'}://${HOST.test(host) ? host : 'localhost'}`;
}
