import { addressKey } from '../../../core/limits/rate-limit.ts';

/** The origin of a request at three widths, because an attacker with one address often has its whole network. */
export type Networks = {
  /** An IPv4 address, or the /64. */
  host: string;
  /** The same IPv4 address, or the /56 that a household gets. */
  block: string;
  /** The /24, or the /48 that an organisation gets. */
  network: string;
};

export function networksOf(address: string): Networks {
  const host = addressKey(address);
  if (!host.includes(':')) return { host, block: host, network: `${host.split('.').slice(0, 3).join('.')}.0/24` };
  const [first = '', second = '', third = '', fourth = ''] = host.split(':');
  const subnet = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  const network = `${first}:${second}:${third}`;
  return { host, block: `${network}:${subnet}::/56`, network: `${network}::/48` };
}
