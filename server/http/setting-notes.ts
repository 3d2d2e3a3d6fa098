import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Sightings } from '../core/sightings.ts';
import type { TrustProxy } from './request-source.ts';

/** Notes what a call shows to be set otherwise than it comes; `site` = the address of the page that calls. */
export type SettingNotes = (request: IncomingMessage, site: string | null) => void;

/** Where proxies are; of what comes from elsewhere the address is a reader's, and the headers are made up. */
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
  sightings: Sightings,
  { publicUrl, trustProxy }: { publicUrl: string | null; trustProxy: TrustProxy },
): SettingNotes {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl).origin;
  return ({ headers, socket }, site) => {
    if (publicOrigin !== null && site !== null && site !== publicUrl && site !== publicOrigin)
      sightings.note('other-address', site);
    if (trustProxy !== false || headers['x-forwarded-for'] === undefined) return;
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const family = isIP(address);
    if (family !== 0 && NEAR.check(address, family === 6 ? 'ipv6' : 'ipv4')) sightings.note('untrusted-proxy', address);
  };
}
