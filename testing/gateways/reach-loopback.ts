// Also supports MANYU_KILL_AT.
import '../drills/kill-at.ts';

/**
 * Loaded with `--import`, redirects requests to gateways to the loopback interface: MANYU_GATEWAYS = the address of
 * `serveGateways`.
 */
const GATEWAY = /^https:\/\/([a-z.]*(?:alipay\.com|weixin\.qq\.com|stripe\.com))(\/.*)$/;
const { fetch } = globalThis;

globalThis.fetch = (input, init) => {
  const [, host, path] = GATEWAY.exec(String(input)) ?? [];
  if (host === undefined) return fetch(input, init);
  const headers = new Headers(init?.headers);
  headers.set('x-gateway-host', host);
  return fetch(`${process.env.MANYU_GATEWAYS}${path}`, { ...init, headers });
};
