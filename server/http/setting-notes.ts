import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { OperatorEvents } from '../core/log/operator-events.ts';
import type { TrustProxy } from './request-source.ts';

/** Records settings that don't match how calls arrive. `site`: the address of the page that calls. */
export type SettingNotes = (request: FastifyRequest, site: string | null) => void;

/** Private networks, which proxies use. A call from another network comes from a reader, who can forge the headers. */
const NEAR = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEAR.addSubnet(network, bits);
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('fc00::', 7, 'ipv6');

export function createSettingNotes(
  operatorEvents: OperatorEvents,
  { publicUrl, trustProxy }: { publicUrl: string | null; trustProxy: TrustProxy },
): SettingNotes {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin;
  return ({ headers, socket }, site) => {
    if (publicOrigin !== null && site !== null && site !== publicUrl && site !== publicOrigin)
      operatorEvents.record('other-address', site);
    if (trustProxy !== false || headers['x-forwarded-for'] === undefined) return;
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const family = isIP(address);
    if (family !== 0 && NEAR.check(address, family === 6 ? 'ipv6' : 'ipv4'))
      operatorEvents.record('untrusted-proxy', address);
  };
}
