import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#contract/call';
import { atMost } from './at-most.ts';

/** Counts a use by `key` under a limit, or as many as `points`; returns null, or the seconds to wait. */
export type RateLimits = { take(name: string, limit: Limit, key: string, points?: number): Promise<number | null> };

/**
 * Bounds the memory to some tens of megabytes: beyond this many keys the least recently used are forgotten.
 * rate-limiter-flexible's counters in memory have no such bound, and a timer a key.
 */
const MOST_COUNTED = 100_000;

/** Counts in this process, or in `shared` where several app nodes serve one site. */
export function createRateLimits(shared: Pool | null): RateLimits {
  return shared ? countedIn(shared) : countedHere();
}

function countedHere(): RateLimits {
  const counted = createLocalLimits();
  return { take: async (...use) => counted.take(...use) };
}

/** Limits counted in this process, synchronously. */
export type LocalLimits = { take(name: string, limit: Limit, key: string, points?: number): number | null };

export function createLocalLimits(): LocalLimits {
  const counted = new LRUCache<string, { points: number; until: number }>(atMost(MOST_COUNTED));
  return {
    take(name, { by, points: most, seconds }, key, points = 1) {
      const id = `${name}:${by}:${seconds}:${key}`;
      const now = performance.now();
      const found = counted.get(id);
      if (!found || found.until <= now) {
        counted.set(id, { points, until: now + seconds * 1000 });
        return points > most ? seconds : null;
      }
      found.points += points;
      return found.points > most ? Math.ceil((found.until - now) / 1000) : null;
    },
  };
}

/** Counts a use by this address. Refused uses of an address do not count for its network. */
export function takePerAddress(
  limits: LocalLimits,
  name: string,
  [ofAddress, ofNetwork]: readonly [Limit, Limit],
  address: string,
): number | null {
  return limits.take(name, ofAddress, addressKey(address)) ?? limits.take(name, ofNetwork, networkKey(address));
}

/** A count that ends later than the allowed clock difference of nodes began while a clock was wrong. It is started again. */
const CLOCKS_DIFFER_MS = 3600 * 1000;

/** If the database cannot count, the call fails: an outage must not lift a limit. */
function countedIn(storeClient: Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterFor = (keyPrefix: string, { points, seconds }: Limit) => {
    const limiter =
      limiters.get(keyPrefix) ??
      new RateLimiterPostgres({
        keyPrefix,
        points,
        duration: seconds,
        storeClient,
        storeType: 'pool',
        tableName: 'rate_limit',
        schemaName: 'public',
        tableCreated: true,
      });
    limiters.set(keyPrefix, limiter);
    return limiter;
  };
  return {
    async take(name, limit, key, points = 1) {
      const limiter = limiterFor(`${name}:${limit.by}:${limit.seconds}`, limit);
      for (;;)
        try {
          await limiter.consume(key, points);
          return null;
        } catch (spent) {
          if (!(spent instanceof RateLimiterRes)) throw spent;
          if (spent.msBeforeNext < limit.seconds * 1000 + CLOCKS_DIFFER_MS)
            return Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
          await limiter.delete(key);
        }
    },
  };
}

/** The key of a limit by address: an IPv4 address, or the /64 within which an IPv6 reader can change addresses. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  return plain.includes(':') ? `${ipv6Prefix(plain, 4)}::/64` : plain;
}

/** The network of which one owner may hold many addresses: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networkKey(address: string): string {
  const plain = plainAddress(address);
  return plain.includes(':') ? `${ipv6Prefix(plain, 3)}::/48` : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** Where readers are counted by address, all addresses of one network together count as at most this many on a day. */
export const COUNTED_ADDRESSES = 10;

/** In one spelling, and an IPv4 address without the prefix of its IPv6 form. Proxies may write a port behind it. */
function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [, bare = address] = /^\[(.+)\](?::\d+)?$/.exec(address) ?? /^([\d.]+):\d+$/.exec(address) ?? [];
  const [ip = ''] = bare.split('%');
  if (!isIPv6(ip)) return ip;
  const spelled = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(spelled);
  if (!mapped) return spelled;
  const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The first groups of an IPv6 address, written out. */
function ipv6Prefix(address: string, count: number): string {
  const [head = '', tail = ''] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups.slice(0, count).join(':');
}
