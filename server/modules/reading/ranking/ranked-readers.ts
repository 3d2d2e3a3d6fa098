import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Db } from '../../../core/db/db.ts';
import type { Caller } from '../../../core/dispatch/ctx.ts';
import { addressKey, COUNTED_ADDRESSES, networkKey } from '../../../core/limits/rate-limit.ts';
import { addressKeyOf, type Claim, claimPlaces } from './ranked-readers-store.ts';

/**
 * Whether a reader's views and favourites count in rankings. Anybody can start sessions without cost, so the reader must have
 * credentials or have read a chapter to its end.
 */
export function countsInRankings({ registered, hasRead }: Pick<Caller, 'registered' | 'hasRead'>): boolean {
  return registered || hasRead;
}

/** A reader's activity on a comic on a day (Asia/Shanghai), from an address. */
export type Visit = { day: string; address: string; comicId: number; readerId: number };

/** The same with the hashes of the address and its network. */
export type RankedReader = Omit<Visit, 'address'> & { address: Buffer; network: Buffer };

/**
 * Limits how many readers of one address, and of one network, count in the rankings of a comic on a day. Both are hashed with a
 * key of the day.
 */
export type RankedReaders = {
  /** Hashes the addresses. Call it outside transactions: the key of a new day must be visible to all nodes at once. */
  hashAddresses(visits: readonly Visit[]): Promise<RankedReader[]>;
  /** Counts these visits within the limit; returns those that count. */
  count(db: Db, visits: readonly RankedReader[]): Promise<RankedReader[]>;
};

/** The most readers of one address that count in the rankings of a comic on a day, and of one network. */
const OF_ADDRESS = 3;
const OF_NETWORK = COUNTED_ADDRESSES * OF_ADDRESS;

const KEY_BYTES = 32;
const HASH_BYTES = 16;

export function createRankedReaders(pool: Pool): RankedReaders {
  // For today and yesterday; older keys are deleted.
  const keys = new LRUCache<string, Buffer>({ max: 2 });

  async function keyOf(day: string): Promise<Buffer> {
    const known = keys.get(day);
    if (known) return known;
    const key = await addressKeyOf(pool, day, randomBytes(KEY_BYTES));
    keys.set(day, key);
    return key;
  }

  return {
    async hashAddresses(visits) {
      for (const day of new Set(visits.map((visit) => visit.day))) await keyOf(day);
      return Promise.all(
        visits.map(async ({ address, ...visit }) => {
          const key = await keyOf(visit.day);
          return { ...visit, address: hashOf(addressKey(address), key), network: hashOf(networkKey(address), key) };
        }),
      );
    },

    async count(db, visits) {
      // Only readers with a place of their address get a place of their network.
      const ofAddresses = await withPlace(db, visits, 'address', OF_ADDRESS);
      return withPlace(db, ofAddresses, 'network', OF_NETWORK);
    },
  };
}

/** The visits whose readers have one of the few places. */
async function withPlace(
  db: Db,
  visits: readonly RankedReader[],
  from: 'address' | 'network',
  most: number,
): Promise<RankedReader[]> {
  if (visits.length === 0) return [];
  const claims = visits.map(({ day, comicId, readerId, [from]: origin }) => ({ day, comicId, readerId, origin }));
  const places = new Map((await claimPlaces(db, claims, most)).map((place) => [nameOf(place), place.readers]));
  return visits.filter(({ [from]: origin, ...visit }) =>
    places.get(nameOf({ ...visit, origin }))?.includes(visit.readerId),
  );
}

function nameOf({ day, comicId, origin }: Omit<Claim, 'readerId'>): string {
  return `${day} ${comicId} ${origin.toString('hex')}`;
}

function hashOf(address: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(address).digest().subarray(0, HASH_BYTES);
}
