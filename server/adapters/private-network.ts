import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Private networks, and those that no site on the internet has. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits);
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

/** An IPv4 address that is written as an IPv6 one counts as itself. */
export function isPrivateAddress(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether only a private network has this address or name. A public name may still lead to a private address. */
export function isPrivateHost(host: string): boolean {
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || /\.(local|localhost|internal|lan|test|example)$/.test(host);
}

/** Finds public addresses alone, at the moment of the connection: a name may lead elsewhere than when it was checked. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const open = (found ?? []).filter(({ address }) => !isPrivateAddress(address));
    const [first] = open;
    if (error || !first) callback(error ?? new Error(`${hostname} has no public address`), '', 0);
    else if (options.all) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
