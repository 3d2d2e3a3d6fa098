import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#contract/call';

/** Takes one point of `key` under a limit; resolves to null, or to the seconds to wait. */
export type RateLimits = { take(name: string, limit: Limit, key: string): Promise<number | null> };

/** Counts in this process, or in `shared` where several app nodes serve one site. */
export function createRateLimits(shared: Pool | null): RateLimits {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterPostgres>();
  const limiterFor = (name: string, limit: Limit) => {
    const keyPrefix = `${name}:${limit.by}:${limit.seconds}`;
    let limiter = limiters.get(keyPrefix);
    if (!limiter) {
      const options = { keyPrefix, points: limit.points, duration: limit.seconds };
      const insuranceLimiter = new RateLimiterMemory(options);
      limiter = shared
        ? new RateLimiterPostgres({
            ...options,
            storeClient: shared,
            storeType: 'pool',
            tableName: 'rate_limit',
            schemaName: 'public',
            tableCreated: true,
            insuranceLimiter,
          })
        : insuranceLimiter;
      limiters.set(keyPrefix, limiter);
    }
    return limiter;
  };
  return {
    async take(name, limit, key) {
      try {
        await limiterFor(name, limit).consume(key);
        return null;
      } catch (spent) {
        if (spent instanceof RateLimiterRes) return Math.max(1, Math.ceil(spent.msBeforeNext / 1000));
        throw spent;
      }
    },
  };
}

/** What a limit by address counts: an IPv4 address, or the /64 an IPv6 reader can roam in. */
export function addressKey(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
